import type { KnownList } from '../../../data/schema/serving/attributes.ts'
import type { FarmAttributes } from '../../snapshot/columns/attributes.ts'
import type { Figures } from './area.ts'
import { percent, percentOfKnown } from './rounding.ts'

/** How many farms have something: of all, and of those for which the attribute is known. */
export type Share = { count: number; pct: number; pct_of_known: number | null; known: number }

/** How many farms have each name of a list that some have: most first, then by name. */
export function sharesOf(
  attributes: FarmAttributes,
  figures: Figures,
  list: KnownList,
  limit = Infinity,
): ({ name: string } & Share)[] {
  const known = knownOf(attributes, figures, list)
  return ranked(attributes, figures, list)
    .slice(0, limit)
    .map(({ name, count }) => ({ name, ...shareOf(count, figures.farms, known) }))
}

export const shareOf = (count: number, farms: number, known: number): Share => ({
  count,
  pct: percent(count, farms),
  pct_of_known: percentOfKnown(count, known),
  known,
})

type Counted = { name: string; code: number; count: number }

/** The names of a facet that farms have: most first, then by name. */
export function ranked(
  attributes: FarmAttributes,
  { counts }: Figures,
  facet: Parameters<FarmAttributes['range']>[0],
): Counted[] {
  const { first, names } = attributes.range(facet)
  const found: Counted[] = []
  for (let each = 0; each < names.length; each++)
    if (counts[first + each]! > 0)
      found.push({ name: names[each]!, code: first + each, count: counts[first + each]! })
  // Codes are in the order of the names.
  return found.sort((a, b) => b.count - a.count || a.code - b.code)
}

/** The names of a facet that farms have, and how many have them. */
export const countsOf = (
  attributes: FarmAttributes,
  figures: Figures,
  facet: Parameters<FarmAttributes['range']>[0],
): Record<string, number> =>
  Object.fromEntries(ranked(attributes, figures, facet).map(({ name, count }) => [name, count]))

/** How many farms have one name of a facet. */
export function countOf(
  attributes: FarmAttributes,
  { counts }: Figures,
  facet: Parameters<FarmAttributes['range']>[0],
  name: string,
): number {
  const code = attributes.codeOf(facet, name)
  return code === undefined ? 0 : counts[code]!
}

/** For how many farms a list is known, or any price. */
export const knownOf = (
  attributes: FarmAttributes,
  figures: Figures,
  what: KnownList | 'prices',
): number => countOf(attributes, figures, 'known', what)

/** For how many farms each list is known, and any price. */
export const knownCounts = (attributes: FarmAttributes, figures: Figures) => {
  const known = (what: KnownList | 'prices') => knownOf(attributes, figures, what)
  return {
    products: known('products'),
    certifications: known('certifications'),
    practices: known('practices'),
    delivery_options: known('delivery_options'),
    prices: known('prices'),
  }
}
