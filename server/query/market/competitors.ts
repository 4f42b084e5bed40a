import { roundedMiles } from '../../../data/geography/distance.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import { farmRecord } from '../farm_json.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { visitFarms, type Area } from './area.ts'
import { percent } from './rounding.ts'
import { listOf, offersOf, type Subject } from './subject.ts'

type Competitor = Pick<Farm, 'id' | 'name' | 'city' | 'state' | 'place_type'> & {
  distance_mi: number
  shared_products: string[]
  overlap_count: number
  /** Of the products of the farm asked for. */
  overlap_pct: number
}
export type Competitors = {
  /** Other farms in the circle, and of them those whose products are known. */
  total_farms: number | null
  products_known: number | null
  competitors: Competitor[]
  /** Competitors on all pages. */
  total: number
}

type Page = { page: number; per_page: number }

/**
 * The farms within a distance of a farm that offer one of its products at least, or a kind of one:
 * those that share most first, then the nearest, then by id. Nothing is known where the farm has no
 * location; no competitor is found where its products are not known.
 */
export function competitors(
  snapshot: Snapshot,
  { row: own, center }: Subject,
  radius_mi: number,
  { page, per_page }: Page,
): Competitors {
  if (!center) return { total_farms: null, products_known: null, competitors: [], total: 0 }
  const offered = listOf(snapshot, own, 'products') ?? []
  const shared = offersOf(snapshot, offered)
  const area = { center, radius_mi, only: null }
  const sharing = offered.map(() => 0).concat(0)
  const counts = countOthers(snapshot, area, own, (row) => sharing[shared(row).length]!++)
  // Farms that share equally many follow one another, nearest first: only those of the page are looked for.
  const found: Competitor[] = []
  let total = 0
  for (let count = offered.length; count > 0; count--) {
    const offset = Math.max((page - 1) * per_page - total, 0)
    const limit = Math.min(per_page - found.length, sharing[count]! - offset)
    if (limit > 0) {
      const accepts = (row: number) => row !== own && shared(row).length === count
      const options = { offset, limit, accepts }
      const { rows, distances_mi } = snapshot.tree.nearest(center, radius_mi, options)
      for (const [each, row] of rows.entries()) {
        const places = shared(row).toSorted((a, b) => a - b)
        const names = places.map((place) => offered[place]!.name)
        found.push(competitor(snapshot, row, distances_mi[each]!, names, offered.length))
      }
    }
    total += sharing[count]!
  }
  return { ...counts, competitors: found, total }
}

/** Counts the farms of an area but one, and those whose products are known; `use` sees each. */
function countOthers(snapshot: Snapshot, area: Area, own: number, use: (row: number) => void) {
  const { attributes } = snapshot
  const known = attributes.codeOf('known', 'products')
  let [total_farms, products_known] = [0, 0]
  visitFarms(snapshot, area, (row) => {
    if (row === own) return
    total_farms++
    if (known !== undefined && attributes.has(row, known)) products_known++
    use(row)
  })
  return { total_farms, products_known }
}

function competitor(
  snapshot: Snapshot,
  row: number,
  distance_mi: number,
  shared_products: string[],
  products: number,
): Competitor {
  const { id, name, city, state, place_type } = farmRecord(snapshot, row, 'free', 'list') as Farm
  const overlap_count = shared_products.length
  return {
    id,
    name,
    city,
    state,
    place_type,
    distance_mi: roundedMiles(distance_mi),
    shared_products,
    overlap_count,
    overlap_pct: percent(overlap_count, products),
  }
}
