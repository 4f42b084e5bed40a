import type { z } from 'zod'
import { schemaVersion } from '../versions.ts'
import type { Tier } from '../meta.ts'
import { bridge, lineage } from './history/lineage.ts'
import { change, publicChange } from './change.ts'
import { comparability } from './history/comparability.ts'
import { edition } from './history/edition.ts'
import { farm, publicFarm } from './farm.ts'
import { listingRun, publicListingRun } from './history/listing_run.ts'
import { marketCell, memberMarketCell } from './market_cell.ts'
import { productListing } from './product_listing.ts'
import { provenance } from './provenance.ts'
import { registry } from './registry.ts'
import { source } from './source.ts'
import { stat } from './stat.ts'
import { columnsOf, type Column } from './table.ts'
import { value } from './value.ts'

export type Table = {
  /** Path inside a snapshot. */
  path: string
  /** The lowest tier that may download it. */
  tier: Tier
  schema: z.ZodObject
  /** True for GeoParquet: `geometryColumns` follow the columns of the schema. */
  geometry: boolean
  description: string
} & Origin

/** Defaults for a table's columns. */
type Origin = {
  /** The origin of their values. */
  source?: string
  /** The meaning of null. */
  nulls?: string
  /** The schema version that added them. */
  since?: number
}

/** Files below `public/` are for every key, others for paid keys. */
const table = (
  path: string,
  schema: z.ZodObject,
  description: string,
  more: Origin & Partial<Pick<Table, 'geometry'>> = {},
): Table => ({
  path,
  tier: path.startsWith('public/') ? 'free' : 'paid',
  description,
  schema,
  geometry: false,
  ...more,
})

/** Defaults shared by the files of one table. */
const ofFarms = {
  geometry: true,
  source: 'the first listing that states it',
  nulls: 'not collected',
  since: 1,
}
const ofCells = { source: 'farms and product_listings', since: 1 }
const ofRuns = {
  source: 'the listing as read in the editions of the run',
  nulls: 'not stated',
  since: 4,
}
const ofChanges = { source: 'this snapshot and the previous one', since: 1 }

/** Every Parquet file of a snapshot. A file that is not in this list is not published. */
export const tables: Table[] = [
  table('public/farms.parquet', publicFarm, 'Farms, with free fields', ofFarms),
  table(
    'public/market_cells.parquet',
    marketCell,
    'Figures of the farms of each H3 cell, in total and by product; they add up exactly',
    ofCells,
  ),
  table('public/stats.parquet', stat, 'Counts and coverage over the whole snapshot', ofCells),
  table(
    'public/sources.parquet',
    source,
    'Source files, their licenses, and the use of their rows',
    { source: 'the sources file, else the source type', since: 1 },
  ),
  table(
    'public/editions.parquet',
    edition,
    'Every edition ever read, and whether it decides which farms are listed',
    { source: 'the source file', since: 3 },
  ),
  table(
    'public/comparability.parquet',
    comparability,
    'Fields that each edition asked for, and the answers of its rows: yes, no or blank',
    { source: 'the source file', since: 10 },
  ),
  table(
    'public/changes.parquet',
    publicChange,
    'Changes since the previous snapshot, in free fields',
    ofChanges,
  ),
  table('public/lineage.parquet', lineage, 'Fate of farm ids: merged, split, left, removed', {
    source: 'the registry of this snapshot and of the previous one',
    since: 1,
  }),
  table(
    'public/listings_history.parquet',
    publicListingRun,
    'Listings from edition to edition: one row per run of editions with the same values in free fields',
    ofRuns,
  ),
  table(
    'public/bridges.parquet',
    bridge,
    'Every source id ever seen, its farm, and the dates between which it was listed',
    { source: 'the registry of this snapshot', since: 4 },
  ),
  table('members/farms.parquet', farm, 'Farms, with every field', ofFarms),
  table(
    'members/product_listings.parquet',
    productListing,
    'Product listings of farms, with prices',
    {
      source: 'the first listing that states products with prices',
      nulls: 'not stated',
      since: 1,
    },
  ),
  table(
    'members/market_cells.parquet',
    memberMarketCell,
    'Figures of the public file for every cell, however few its farms, and all prices',
    ofCells,
  ),
  table('members/provenance.parquet', provenance, 'Source listings behind each farm', {
    source: 'the source listing',
    since: 1,
  }),
  table(
    'members/values.parquet',
    value,
    'Newest statement of each listing about each group of fields, with its date',
    { source: 'the listing', since: 10 },
  ),
  table(
    'members/changes.parquet',
    change,
    'Changes since the previous snapshot, in every field and product listing',
    ofChanges,
  ),
  table('members/registry.parquet', registry, 'Every listing ever seen, and its farm', {
    source: 'the listing as last read',
    nulls: 'not stated',
    since: 1,
  }),
  table(
    'members/listings_history.parquet',
    listingRun,
    'Listings from edition to edition, with address, hours, website, payment methods and practices',
    ofRuns,
  ),
]

/** The path of a snapshot's dictionary. */
export const dictionaryFile = 'public/dictionary.json'

/** A column in the dictionary, with its table's defaults. */
export type DictionaryColumn = Omit<Column, 'type'> & {
  type: Column['type'] | 'GEOMETRY'
}

const ofLocation = {
  nullable: true,
  unit: null,
  values: null,
  tier: 'free',
  nulls: 'no location',
  source: 'lat and lng',
} as const

/** The columns that make a table GeoParquet, in order. */
const geometryColumns: DictionaryColumn[] = [
  {
    name: 'geometry',
    type: 'GEOMETRY',
    description: 'Location as a GeoParquet point (WGS 84)',
    example: null,
    since: 1,
    ...ofLocation,
  },
  {
    name: 'bbox',
    type: 'STRUCT(xmin FLOAT, ymin FLOAT, xmax FLOAT, ymax FLOAT)',
    description:
      'Bounding box of geometry for readers of an area (GeoParquet covering): single precision, rounded outward',
    example: { xmin: -72.14001, ymin: 44.41099, xmax: -72.14, ymax: 44.411 },
    since: 5,
    ...ofLocation,
  },
]

/** The columns of a table's file, in order. */
export function dictionaryColumns(table: Table): DictionaryColumn[] {
  const columns = columnsOf(table.schema).map((column) => ({
    ...column,
    nulls: column.nullable ? (column.nulls ?? table.nulls ?? null) : null,
    source: column.source ?? table.source ?? null,
    since: column.since ?? table.since ?? null,
  }))
  return table.geometry ? [...columns, ...geometryColumns] : columns
}

/** The meaning of every column in every published file: part of every snapshot. */
export const dictionary = () => ({
  schema_version: schemaVersion,
  null_means: 'not collected; never "no"',
  tables: tables.map((table) => ({
    path: table.path,
    tier: table.tier,
    description: table.description,
    columns: dictionaryColumns(table),
  })),
})
