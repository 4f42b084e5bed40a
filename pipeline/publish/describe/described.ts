import { basename } from 'node:path'
import { groupDigits } from '../../../data/digit_grouping.ts'
import type { Manifest, SnapshotFile } from '../../../data/schema/manifest.ts'
import {
  dictionaryColumns,
  tables,
  type DictionaryColumn,
} from '../../../data/schema/tables/tables.ts'
import { termsOf, type Terms } from './terms.ts'
import type { Database } from '../../database/database.ts'

/** A snapshot's extent in space and time; null = no farm has a location, or no edition a date. */
export type Extent = {
  bbox: { west: number; south: number; east: number; north: number } | null
  /** Dates of the oldest and the newest edition. */
  from: string | null
  to: string | null
  /** Every source of a listing in a public table, earlier builds included. */
  sources: string[]
}

/** A public table, and the file that it is in. */
export type DescribedTable = SnapshotFile & {
  /** The name of its file, and without the extension. */
  file: string
  name: string
  rows: number
  description: string
  columns: DictionaryColumn[]
  geometry: boolean
}

/** The content of the files that describe a snapshot. */
export type Described = {
  manifest: Manifest
  extent: Extent
  tables: DescribedTable[]
  /** The terms of each source; unknown if this build read no file of the source. */
  terms: Terms[]
  title: string
  /** A description in a few sentences without markup. */
  about: string
}

export const datasetTitle = 'Farm Directory'

const syntheticNote =
  'Synthetic: its farms are generated for tests and do not exist. Do not use it as data.'

export function describedOf(manifest: Manifest, extent: Extent): Described {
  const { synthetic, farms, built_at, as_of, edition } = manifest
  const title = synthetic ? `${datasetTitle} (synthetic)` : datasetTitle
  const sentences = [
    ...(synthetic ? [syntheticNote] : []),
    `Local farms in the United States: ${groupDigits(farms)} places that sell local food, merged from the listings of several sources, with location, products and history.`,
    `Snapshot ${manifest.id}, built ${built_at}.`,
    ...(edition && as_of
      ? [`Its newest source file is of ${edition}, the newest listing of ${as_of.slice(0, 10)}.`]
      : []),
    'Null means not collected, never "no".',
  ]
  const terms = termsOf(manifest.sources, extent.sources)
  const tables = publicTables(manifest)
  return { manifest, extent, tables, terms, title, about: sentences.join(' ') }
}

const publicTables = ({ files }: Manifest): DescribedTable[] =>
  tables
    .filter(({ tier }) => tier === 'free')
    .map((table) => {
      const file = files.find(({ path }) => path === table.path)
      if (file?.rows == null) throw new Error(`the manifest lacks ${table.path}`)
      const { description, geometry } = table
      const name = basename(table.path)
      return {
        ...file,
        file: name,
        name: basename(table.path, '.parquet'),
        rows: file.rows,
        description,
        columns: dictionaryColumns(table),
        geometry,
      }
    })

export const parquetType = 'application/vnd.apache.parquet'

export const json = (value: unknown): string => JSON.stringify(value, null, 2) + '\n'

type Row = Record<'west' | 'south' | 'east' | 'north', number | null> &
  Pick<Extent, 'from' | 'to' | 'sources'>

/** Reads the extent of the published farms, and every source of a listing. */
export async function extentOf(database: Database): Promise<Extent> {
  const [row] = await database.rows<Row>(`
    select
      min(lng) as west,
      min(lat) as south,
      max(lng) as east,
      max(lat) as north,
      (select min(edition)::varchar from published.editions) as "from",
      (select max(edition)::varchar from published.editions) as "to",
      (select coalesce(list(distinct source order by source), []) from published.bridges) as sources
    from published.farms`)
  const { from, to, sources, ...bbox } = row!
  return {
    bbox: bbox.west === null ? null : (bbox as NonNullable<Extent['bbox']>),
    from,
    to,
    sources,
  }
}

type Name = DictionaryColumn['type']
type Words = { croissant: string; frictionless: string; isList?: true }

/**
 * A column's type in the words of schema.org, which Croissant takes, and of Table Schema. JSON is text
 * in the files; maps and points have no closer word in either.
 */
const columnTypes: Record<Exclude<Name, `STRUCT(${string})`>, Words> = {
  VARCHAR: { croissant: 'sc:Text', frictionless: 'string' },
  'VARCHAR[]': { croissant: 'sc:Text', frictionless: 'array', isList: true },
  DOUBLE: { croissant: 'sc:Float', frictionless: 'number' },
  INTEGER: { croissant: 'sc:Integer', frictionless: 'integer' },
  BOOLEAN: { croissant: 'sc:Boolean', frictionless: 'boolean' },
  TIMESTAMPTZ: { croissant: 'sc:DateTime', frictionless: 'datetime' },
  DATE: { croissant: 'sc:Date', frictionless: 'date' },
  JSON: { croissant: 'sc:Text', frictionless: 'string' },
  'MAP(VARCHAR, INTEGER)': { croissant: 'sc:StructuredValue', frictionless: 'object' },
  'MAP(VARCHAR, DOUBLE)': { croissant: 'sc:StructuredValue', frictionless: 'object' },
  'MAP(VARCHAR, DOUBLE[])': { croissant: 'sc:StructuredValue', frictionless: 'object' },
  GEOMETRY: { croissant: 'sc:GeoCoordinates', frictionless: 'any' },
}

const struct: Words = { croissant: 'sc:StructuredValue', frictionless: 'object' }

export const wordsOfType = (type: Name): Words =>
  columnTypes[type as keyof typeof columnTypes] ?? struct
