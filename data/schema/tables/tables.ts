import type { z } from 'zod'
import { schemaVersion } from '../manifest.ts'
import type { Tier } from '../meta.ts'
import { change, publicChange } from './change.ts'
import { edition } from './edition.ts'
import { farm, publicFarm } from './farm.ts'
import { lineage } from './lineage.ts'
import { marketCell, memberMarketCell } from './market_cell.ts'
import { productListing } from './product_listing.ts'
import { provenance } from './provenance.ts'
import { registry } from './registry.ts'
import { source } from './source.ts'
import { stat } from './stat.ts'
import { columnsOf } from './table.ts'

export type Table = {
  /** Inside a snapshot. */
  path: string
  /** The lowest tier that may download it. */
  tier: Tier
  schema: z.ZodObject
  /** Has a GeoParquet column `geometry` (WGS 84 points) after those of the schema. */
  geometry: boolean
  description: string
}

/** Files below `public/` are for every key, others for paid keys. */
const table = (
  path: string,
  schema: z.ZodObject,
  description: string,
  { geometry } = { geometry: false },
): Table => ({
  path,
  tier: path.startsWith('public/') ? 'free' : 'paid',
  description,
  schema,
  geometry,
})

/** Every Parquet file of a snapshot. A file that is not in this list is not published. */
export const tables: Table[] = [
  table('public/farms.parquet', publicFarm, 'The farms, with the fields of the free tier', {
    geometry: true,
  }),
  table(
    'public/market_cells.parquet',
    marketCell,
    'Figures of the farms of each H3 cell, and of those that offer one product; they add up exactly',
  ),
  table('public/stats.parquet', stat, 'Counts and coverage over the whole snapshot'),
  table(
    'public/sources.parquet',
    source,
    'The source files, their licences, and what became of their rows',
  ),
  table(
    'public/editions.parquet',
    edition,
    'Every edition of every source ever read, and which of them say what is listed',
  ),
  table(
    'public/changes.parquet',
    publicChange,
    'What changed since the previous snapshot, in the fields of the free tier',
  ),
  table('public/lineage.parquet', lineage, 'What became of farm ids: merged, split, left, removed'),
  table('members/farms.parquet', farm, 'The farms, with every field', { geometry: true }),
  table('members/product_listings.parquet', productListing, 'What each farm offers, with prices'),
  table(
    'members/market_cells.parquet',
    memberMarketCell,
    'The figures of the public file for every cell, however few its farms, and all prices',
  ),
  table('members/provenance.parquet', provenance, 'Which source listings each farm was made from'),
  table(
    'members/changes.parquet',
    change,
    'What changed since the previous snapshot, in every field and product listing',
  ),
  table(
    'members/registry.parquet',
    registry,
    'Every source listing ever seen, and the farm that it belongs to',
  ),
]

/** The path of a snapshot's dictionary. */
export const dictionaryFile = 'public/dictionary.json'

/** What every column of every published file means: part of every snapshot. */
export const dictionary = () => ({
  schema_version: schemaVersion,
  null_means: 'not collected; never "no"',
  tables: tables.map(({ path, tier, description, schema }) => ({
    path,
    tier,
    description,
    columns: columnsOf(schema),
  })),
})
