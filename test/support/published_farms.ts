import { join } from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import type { Farm } from '../../data/schema/farm.ts'
import type { ProductListing } from '../../data/schema/product_listing.ts'

/** The farms of a snapshot's folder as members may download them, read by a second Parquet reader. */
export async function publishedFarms(folder: string): Promise<Farm[]> {
  return (await rows(folder, 'members/farms.parquet')) as unknown as Farm[]
}

/** The product listings of a snapshot's folder. */
export async function publishedListings(folder: string): Promise<ProductListing[]> {
  return (await rows(folder, 'members/product_listings.parquet')) as unknown as ProductListing[]
}

async function rows(folder: string, path: string): Promise<Record<string, unknown>[]> {
  const file = await asyncBufferFromFile(join(folder, path))
  const read = await parquetReadObjects({ file, compressors })
  return read.map(plain)
}

/** Missing is null, times are RFC 3339, and the point's geometry, which no answer has, is left out. */
function plain({ geometry: _geometry, ...row }: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString().replace('.000Z', 'Z') : (value ?? null),
    ]),
  )
}
