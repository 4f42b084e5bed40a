import { flippedTerms, listFields, movedFarms, repeatedValues, swappedNames } from './measures.ts'
import { measured, type Compare } from './measured.ts'
import { share, type Gate, type Kind } from './gate.ts'
import { limits } from './limits.ts'

/** Compares the values of each source and field; `verb`: the difference in words. */
const values =
  (kind: Kind, verb: string): Compare =>
  async ({ differences }, before) =>
    (await differences(before))
      .filter((each) => each.kind === kind)
      .map(({ source, field, farms, changed, example }) => ({
        source,
        field,
        count: changed,
        of: farms,
        says: `${source}: ${field === 'lat' ? 'location' : field} of ${share(changed, farms)} ${verb}${example === null ? '' : ` (${example})`}`,
      }))

const moves: Compare = async ({ database }, before) =>
  (await movedFarms(database, before)).map(({ source, farms, changed, median_mi }) => ({
    source,
    field: 'location',
    count: changed,
    of: farms,
    says: `${source}: location of ${share(changed, farms)} moved, by ${(median_mi ?? 0).toFixed(1)} miles (median)`,
  }))

/** Looks only at lists of which enough changed: a term can't have flipped more often. */
const flips: Compare = async ({ database, differences }, before) => {
  const { few } = limits['terms-flipped']
  const changed = (await differences(before)).filter((each) => each.kind === 'changed')
  const fields = new Set(changed.filter((each) => each.changed >= few).map(({ field }) => field))
  const flipped = []
  for (const field of listFields.filter((name) => fields.has(name)))
    flipped.push(...(await flippedTerms(database, before, field)))
  return flipped.map(({ source, field, farms, changed }) => ({
    source,
    field,
    count: changed,
    of: farms,
    says: `${source}: ${field} came or went for ${share(changed, farms)}`,
  }))
}

/** Fields of which a complaint shows the value: others are of the paid tier, and a manifest is public. */
const shown = ['name', 'updated_at']

const repeats: Compare = async ({ database }, before) =>
  (await repeatedValues(database, before)).map(
    ({ source, field, value, repeated, farms, changed }) => ({
      source,
      field,
      count: changed,
      of: farms,
      says: `${source}: ${share(repeated, farms)} have the same ${field}${shown.includes(field) ? ` ${value}` : ''}, ${points(changed, farms)} points more than before`,
    }),
  )

const swaps: Compare = async ({ database }, before) =>
  (await swappedNames(database, before)).map(({ source, farms, changed, example }) => ({
    source,
    field: 'name',
    count: changed,
    of: farms,
    says: `${source}: ${share(changed, farms)} have the name that another farm had (${example})`,
  }))

const points = (part: number, whole: number) => ((100 * part) / whole).toFixed(1)

/** Gates that look for changes of values that are larger than those of real editions. */
export const changes: Gate[] = [
  measured(
    'values-changed',
    'No source has changed more values of a field than usual',
    values('changed', 'changed'),
  ),
  measured(
    'values-gone',
    'No source has lost more values of a field than usual among the farms that it still lists',
    values('gone', 'is missing now'),
  ),
  measured(
    'values-added',
    'No source has filled in a field for more of its farms than usual',
    values('added', 'is new'),
  ),
  measured(
    'values-repeated',
    'No source gives one value of a field to 3 % more of its farms than before',
    repeats,
  ),
  measured('names-swapped', 'No source has given farms the names of other farms', swaps),
  measured(
    'farms-moved',
    'No source has moved more of its farms by over a quarter of a mile than usual',
    moves,
  ),
  measured(
    'terms-flipped',
    'No source has given or taken a term to more of its farms than usual',
    flips,
  ),
]
