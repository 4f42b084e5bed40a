import { haversineMiles, roundedMiles, type Point } from '../../../data/geography/distance.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import type { ProductListing } from '../../../data/schema/tables/product_listing.ts'
import { Problem } from '../../http/problem.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { farmRecord } from '../farm_json.ts'

type Profile = Farm & { product_listings: Omit<ProductListing, 'farm_id'>[] }

/** Returns listings by their places, each with its farm, and the farm's distance from the center if any. */
export function listingRows(snapshot: Snapshot, places: number[], center: Point | null) {
  const ofRow = new Map<number, ReturnType<typeof farmOf>>()
  return places.map((each) => {
    const { row, place } = snapshot.listings.find(each)
    const known = ofRow.get(row) ?? farmOf(snapshot, row, center)
    ofRow.set(row, known)
    const { farm, listings } = known
    const listing = listings[place]
    if (!listing)
      throw new Problem('unavailable', `a listing of snapshot ${snapshot.id} can't be read`)
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
