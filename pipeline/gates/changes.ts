import { changedValues, flippedTerms, listFields, movedFarms } from './measures.ts'
import { measured, type Compare } from './measured.ts'
import { share, type Gate } from './gate.ts'
import { limits } from './limits.ts'

const values: Compare = async ({ database, folder }, before) =>
  (await changedValues(database, before, folder)).map(({ source, field, farms, changed }) => ({
    source,
    field,
    count: changed,
    of: farms,
    says: `${source}: ${field} of ${share(changed, farms)} changed`,
  }))

const moves: Compare = async ({ database, folder }, before) =>
  (await movedFarms(database, before, folder)).map(({ source, farms, changed, median_mi }) => ({
    source,
    field: 'location',
    count: changed,
    of: farms,
    says: `${source}: location of ${share(changed, farms)} moved, by ${(median_mi ?? 0).toFixed(1)} miles (median)`,
  }))

/** Looks only at lists of which enough changed: a term can't have flipped more often. */
const flips: Compare = async ({ database, folder }, before, span) => {
  const { [span]: limit } = limits['terms-flipped']
  const changed = await changedValues(database, before, folder, listFields)
  const fields = new Set(
    changed.flatMap(({ field, ...each }) => (each.changed > limit * each.farms ? [field] : [])),
  )
  const flipped = []
  for (const field of listFields.filter((name) => fields.has(name)))
    flipped.push(...(await flippedTerms(database, before, folder, field)))
  return flipped.map(({ source, field, farms, changed }) => ({
    source,
    field,
    count: changed,
    of: farms,
    says: `${source}: ${field} came or went for ${share(changed, farms)}`,
  }))
}

/** Gates that look for changes of values that are larger than those of real editions. */
export const changes: Gate[] = [
  {
    name: 'values-changed',
    description: 'No source has changed more values of a field than usual',
    severity: 'refusal',
    check: measured('values-changed', values),
  },
  {
    name: 'farms-moved',
    description: 'No source has moved more of its farms by over a quarter of a mile than usual',
    severity: 'refusal',
    check: measured('farms-moved', moves),
  },
  {
    name: 'terms-flipped',
    description: 'No source has given or taken a term to more of its farms than usual',
    severity: 'refusal',
    check: measured('terms-flipped', flips),
  },
]
