import type { z } from 'zod'
import { change } from './change.ts'
import { farm, publicFarm } from './farm.ts'
import { lineage } from './lineage.ts'
import { marketCell, memberMarketCell } from './market_cell.ts'
import type { Tier } from '../meta.ts'
import { productListing } from './product_listing.ts'
import { provenance } from './provenance.ts'
import { registry } from './registry.ts'
import { source } from './source.ts'
import { stat } from './stat.ts'

export type Table = {
  /** Where it lies in a snapshot. */
  path: string
  /** The lowest tier that may download it. */
  tier: Tier
  schema: z.ZodObject
  /** Has a GeoParquet column `geometry` (WGS 84 points) after those of the schema. */
  geometry: boolean
  description: string
}

/** What every column of every table means, as JSON. */
export const dictionaryFile = 'public/dictionary.json'

/** Every Parquet file of a snapshot. A file that is not in this list is not published. */
export const tables: Table[] = [
  {
    path: 'public/farms.parquet',
    tier: 'free',
    schema: publicFarm,
    geometry: true,
    description: 'The farms, with the fields of the free tier',
  },
  {
    path: 'public/market_cells.parquet',
    tier: 'free',
    schema: marketCell,
    geometry: false,
    description:
      'Figures of the farms of each H3 cell, and of those that offer a product, which add up exactly',
  },
  {
    path: 'public/stats.parquet',
    tier: 'free',
    schema: stat,
    geometry: false,
    description: 'Counts and coverage over the whole snapshot',
  },
  {
    path: 'public/sources.parquet',
    tier: 'free',
    schema: source,
    geometry: false,
    description: 'The source files, their licences, and what became of their rows',
  },
  {
    path: 'public/changes.parquet',
    tier: 'free',
    schema: change,
    geometry: false,
    description: 'What is other than in the snapshot before, in the fields of the free tier',
  },
  {
    path: 'public/lineage.parquet',
    tier: 'free',
    schema: lineage,
    geometry: false,
    description: 'What became of farm ids: merged, split, left, removed',
  },
  {
    path: 'members/farms.parquet',
    tier: 'paid',
    schema: farm,
    geometry: true,
    description: 'The farms, with every field',
  },
  {
    path: 'members/product_listings.parquet',
    tier: 'paid',
    schema: productListing,
    geometry: false,
    description: 'What each farm offers, with prices',
  },
  {
    path: 'members/market_cells.parquet',
    tier: 'paid',
    schema: memberMarketCell,
    geometry: false,
    description: 'The same for every cell, however few its farms, and with the prices themselves',
  },
  {
    path: 'members/provenance.parquet',
    tier: 'paid',
    schema: provenance,
    geometry: false,
    description: 'Which source listings each farm was made from',
  },
  {
    path: 'members/changes.parquet',
    tier: 'paid',
    schema: change,
    geometry: false,
    description: 'What is other than in the snapshot before, in every field',
  },
  {
    path: 'members/registry.parquet',
    tier: 'paid',
    schema: registry,
    geometry: false,
    description: 'Every source listing ever seen, and the farm that it is',
  },
]
