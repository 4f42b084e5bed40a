import { join } from 'node:path'
import type { Farm } from '../../data/schema/tables/farm.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import { readParquet } from './parquet_file.ts'

/** The farms of a snapshot's folder as members may download them, read by a second Parquet reader. */
export async function publishedFarms(folder: string): Promise<Farm[]> {
  return (await readParquet<Farm>(join(folder, 'members/farms.parquet'))).rows
}

/** The product listings of a snapshot's folder. */
export async function publishedListings(folder: string): Promise<ProductListing[]> {
  const path = join(folder, 'members/product_listings.parquet')
  return (await readParquet<ProductListing>(path)).rows
}
