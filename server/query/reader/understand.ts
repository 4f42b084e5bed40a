import type { Tier } from '../../../data/schema/meta.ts'
import { filtersOfOption } from '../filters/conditions.ts'
import { filters } from '../filters/filters.ts'
import type { Meaning } from './draft.ts'
import { isStartOfName, type Named } from './names.ts'
import type { Reading } from './read.ts'

/** Part of a text that a request leaves out, and why. */
export type LeftOut = Partial<Meaning> & { text: string; reason: string }

/** A text as a request: its parameters, and what these leave out. */
export type Understood = { query: Record<string, string>; leftOut: LeftOut[] }

/** Parameters that a request has once. */
const single = new Set(['near', 'radius', 'open_at', 'open_on', 'open_between'])

/** Turns a reading into parameters of lists for a tier. `hasCenter`: the request has coordinates. */
export function understand(reading: Reading, tier: Tier, hasCenter = false): Understood {
  const { values, refused } = valuesOf(reading, tier)
  const leftOut: LeftOut[] = [...reading.excluded, ...refused]
  const isAround = values.has('near') || hasCenter
  if (reading.nearMe && !isAround)
    leftOut.push({ text: 'near me', reason: 'your place is unknown: send lat and lng' })
  const [radius] = values.get('radius') ?? []
  if (radius !== undefined && !isAround) {
    values.delete('radius')
    const reason = 'a radius needs a place'
    leftOut.push({ text: reading.text, parameter: 'radius', value: radius, reason })
  }
  const query = Object.fromEntries([...values].map(([name, all]) => [name, [...all].join(',')]))
  const isOfSeveral = filtersOfOption.match.some((name) => (values.get(name)?.size ?? 0) > 1)
  if (isOfSeveral && !reading.isAny) query['match'] = 'all'
  if (reading.unread.length > 0) query['q'] = reading.unread.join(' ')
  return { query, leftOut }
}

/** Returns the values of each parameter, and values that a tier or a parameter cannot have. */
function valuesOf({ text, parts }: Reading, tier: Tier) {
  const values = new Map<string, Set<string>>()
  const refused: LeftOut[] = []
  for (const { start, end, parameter, value } of parts) {
    const part = { text: text.slice(start, end), parameter, value }
    if (tier === 'free' && isPaid(parameter))
      refused.push({ ...part, reason: 'this filter needs a paid key' })
    else if (single.has(parameter) && values.has(parameter))
      refused.push({ ...part, reason: `${parameter} can have one value` })
    else values.set(parameter, (values.get(parameter) ?? new Set()).add(value))
  }
  return { values, refused }
}

/** Returns true if a text has words that may be no name, beside conditions. */
export const hasDoubtfulWords = (by: Named, { parts, unread }: Reading): boolean =>
  unread.length > 0 &&
  parts.some(({ parameter }) => parameter !== 'radius') &&
  !isStartOfName(by, unread.join(' '))

/** The same request without the words that match names. */
export function withoutWords({ query, leftOut }: Understood, reading: Reading): Understood {
  const { q: _, ...others } = query
  const words = reading.unread.map((text) => ({
    text,
    reason: text === reading.unknownPlace ? noSuchPlace : noSuchName,
  }))
  return { query: others, leftOut: [...leftOut, ...words] }
}

const noSuchName = 'no farm that meets the other conditions has these words'
const noSuchPlace = 'no place is called so: enter a ZIP code, or a town and its state'

const isPaid = (parameter: string): boolean =>
  parameter === 'open_between' ||
  (parameter in filters && filters[parameter as keyof typeof filters].tier === 'paid')
