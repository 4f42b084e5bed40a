import { z } from 'zod'
import { productListing } from '../tables/product_listing.ts'

const { product, unit, comparable_unit, in_stock } = productListing.shape

/** The product and units of a product listing, besides its names and prices. */
export const listingKind = z.strictObject({ product, unit, comparable_unit, in_stock })
export type ListingKind = z.infer<typeof listingKind>
