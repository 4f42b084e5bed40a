import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { ListingSort } from '../../../data/schema/serving/sorts.ts'
import { rangesOf, type Near } from '../select.ts'

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
  const scope = near ? inCircle(snapshot, near, selection.set) : selection.set
  const total = scope ? scope.count() : listings.count
  if (sort === 'distance') return { places: nearest(snapshot, near!, scope!, selection), total }
  const [order, offset] = [listings.orders[sort], (page - 1) * per_page]
  const places = scope ? order.pageOf(scope, total, offset, per_page) : order.page(offset, per_page)
  return { places, total }
}

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
