import { products, units } from '../../../data/vocabulary/vocabulary.ts'
import type { ListingKind } from '../../../data/schema/serving/listings.ts'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { filters } from '../filters/filters.ts'
import type { FilterRequest } from '../filters/filter.ts'
import type { ListingSort } from '../../../data/schema/serving/sorts.ts'
import { rangesOf, type Near } from '../select.ts'
import { haversineMiles, roundedMiles, type Point } from '../../../data/geography/distance.ts'
import { unavailable } from '../../http/problem.ts'
import { farmRecord } from '../farm_json.ts'
import type { Profile } from '../farm_record.ts'
import { memoize } from '../../../data/memoize.ts'

/** Selects listings; undefined matches any. */
export type ListingFilters = {
  product?: string | undefined
  /** True if varieties of the product are excluded. */
  exact: boolean
  state?: Parameters<typeof filters.state.conditions>[0] | undefined
  in_stock?: 'true' | 'false' | 'unknown' | undefined
  unit?: string | undefined
  comparable_unit?: ListingKind['comparable_unit'] | undefined
  /** US dollars, as listed; both bounds are included. */
  min_price?: number | undefined
  max_price?: number | undefined
}

/** The listings of visible farms that meet all filters; null = every listing of the snapshot. */
export async function listingsThat(
  wanted: ListingFilters,
  request: FilterRequest,
): Promise<Bitmap | null> {
  const { snapshot } = request
  const conditions = [...ofKinds(snapshot, wanted), ...ofPrices(snapshot, wanted)]
  if (wanted.state !== undefined)
    conditions.push(...filters.state.conditions(wanted.state, request, {}).map(ofFarms(snapshot)))
  const { counted } = snapshot.listings
  if (counted) conditions.push({ key: 'counted', rows: () => counted })
  if (snapshot.hidden.visible) conditions.push(visible(snapshot))
  const sets: Bitmap[] = await snapshot.listingSets.findAll(conditions)
  return sets.length === 0 ? null : sets.reduce((one, other) => one.and(other))
}

/** The listings of the kinds that meet the filters on a kind's own values. */
function ofKinds({ listings }: Snapshot, wanted: ListingFilters): Condition[] {
  const { product, exact, in_stock, comparable_unit } = wanted
  const unit = wanted.unit === undefined ? undefined : units.keyOf(wanted.unit)
  const key = product && products.keyOf(product)
  const asked = { product: key, exact, in_stock, unit, comparable_unit }
  if ([product, in_stock, unit, comparable_unit].every((each) => each === undefined)) return []
  const rows = () => listings.thatAre(testOf(wanted, unit))
  return [{ key: `kinds ${JSON.stringify(asked)}`, rows }]
}

const inStock = { true: true, false: false, unknown: null }

/** `unit`: the key of the requested unit. */
function testOf(wanted: ListingFilters, unit: string | undefined): (kind: ListingKind) => boolean {
  const { in_stock, comparable_unit } = wanted
  const names = namesOf(wanted)
  return (kind) =>
    (in_stock === undefined || kind.in_stock === inStock[in_stock]) &&
    (comparable_unit === undefined || kind.comparable_unit === comparable_unit) &&
    (unit === undefined || (kind.unit !== null && units.keyOf(kind.unit) === unit)) &&
    (!names || (kind.product !== null && names.has(products.keyOf(kind.product))))
}

/** The keys of the matching products; null = any. */
function namesOf({ product, exact }: ListingFilters): Set<string> | null {
  if (product === undefined) return null
  const names = exact ? [products.nameOf(product)] : products.kindsOf(product)
  return new Set(names.map((name) => products.keyOf(name)))
}

function ofPrices({ listings }: Snapshot, { min_price, max_price }: ListingFilters): Condition[] {
  if (min_price === undefined && max_price === undefined) return []
  const [least, most] = [min_price ?? 0, max_price ?? Infinity]
  return [{ key: `price ${least} ${most}`, rows: () => listings.priced(least, most) }]
}

/** The listings of the farms that meet a condition. */
const ofFarms =
  ({ sets, listings }: Snapshot) =>
  (condition: Condition): Condition => ({
    key: `farms ${condition.key}`,
    rows: async () => listings.ofRows((await sets.findAll([condition]))[0]),
  })

