import { roundedMiles } from '../../../data/geography/distance.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import { farmRecord } from '../farm_json.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { visitFarms, type Area } from './area.ts'
import { percent } from './rounding.ts'
import { listOfFarm, offersOf, type Subject } from './subject.ts'

/**
 * Finds a page of the farms within a distance that share at least one of a farm's products or a variety:
 * most shared products first, then the nearest, then by id. `total`: competitors on all pages.
 * `total_farms`: other farms in the circle; `products_known`: other farms whose products are known. Both are
 * null if the farm has no location. A farm without known products has no competitors.
 */
export function competitorsOf(
  snapshot: Snapshot,
  { row: own, center }: Subject,
  radius_mi: number,
  { page, per_page }: { page: number; per_page: number },
) {
  if (!center) return { total_farms: null, products_known: null, competitors: [], total: 0 }
  const offered = listOfFarm(snapshot, own, 'products') ?? []
  const shared = offersOf(snapshot, offered)
  const sharing = offered.map(() => 0).concat(0)
  const counts = countOthers(snapshot, { center, radius_mi }, own, (row) => {
    sharing[shared(row).length]!++
  })
  // Farms that share equally many products follow one another, nearest first. Only the page's farms are
  // searched.
  const found = []
  let total = 0
  for (let count = offered.length; count > 0; count--) {
    const offset = Math.max((page - 1) * per_page - total, 0)
    const limit = Math.min(per_page - found.length, sharing[count]! - offset)
    total += sharing[count]!
    if (limit <= 0) continue
    const accepts = (row: number) => row !== own && shared(row).length === count
    const nearest = snapshot.tree.nearest(center, radius_mi, { offset, limit, accepts })
    for (const [each, row] of nearest.rows.entries()) {
      const places = shared(row).toSorted((a, b) => a - b)
      found.push({
        ...briefly(snapshot, row),
        distance_mi: roundedMiles(nearest.distances_mi[each]!),
        shared_products: places.map((place) => offered[place]!.name),
        overlap_count: count,
        overlap_pct: percent(count, offered.length),
      })
    }
  }
  return { ...counts, competitors: found, total }
}

/** Counts the farms of an area except one, and the farms with known products. Calls `use` with each. */
function countOthers(snapshot: Snapshot, area: Area, own: number, use: (row: number) => void) {
  const { attributes, fieldCodes } = snapshot
  const known = fieldCodes.codeOf('known', 'products')
  let [total_farms, products_known] = [0, 0]
  visitFarms(snapshot, area, (row) => {
    if (row === own) return
    total_farms++
    if (known !== undefined && attributes.has(row, known)) products_known++
    use(row)
  })
  return { total_farms, products_known }
}

function briefly(snapshot: Snapshot, row: number) {
  const { id, name, city, state, place_type } = farmRecord(snapshot, row, 'free', 'list') as Farm
  return { id, name, city, state, place_type }
}
