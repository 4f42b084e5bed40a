import type { Point } from '../distance.ts'

/** A city, town, village or other settlement; or a county or its equivalent. */
export const placeKinds = ['city', 'county'] as const
export type PlaceKind = (typeof placeKinds)[number]

/**
 * A place of the gazetteer. `name` finds it: `Danville, VT`, `Caledonia County, VT`, and where a state has
 * two of about one size `Troy, Bradford County, PA`. `size`: inhabitants, or a guess of them; 0 for counties.
 */
export type Place = Point & { name: string; kind: PlaceKind; size: number }

/** A ZIP code: `town` is the name of the place whose post office it is named after; null = unknown. */
export type ZipCode = Point & { zip: string; town: string | null }

/** How many times as large as its largest namesake a town must be to be meant by the name alone. */
const farLarger = 4

/** Whether a name that both have means the first. */
export const isFarLarger = (first: { size: number }, second: { size: number }): boolean =>
  first.size > 0 && first.size >= farLarger * second.size
