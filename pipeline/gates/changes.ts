import {
  differencesByRegion,
  flippedTerms,
  listFields,
  movedFarms,
  repeatedValues,
  swappedValues,
} from './measures.ts'
import { measured, type Compare } from './measured.ts'
import { share, type Difference, type Gate, type Kind } from './gate.ts'
import { limits } from './limits.ts'

const verbs: Record<Kind, string> = {
  changed: 'changed',
  moved: 'moved',
  gone: 'is missing now',
  added: 'is new',
}

const titleOf = (field: string) => (field === 'lat' ? 'location' : field)
const inBrackets = (example: string | null) => (example === null ? '' : ` (${example})`)

/** A difference in words; `where`: in which part of the source's farms. */
const words = ({ source, field, kind, farms, changed, example }: Difference, where = '') =>
  `${source}: ${titleOf(field)} of ${share(changed, farms)}${where} ${verbs[kind]}${inBrackets(example)}`

/** Compares the values of each source and field. */
const values =
  (kind: Kind): Compare =>
  async ({ differences }, before) =>
    (await differences(before))
      .filter((each) => each.kind === kind)
      .map((each) => {
        const { source, field, farms, changed } = each
        return { source, field, count: changed, of: farms, says: words(each) }
      })

/** A region stands out if its share is at least this multiple of the share of all farms. */
const standsOut = 2

/** Compares the values of each source and field in the states and counties that stand out. */
const regions: Compare = async ({ database, differences }, before) => {
  const { few } = limits['values-by-region']
  const everywhere = (await differences(before)).filter(({ changed }) => changed >= few)
  if (everywhere.length === 0) return []
  return (await differencesByRegion(database, before, few)).flatMap((each) => {
    const { source, field, kind, farms, changed } = each
    const whole = everywhere.find(
      (of) => of.source === source && of.field === field && of.kind === kind,
    )!
    if (changed / farms < (standsOut * whole.changed) / whole.farms) return []
    const where = ` in ${each.region}`
    const says = words(each, where)
    return [{ source, field: titleOf(field) + where, count: changed, of: farms, says }]
  })
}

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
  (await swappedValues(database, before)).map(({ source, field, farms, changed, example }) => ({
    source,
    field,
    count: changed,
    of: farms,
    says: `${source}: ${share(changed, farms)} have the ${titleOf(field)} that another farm had${inBrackets(example)}`,
  }))

const points = (part: number, whole: number) => ((100 * part) / whole).toFixed(1)

/** Gates that look for changes of values that are larger than those of real editions. */
export const changes: Gate[] = [
  measured(
    'values-changed',
    'No source has changed more values of a field than usual',
    values('changed'),
  ),
  measured(
    'values-gone',
    'No source has lost more values of a field than usual among the farms that it still lists',
    values('gone'),
  ),
  measured(
    'values-added',
    'No source has filled in a field for more of its farms than usual',
    values('added'),
  ),
  measured(
    'values-repeated',
    'No source gives one value of a field to 3 % more of its farms than before',
    repeats,
  ),
  measured(
    'values-by-region',
    'No source has changed a field for most of its farms of one state or county',
    regions,
  ),
  measured('values-swapped', 'No source has given farms the values of other farms', swaps),
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