const visible = ({ hidden, listings }: Snapshot): Condition => {
  const { key, visible } = hidden
  return { key: `without ${key}`, rows: () => listings.ofRows(visible!) }
}

/** Selects listings, their order, and a page. */
export type ListingSelection = {
  /** null = every listing. */
  set: Bitmap | null
  near?: Near | undefined
  /** `distance` needs a circle: the nearest farm first, then by id; a farm's listings by product. */
  sort: ListingSort | 'distance'
  page: number
  per_page: number
}

/** Finds a page of listings, by their places. `total`: listings on all pages. A circle includes its edge. */
export function findListings(
  snapshot: Snapshot,
  selection: ListingSelection,
): { places: number[]; total: number } {
  const { listings } = snapshot
  const { near, sort, page, per_page } = selection
  const scope = scopeOf(snapshot, selection)
  const total = scope ? scope.count() : listings.count
  if (sort === 'distance') return { places: nearest(snapshot, near!, scope!, selection), total }
  const [order, offset] = [listings.orders[sort], (page - 1) * per_page]
  const places = scope ? order.pageOf(scope, total, offset, per_page) : order.page(offset, per_page)
  return { places, total }
}

/** Counts the listings that meet all filters, in a circle if given. */
export async function countListings(
  wanted: ListingFilters,
  near: Near | undefined,
  request: FilterRequest,
): Promise<number> {
  const { snapshot } = request
  const scope = scopeOf(snapshot, { set: await listingsThat(wanted, request), near })
  return scope ? scope.count() : snapshot.listings.count
}

const scopeOf = (snapshot: Snapshot, { near, set }: Pick<ListingSelection, 'near' | 'set'>) =>
  near ? inCircle(snapshot, near, set) : set

function inCircle(snapshot: Snapshot, near: Near, set: Bitmap | null): Bitmap {
  const { listings } = snapshot
  const ranges = rangesOf(snapshot, { near }).map((rows) => listings.rangeOf(...rows))
  const circle = Bitmap.fromRanges(ranges, listings.count)
  return set ? circle.and(set) : circle
}

/** A page that ends at listing N needs at most N farms, since each farm has at least one listing. */
function nearest(
  { tree, listings }: Snapshot,
  near: Near,
  scope: Bitmap,
  { page, per_page }: ListingSelection,
): number[] {
  const end = page * per_page
  const hasAny = (first: number, last: number) => scope.hasAny(...listings.rangeOf(first, last))
  const { rows } = tree.nearest(near, near.radius_mi, {
    limit: end,
    accepts: (row) => hasAny(row, row + 1),
    acceptsAny: hasAny,
  })
  const places: number[] = []
  for (const row of rows) {
    const [first, last] = listings.rangeOf(row, row + 1)
    const ofFarm: number[] = []
    for (let each = scope.next(first, last); each < last; each = scope.next(each + 1, last))
      ofFarm.push(each)
    places.push(...listings.orders.farm.sorted(ofFarm))
    if (places.length >= end) break
  }
  return places.slice(end - per_page, end)
}

/** Returns listings by their places, each with its farm, and the farm's distance from the center if any. */
export function listingRows(snapshot: Snapshot, places: number[], center: Point | null) {
  const farmAt = memoize((row: number) => farmOf(snapshot, row, center))
  return places.map((each) => {
    const { row, place } = snapshot.listings.find(each)
    const { farm, listings } = farmAt(row)
    const listing = listings[place]
    if (!listing)
      throw unavailable(`a listing of snapshot ${snapshot.id} can't be read; use another one`, 60)
    const { id, name, product, category, price, unit, in_stock, ...comparable } = listing
    return { id, ...farm, name, product, category, price, unit, in_stock, ...comparable }
  })
}

function farmOf(snapshot: Snapshot, row: number, center: Point | null) {
  const record = farmRecord(snapshot, row, 'paid', 'listings') as Profile
  const { id, name, place_type, city, county, county_fips, state, lat, lng, updated_at } = record
  const distance_mi =
    center && lat !== null && lng !== null
      ? roundedMiles(haversineMiles(center, { lat, lng }))
      : null
  const farm = {
    farm_id: id,
    farm_name: name,
    place_type,
    city,
    county,
    county_fips,
    state,
    lat,
    lng,
    updated_at,
    ...(distance_mi !== null && { distance_mi }),
  }
  return { farm, listings: record.product_listings }
}
