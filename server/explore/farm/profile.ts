import type { Tier } from '../../../data/schema/meta.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import type { ProductListing } from '../../../data/schema/tables/product_listing.ts'
import type { ListingRun } from '../../../data/schema/tables/listing_run.ts'
import type { Provenance } from '../../../data/schema/tables/provenance.ts'
import type { Ask } from '../../mcp/ask.ts'

/** A farm as the API answers it; fields that the tier does not have are absent. */
export type Profile = Partial<Omit<Farm, 'phone' | 'email' | 'website'>> &
  Pick<
    Farm,
    | 'id'
    | 'name'
    | 'place_type'
    | 'city'
    | 'county'
    | 'state'
    | 'lat'
    | 'lng'
    | 'location_precision'
    | 'products'
    | 'products_other'
    | 'categories'
    | 'sources'
    | 'first_listed'
    | 'last_listed'
    | 'updated_at'
    | 'synthetic'
    | 'changed_at'
  > & {
    contact?: Pick<Farm, 'phone' | 'email' | 'website'>
    product_listings?: Omit<ProductListing, 'farm_id'>[]
    provenance?: Pick<Provenance, 'source' | 'source_id' | 'licence' | 'updated_at' | 'fields'>[]
  }

/** A run of editions in which a listing said the same; `listed`: it says so now. */
export type Run = Partial<ListingRun> &
  Pick<
    ListingRun,
    | 'source'
    | 'source_id'
    | 'series'
    | 'first_edition'
    | 'last_edition'
    | 'name'
    | 'place_type'
    | 'city'
    | 'state'
    | 'products'
  > & { listed: boolean }

/** What differed of the farm in a snapshot from the one before. */
export type Change = {
  change: string
  field: string | null
  before: unknown
  after: unknown
  built_at: string
  snapshot: string
}

export type Neighbour = Pick<
  Farm,
  'id' | 'name' | 'place_type' | 'city' | 'state' | 'lat' | 'lng' | 'products'
> & { distance_mi: number }

/** All that the page of a farm shows. */
export type Shown = {
  farm: Profile
  runs: Run[]
  changes: Change[]
  neighbours: Neighbour[]
  tier: Tier
  manifest: Manifest
  publicUrl: string
}

export const historyOf = (ask: Ask, id: string) =>
  ask<{ data: { listings: Run[]; changes: Change[] } }>(`/v1/farms/${id}/history`)

/** How many neighbours are shown, and within how many miles. */
const [mostNeighbours, neighbourRadius_mi] = [6, 25]

/** The farms nearest to one, itself not among them. */
export async function neighboursOf(ask: Ask, { id, lat, lng }: Profile): Promise<Neighbour[]> {
  if (lat === null || lng === null) return []
  const { data } = await ask<{ data: Neighbour[] }>('/v1/search', {
    lat,
    lng,
    radius: neighbourRadius_mi,
    per_page: mostNeighbours + 1,
    fields: 'id,name,place_type,city,state,lat,lng,products,distance_mi',
  })
  return data.filter((each) => each.id !== id).slice(0, mostNeighbours)
}
