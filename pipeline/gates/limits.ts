import type { Figure } from '../../data/schema/manifest.ts'
import type { Run } from '../../data/schema/run.ts'

/**
 * The limits of gates that measure. `night`: against the live snapshot; `month`: against the one of thirty days
 * ago. A share is at most `night`. If earlier runs changed less, their largest share times four is the limit,
 * but at least `floor`. Fewer farms or rows than `few` are not significant, unless the sources file sets the limit.
 *
 * Between editions of USDA's directory, up to 15 months apart (in brackets: within three years), at most 15.6 % of
 * the values of a field changed (19.2 %), 8.7 % were gone (10.5 %), 1.4 % were new (2.1 %), 1.8 % of the farms moved
 * (2.7 %), 2.3 % were lost (3.5 %), 3.0 % were new (5.0 %), and 3.5 % had another answer about a term (4.8 %). The
 * commonest value of a field came to 0.1 % more of the farms. One farm got
 * the website of another one, none its name, address or point (one), and 0.05 % its hours (0.06 %). If 40 or more values
 * of a field changed in a state or county, those were at most 33 % (39 %). A county lost at most 5 farms (5). The purge of
 * 2021 is over most limits.
 */
export const limits = {
  'values-changed': { night: 0.25, month: 0.35, floor: 0.1, few: 20 },
  'values-gone': { night: 0.25, month: 0.35, floor: 0.1, few: 3 },
  'values-added': { night: 0.25, month: 0.35, floor: 0.1, few: 20 },
  'values-repeated': { night: 0.03, month: 0.05, floor: 0.03, few: 10 },
  'values-by-region': { night: 0.6, month: 0.6, floor: 0.6, few: 40 },
  'values-swapped': { night: 0.003, month: 0.003, floor: 0.003, few: 4 },
  'farms-moved': { night: 0.05, month: 0.08, floor: 0.02, few: 10 },
  'terms-flipped': { night: 0.1, month: 0.15, floor: 0.1, few: 20 },
  'farms-lost': { night: 0.1, month: 0.2, floor: 0.05, few: 1 },
  'farms-lost-by-source': { night: 0.1, month: 0.2, floor: 0.05, few: 1 },
  'farms-added-by-source': { night: 0.5, month: 1, floor: 0.1, few: 20 },
  'rows-rejected': { night: 0.1, month: 0.1, floor: 0.1, few: 1 },
  'rows-doubled': { night: 0.2, month: 0.2, floor: 0.2, few: 10 },
} as const
export type LimitedGate = keyof typeof limits

/**
 * Limits of single fields. Between the same editions, at most 2.6 % of the names changed (13.0 % in the purge), and
 * 1.2 % of the places. A publisher may confirm many rows on one day.
 */
const fieldLimits: Partial<Record<LimitedGate, Partial<Record<string, number>>>> = {
  'values-changed': { name: 0.1, city: 0.1, county: 0.1, state: 0.1, zip: 0.1 },
  'values-repeated': { updated_at: 0.25 },
}
export type Span = 'night' | 'month'

/** Limits of the sources file, by source or series, and gate. */
export type GivenLimits = Record<string, Partial<Record<string, number>>>

/** The limits that files set: those of one source may set different ones. */
export function givenLimits(
  files: { name: string; series?: string; gates?: Record<string, number> }[],
): GivenLimits {
  const limits: GivenLimits = {}
  for (const { name, series = name, gates } of files)
    for (const key of new Set([name, series])) limits[key] = { ...limits[key], ...gates }
  return limits
}

/** Number of earlier runs with a change from which a limit is learned, and the multiple of their largest. */
const [fewestRuns, multiple] = [5, 4]

/** The limit that the sources file sets for a source; undefined = none. */
export function givenLimit(gate: LimitedGate, source: string | null, given: GivenLimits) {
  const [name = ''] = source?.split('/') ?? []
  return (given[source ?? ''] ?? given[name])?.[gate]
}

/** The highest permitted share of a source and field, if the sources file sets none. */
export function limitOf(
  gate: LimitedGate,
  span: Span,
  { source, field }: Pick<Figure, 'source' | 'field'>,
  past: readonly Run[],
): number {
  const { [span]: general, floor } = limits[gate]
  const usual = fieldLimits[gate]?.[field ?? ''] ?? general
  if (span === 'month') return usual
  const observed = past.flatMap(({ figures }) =>
    figures
      .filter((each) => each.gate === gate && each.source === source && each.field === field)
      .map((each) => each.observed),
  )
  if (observed.length < fewestRuns) return usual
  return Math.min(usual, Math.max(floor, multiple * Math.max(...observed)))
}
