import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { Farm } from '../../data/schema/tables/farm.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import { readParquet } from './parquet_file.ts'

/**
 * The farms of a snapshot's folder as members may download them, read by a second Parquet reader,
 * with the moment and the newest edition of the snapshot where their file leaves a date to it.
 */
export async function publishedFarms(folder: string): Promise<Farm[]> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8')
  const { built_at, edition }: Manifest = JSON.parse(text)
  const { rows } = await readParquet<Farm>(join(folder, 'members/farms.parquet'))
  return rows.map((farm) => ({
    ...farm,
    changed_at: farm.changed_at ?? built_at,
    last_listed: farm.first_listed && (farm.last_listed ?? edition),
    hours_confirmed_at:
      farm.hours || farm.hours_json ? (farm.hours_confirmed_at ?? midnight(edition)) : null,
  }))
}

const midnight = (date: string | null) => date && `${date}T00:00:00Z`

/** The product listings of a snapshot's folder. */
export async function publishedListings(folder: string): Promise<ProductListing[]> {
  const path = join(folder, 'members/product_listings.parquet')
  return (await readParquet<ProductListing>(path)).rows
}

/** The day of a farm's latest update, or else of its newest statement, or else of the newest list with it. */
export const lastConfirmed = ({ updated_at, said_at, last_listed }: Farm): string | null =>
  updated_at?.slice(0, 10) ??
  Object.values(said_at)
    .filter((day) => day !== null)
    .toSorted()
    .at(-1) ??
  last_listed
