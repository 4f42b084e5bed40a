import type { Farm } from '../../data/schema/tables/farm.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import type { Provenance } from '../../data/schema/tables/provenance.ts'

/** Fields of a farm that are computed from its merged record, or over the whole snapshot. */
export const computedFields = [
  'id',
  'sources',
  'h3_cell',
  'timezone',
  'opening_hours',
  'quality_score',
  'quality_tier',
  'quality_tier_label',
  'listing_completeness',
] as const

/** What one source row says of one farm, in the dataset's own terms. */
export type Observation = Omit<Farm, (typeof computedFields)[number]> &
  Pick<Provenance, 'source' | 'source_id' | 'line' | 'corrections'> & {
    product_listings: Omit<ProductListing, 'farm_id'>[]
  }
