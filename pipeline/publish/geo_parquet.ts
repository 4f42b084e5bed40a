import type { Database } from '../database/database.ts'

/**
 * The columns that make a table GeoParquet, after the schema's. The point is well-known binary. Its bounding
 * box has single precision, rounded outward to contain the point.
 */
export const geoColumns = (): string => `
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
export async function geoMetadata(database: Database, table: string): Promise<object> {
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
