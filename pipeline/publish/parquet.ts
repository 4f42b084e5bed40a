import { join } from 'node:path'
import { columnsOf } from '../../data/schema/tables/table.ts'
import type { Table } from '../../data/schema/tables/tables.ts'
import { literal } from '../../data/sql_literal.ts'
import type { Database } from '../database/database.ts'
import { writeSmallTable } from './small_table.ts'

/** Rows of a table: what DuckDB has, or what exists in JavaScript only. */
export type TableRows = { from: string } | { rows: Record<string, unknown>[] }

/** Throws if a file has another number of rows than its table. */
export async function requireRows(
  database: Database,
  folder: string,
  rowCounts: Map<string, number>,
): Promise<void> {
  const files = Array.from(rowCounts, ([path]) => literal(join(folder, path)))
  const written = await database.rows<{ path: string; rows: number }>(`
    select file_name as path, num_rows::integer as rows
    from parquet_file_metadata([${files.join(', ')}])`)
  const rowsOf = new Map(written.map(({ path, rows }) => [path, rows]))
  for (const [path, expected] of rowCounts) {
    const rows = rowsOf.get(join(folder, path))
    if (rows !== expected) throw new Error(`${path} has ${rows} rows of ${expected}`)
  }
}

/** Runs `write` with one thread of DuckDB: with several, row groups and bytes would differ from build to build. */
export async function inOneThread(database: Database, write: () => Promise<void>): Promise<void> {
  const [before] = await database.rows<{ threads: number }>(
    `select current_setting('threads')::integer as threads`,
  )
  await database.run('set threads = 1')
  try {
    await write()
  } finally {
    await database.run(`set threads = ${before!.threads}`)
  }
}

/** Writes one table to `path` and returns the number of its rows. */
export async function writeTable(
  database: Database,
  path: string,
  table: Pick<Table, 'schema' | 'geometry'>,
  source: TableRows,
): Promise<number> {
  if ('rows' in source) {
    await writeSmallTable(database, path, table, source.rows)
    return source.rows.length
  }
  const { from } = source
  const columns = columnsOf(table.schema).map(({ name }) => `"${name}"`)
  return table.geometry
    ? copy(database, path, `select ${[...columns, geoColumns()].join(', ')} from ${from}`, {
        row_group_size: farmsOfGroup,
        geoparquet_version: 'none', // the key is ours
        kv_metadata: `{geo: ${literal(JSON.stringify(await geoMetadata(database, from)))}}`,
      })
    : copy(database, path, `select ${columns.join(', ')} from ${from}`, {
        row_group_size: rowsOfGroup,
      })
}

/** Few enough to be checked in memory (snapshots/verify.ts). */
const rowsOfGroup = 8192

/** Farms are in the order of their cells: a reader of an area skips most groups. Smaller ones compress worse. */
const farmsOfGroup = 2048

/** Returns the number of rows. Data pages have version 1, the only one that fastparquet reads. */
function copy(
  database: Database,
  path: string,
  select: string,
  options: Record<string, string | number>,
): Promise<number> {
  const listed = Object.entries(options).map(([name, value]) => `, ${name} ${value}`)
  return database.run(`
    copy (${select})
    to ${literal(path)} (format parquet, compression zstd, parquet_version v1${listed.join('')})`)
}

/**
 * The columns that make a table GeoParquet, after the schema's. The point is well-known binary. Its bounding
 * box has single precision, rounded outward to contain the point.
 */
const geoColumns = (): string => `
  case when lat is not null then st_aswkb(('POINT (' || lng || ' ' || lat || ')')::geometry) end as geometry,
  case when lat is not null then {
    xmin: ${notAbove('lng')}, ymin: ${notAbove('lat')}, xmax: ${notBelow('lng')}, ymax: ${notBelow('lat')}
  } end as bbox`

const notAbove = (column: string) =>
  `if(${column}::float::double > ${column}, nextafter(${column}::float, '-infinity'::float), ${column}::float)`
const notBelow = (column: string) =>
  `if(${column}::float::double < ${column}, nextafter(${column}::float, 'infinity'::float), ${column}::float)`

type Extent = { xmin: number | null; ymin: number; xmax: number; ymax: number }

/**
 * The `geo` key of a file's metadata, GeoParquet 1.1 (https://geoparquet.org/releases/v1.1.0/). DuckDB writes
 * version 1.0, without coordinate system and bounding boxes.
 */
async function geoMetadata(database: Database, table: string): Promise<object> {
  const [extent] = await database.rows<Extent>(`
    select min(lng) as xmin, min(lat) as ymin, max(lng) as xmax, max(lat) as ymax
    from ${table} where lat is not null`)
  const { xmin, ymin, xmax, ymax } = extent!
  const side = (name: string) => ['bbox', name]
  return {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: {
        encoding: 'WKB',
        geometry_types: xmin === null ? [] : ['Point'],
        crs: longitudeLatitude,
        ...(xmin !== null && { bbox: [xmin, ymin, xmax, ymax] }),
        covering: {
          bbox: {
            xmin: side('xmin'),
            ymin: side('ymin'),
            xmax: side('xmax'),
            ymax: side('ymax'),
          },
        },
      },
    },
  }
}

/** OGC:CRS84 in PROJJSON, as the specification of GeoParquet spells it out. */
const longitudeLatitude = {
  $schema: 'https://proj.org/schemas/v0.7/projjson.schema.json',
  type: 'GeographicCRS',
  name: 'WGS 84 longitude-latitude',
  datum: {
    type: 'GeodeticReferenceFrame',
    name: 'World Geodetic System 1984',
    ellipsoid: {
      name: 'WGS 84',
      semi_major_axis: 6378137,
      inverse_flattening: 298.257223563,
    },
  },
  coordinate_system: {
    subtype: 'ellipsoidal',
    axis: [
      { name: 'Geodetic longitude', abbreviation: 'Lon', direction: 'east', unit: 'degree' },
      { name: 'Geodetic latitude', abbreviation: 'Lat', direction: 'north', unit: 'degree' },
    ],
  },
  id: { authority: 'OGC', code: 'CRS84' },
}
