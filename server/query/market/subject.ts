import type { Tier } from '../../../data/schema/meta.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import {
  fieldsWith,
  type KnownList,
  type MarketField,
} from '../../../data/schema/serving/fields.ts'
import { products } from '../../../data/vocabulary/vocabulary.ts'
import { farmRecord } from '../farm_json.ts'
import type { FilterRequest } from '../filters/filter.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { rowOf } from '../row_of.ts'
import { roundedMiles } from '../../../data/geography/distance.ts'
import { Cover, visitFarms, type Area } from './area.ts'
import { percent } from './rounding.ts'
import { saidIn } from './suppression.ts'

/**
 * Finds an answer's farm by its id. `center` is null if its location is unknown; then nothing around the
 * farm can be shown. Throws the same errors as `rowOf`.
 */
export function subjectOf(snapshot: Snapshot, farmId: string) {
  const row = rowOf(snapshot, farmId)
  const record = farmRecord(snapshot, row, 'free', 'list') as Farm
  const { id, name, city, state, place_type, lat, lng, products } = record
  return {
    row,
    farm: { id, name, city, state, place_type, lat, lng, products },
    center: lat === null || lng === null ? null : { lat, lng },
  }
}
export type Subject = ReturnType<typeof subjectOf>

type Named = { name: string; code: number }

/** A farm's names of a field, and their codes. */
export function namesOf({ fieldCodes }: Snapshot, row: number, field: MarketField): Named[] {
  const { first, names, lists } = fieldCodes.of(field)
  return [...lists.codesOf(row)]
    .filter((code) => code >= first && code < first + names.length)
    .map((code) => ({ name: names[code - first]!, code }))
}

/** A farm's list, as names with codes; null if unknown. */
export function listOfFarm(snapshot: Snapshot, row: number, list: KnownList): Named[] | null {
  const known = namesOf(snapshot, row, 'known').some(({ name }) => name === list)
  return known ? namesOf(snapshot, row, list) : null
}

/** The farm's unknown lists that the tier sees, and `location` if that is unknown. */
export const unknownsOf = (snapshot: Snapshot, { row, center }: Subject, tier: Tier): string[] => [
  ...(center ? [] : ['location']),
  ...fieldsWith({ kind: 'many', in: 'attributes' }).filter(
    (list) => (tier === 'paid' || list === 'products') && listOfFarm(snapshot, row, list) === null,
  ),
]

/**
 * Returns a function that finds a row's products among `offered`, as places in that list, in no order.
 * Matches any spelling of the product or its varieties, like a request for the product. The function reuses
 * its result: a list is valid until the next call.
 */
export function offersOf(
  { fieldCodes }: Snapshot,
  offered: { name: string }[],
): (row: number) => readonly number[] {
  const { first, names, lists } = fieldCodes.of('products')
  const placesOf = Map.groupBy(
    offered.flatMap(({ name }, place) =>
      products.kindsOf(name).map((kind) => ({ key: products.keyOf(kind), place })),
    ),
    ({ key }) => key,
  )
  const ofCode: (number[] | undefined)[] = Array.from({ length: lists.codes })
  for (const [each, name] of names.entries())
    ofCode[first + each] = placesOf.get(products.keyOf(name))?.map(({ place }) => place)
  const lastCall = new Uint32Array(offered.length)
  let call = 0
  const found: number[] = []
  return (row) => {
    found.length = 0
    call++
    for (const code of lists.codesOf(row))
      for (const place of ofCode[code] ?? none) {
        if (lastCall[place] === call) continue
        lastCall[place] = call
        found.push(place)
      }
    return found
  }
}

const none: number[] = []

/**
 * Finds a page of the farms within a distance that share at least one of a farm's products or a variety:
 * most shared products first, then the nearest, then by id. `total`: competitors on all pages.
 * `total_farms`: other farms in the circle; `products_known`: other farms whose products are known. `said`:
 * when the other farms last said each group of fields. All three are null if the farm has no location. A farm
 * without known products has no competitors.
 */
export function competitorsOf(
  request: FilterRequest,
  { row: own, center }: Subject,
  radius_mi: number,
  { page, per_page }: { page: number; per_page: number },
) {
  const { snapshot } = request
  if (!center) return { ...nothingAround, competitors: [], total: 0 }
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
  const said = saidIn(request, new Cover(snapshot, { center, radius_mi }, own))
  return { ...counts, said, competitors: found, total }
}

const nothingAround = { total_farms: null, products_known: null, said: null }

/** Counts the farms of an area except one, and the farms with known products. Calls `use` with each. */
function countOthers(snapshot: Snapshot, area: Area, own: number, use: (row: number) => void) {
  const { fieldCodes } = snapshot
  const known = fieldCodes.codeOf('known', 'products')
  let [total_farms, products_known] = [0, 0]
  visitFarms(snapshot, area, (row) => {
    if (row === own) return
    total_farms++
    if (known !== undefined && fieldCodes.attributes.has(row, known)) products_known++
    use(row)
  })
  return { total_farms, products_known }
}

function briefly(snapshot: Snapshot, row: number) {
  const { id, name, city, state, place_type } = farmRecord(snapshot, row, 'free', 'list') as Farm
  return { id, name, city, state, place_type }
}
