import { derivedFields, type Farm } from '../../data/schema/tables/farm.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import type { Provenance } from '../../data/schema/tables/provenance.ts'

/** Fields of a farm that no single row has. */
export const computedFields = ['sources', ...derivedFields] as const

/** One source row about one farm, in the dataset's own terms. */
export type Observation = Omit<Farm, (typeof computedFields)[number]> &
  Pick<
    Provenance,
    'source' | 'source_id' | 'line' | 'stated_county' | 'corrections' | 'kept_texts'
  > & {
    product_listings: Omit<ProductListing, 'farm_id'>[]
  }
