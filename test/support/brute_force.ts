import { cellToParent, getResolution, latLngToCell } from 'h3-js'
import { memoize } from '../../data/memoize.ts'
import type { Farm } from '../../data/schema/tables/farm.ts'
import type { Tier } from '../../data/schema/meta.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import type { FarmSort } from '../../data/schema/serving/sorts.ts'
import { textRank, textsOf } from './text_rank.ts'

/** Everything that a list can be about, read from the published files. */
export type Directory = {
  farms: Farm[]
  priced: Set<string>
  /** All farms in the order of each `sort`. */
  sorted: Record<FarmSort, Farm[]>
}
export function directory(farms: Farm[], listings: ProductListing[]): Directory {
  const priced = listings.filter(({ price }) => price !== null).map(({ farm_id }) => farm_id)
  // Unknown comes last: the empty text is before every date, and a letter after all.
  const sorted = {
    name: inOrder(farms, byName),
    '-name': inOrder(farms, (a, b) => byName(b, a)),
    quality_score: inOrder(farms, (a, b) => a.quality_score - b.quality_score),
    '-quality_score': inOrder(farms, (a, b) => b.quality_score - a.quality_score),
    updated_at: inOrder(farms, (a, b) => byText(a.updated_at ?? 'z', b.updated_at ?? 'z')),
    '-updated_at': inOrder(farms, (a, b) => byText(b.updated_at ?? '', a.updated_at ?? '')),
    rating: inOrder(farms, (a, b) => (b.google_rating ?? -1) - (a.google_rating ?? -1)),
    changed_at: inOrder(farms, (a, b) => Date.parse(a.changed_at!) - Date.parse(b.changed_at!)),
    '-changed_at': inOrder(farms, (a, b) => Date.parse(b.changed_at!) - Date.parse(a.changed_at!)),
  }
  return { farms, priced: new Set(priced), sorted }
}

/** Equal farms stand in the order of their ids. */
const inOrder = (farms: Farm[], compare: (a: Farm, b: Farm) => number) =>
  farms.toSorted((a, b) => compare(a, b) || byText(a.id, b.id))
const byText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const byName = (a: Farm, b: Farm) => byText(fold(a.name), fold(b.name))

/** Text without case and accents. */
export const fold = memoize((text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
)

/** The contract's distance: haversine on a sphere of radius 3958.7613 miles. */
export function distanceMi(from: { lat: number; lng: number }, farm: Farm): number {
  if (farm.lat === null || farm.lng === null) return NaN
  const angle = (degrees: number) => (degrees * Math.PI) / 180
  const northward = Math.sin(angle(farm.lat - from.lat) / 2)
  const eastward = Math.sin(angle(farm.lng - from.lng) / 2)
  const parallels = Math.cos(angle(from.lat)) * Math.cos(angle(farm.lat))
  const haversine = northward * northward + parallels * eastward * eastward
  return 2 * 3958.7613 * Math.asin(Math.sqrt(haversine))
}

/** Every farm that is kept in a circle, its edge included: nearest first, ties by id. */
export function nearest(
  { farms }: Directory,
  center: { lat: number; lng: number },
  radius_mi: number,
  keep: (farm: Farm) => boolean,
): Farm[] {
  return farms
    .map((farm) => ({ farm, distance: distanceMi(center, farm) }))
    .filter(({ farm, distance }) => distance <= radius_mi && keep(farm))
    .sort((a, b) => a.distance - b.distance || (a.farm.id < b.farm.id ? -1 : 1))
    .map(({ farm }) => farm)
}

/** Of some farms, how many have known products, hours and prices. */
export function coverage(farms: Farm[], { priced }: Directory) {
  return {
    products: farms.filter(({ products }) => products !== null).length,
    hours: farms.filter(({ hours, hours_json }) => (hours ?? hours_json) !== null).length,
    prices: farms.filter(({ id }) => priced.has(id)).length,
  }
}

/** The farms that a text finds: by rank, then name, then id. */
export function relevant({ sorted }: Directory, text: string, tier: Tier): Farm[] {
  return sorted.name
    .map((farm) => ({ farm, rank: textRank(textsOf(farm), text, tier) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => a.rank! - b.rank!)
    .map(({ farm }) => farm)
}

/** Whether a farm is in a box `west,south,east,north`, edges included; west > east: over the date line. */
export function isInBox({ lat, lng }: Farm, box: string): boolean {
  const [west, south, east, north] = box.split(',').map(Number) as [number, number, number, number]
  if (lat === null || lng === null || lat < south || lat > north) return false
  const width = (east - west + 360) % 360 || (east === west ? 0 : 360)
  return (lng - west + 360) % 360 <= width
}

/** Whether a farm is in an H3 cell: its h3_cell by the hierarchy of cells, of a finer cell its point. */
export function isInCell({ lat, lng, h3_cell }: Farm, cell: string): boolean {
  if (lat === null || lng === null || h3_cell === null) return false
  const resolution = getResolution(cell)
  const own =
    resolution > 9 ? latLngToCell(lat, lng, resolution) : cellToParent(h3_cell, resolution)
  return own === cell.toLowerCase()
}
