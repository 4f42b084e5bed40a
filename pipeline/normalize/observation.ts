import type { Farm } from '../../data/schema/tables/farm.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import type { Provenance } from '../../data/schema/tables/provenance.ts'

/** Fields of a farm that are computed over all its observations, or over the whole snapshot. */
export const computedFields = [
  'id',
  'sources',
  'quality_score',
  'quality_tier',
  'quality_tier_label',
  'listing_completeness',
] as const

/** What one source row says of one farm, in the dataset's own terms. */
export type Observation = Omit<Farm, (typeof computedFields)[number]> &
  Pick<Provenance, 'source' | 'source_id' | 'line' | 'corrections'> & {
    /** The location in H3 order: its resolution 15 cell in hexadecimal. */
    h3_order: string | null
    product_listings: Omit<ProductListing, 'farm_id'>[]
  }
