import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { z } from 'zod'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import { tables } from '../../../data/schema/tables/tables.ts'
import { openDatabase } from '../../../pipeline/database/database.ts'
import { writeTable } from '../../../pipeline/publish/parquet.ts'
import { awkwardFeed, awkwardMoment } from '../../support/awkward_feed.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { readParquet } from '../../support/parquet_file.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const { folder } = await buildSnapshot({ after }, { sources: [awkwardFeed], now: awkwardMoment })

type Bbox = { xmin: number; ymin: number; xmax: number; ymax: number }
type Located = Farm & { geometry: Uint8Array | null; bbox: Bbox | null }

/** What "GeoParquet Specification", version 1.1.0, asks of the key: https://geoparquet.org/releases/v1.1.0/ */
const side = <Name extends string>(name: Name) => z.tuple([z.literal('bbox'), z.literal(name)])
const axis = (name: string, abbreviation: string, direction: string) =>
  z.strictObject({
    name: z.literal(name),
    abbreviation: z.literal(abbreviation),
    direction: z.literal(direction),
    unit: z.literal('degree'),
  })
const geoMetadata = z.strictObject({
  version: z.literal('1.1.0'),
  primary_column: z.literal('geometry'),
  columns: z.strictObject({
    geometry: z.strictObject({
      encoding: z.literal('WKB'),
      geometry_types: z.array(z.literal('Point')),
      // "OGC:CRS84 details" has it, and by which of its parts readers know it.
      crs: z.looseObject({
        $schema: z.literal('https://proj.org/schemas/v0.7/projjson.schema.json'),
        type: z.literal('GeographicCRS'),
        coordinate_system: z.strictObject({
          subtype: z.literal('ellipsoidal'),
          axis: z.tuple([
            axis('Geodetic longitude', 'Lon', 'east'),
            axis('Geodetic latitude', 'Lat', 'north'),
          ]),
        }),
        id: z.strictObject({ authority: z.literal('OGC'), code: z.literal('CRS84') }),
      }),
      bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
      covering: z.strictObject({
        bbox: z.strictObject({
          xmin: side('xmin'),
          ymin: side('ymin'),
          xmax: side('xmax'),
          ymax: side('ymax'),
        }),
      }),
    }),
  }),
})

for (const name of ['public/farms.parquet', 'members/farms.parquet'])
  describe(`${name} as GeoParquet`, () => {
    it('says in its geo key that geometry holds points, and where', async () => {
      const { geo, rows } = await readGeo(join(folder, name))
      const { geometry_types, bbox } = geo.columns.geometry
      assert.deepEqual(geometry_types, ['Point'])
      const lats = rows.flatMap(({ lat }) => lat ?? [])
      const lngs = rows.flatMap(({ lng }) => lng ?? [])
      assert.deepEqual(bbox, [
        Math.min(...lngs),
        Math.min(...lats),
        Math.max(...lngs),
        Math.max(...lats),
      ])
    })

    it('has as each point, longitude first, the very coordinates of its row', async () => {
      const { rows } = await readGeo(join(folder, name))
      for (const { name, lat, lng, geometry } of rows)
        assert.deepEqual(
          geometry && decodePoint(geometry),
          lat === null ? null : { lat, lng },
          name,
        )
      assert.ok(rows.some(({ geometry }) => geometry === null))
    })

    it('has as each bounding box the nearest numbers of single precision around the point', async () => {
      const { rows } = await readGeo(join(folder, name))
      for (const { name, lat, lng, bbox } of rows) {
        if (lat === null || lng === null || bbox === null) {
          assert.deepEqual([lat, lng, bbox], [null, null, null], name)
          continue
        }
        assertAround(lng, bbox.xmin, bbox.xmax)
        assertAround(lat, bbox.ymin, bbox.ymax)
      }
    })

    it('has the bounding box as a group of four floats, null where the point is', async () => {
      const { schema } = (await readParquet(join(folder, name))).metadata
      const at = schema.findIndex((each) => each.name === 'bbox')
      const [group, ...sides] = schema.slice(at, at + 5)
      assert.equal(group!.num_children, 4)
      assert.equal(group!.repetition_type, 'OPTIONAL')
      assert.equal(schema.find((each) => each.name === 'geometry')!.repetition_type, 'OPTIONAL')
      assert.deepEqual(
        sides.map(({ name, type }) => `${name} ${type}`),
        ['xmin FLOAT', 'ymin FLOAT', 'xmax FLOAT', 'ymax FLOAT'],
      )
    })
  })

describe('farms.parquet of farms without a location', () => {
  it('is GeoParquet that knows of no point', async () => {
    const own = await temporaryFolder({ after })
    const database = await openDatabase(join(own, 'farms.duckdb'))
    await database.run(
      `create table farms as from read_parquet('${join(folder, 'public/farms.parquet')}') where lat is null`,
    )
    const path = join(own, 'farms.parquet')
    const table = tables.find((each) => each.path === 'public/farms.parquet')!
    const written = await writeTable(database, path, table, { from: 'farms' })
    database.close()
    const { geo, rows } = await readGeo(path)
    assert.equal(rows.length, written)
    assert.deepEqual(geo.columns.geometry.geometry_types, [])
    assert.equal(geo.columns.geometry.bbox, undefined)
  })
})

/** Numbers of single precision that are the value, or the ones before and after it. */
function assertAround(value: number, low: number, high: number) {
  assert.ok(low <= value && value <= high, `${low} ≤ ${value} ≤ ${high}`)
  if (Math.fround(value) === value) return assert.deepEqual([low, high], [value, value])
  const [bits] = new Uint32Array(new Float32Array([low]).buffer)
  const next = new Float32Array(new Uint32Array([bits! + (low < 0 ? -1 : 1)]).buffer)[0]
  assert.equal(next, high)
}

async function readGeo(
  path: string,
): Promise<{ geo: z.infer<typeof geoMetadata>; rows: Located[] }> {
  const { metadata, rows } = await readParquet<Located>(path)
  const keys = metadata.key_value_metadata?.filter(({ key }) => key === 'geo') ?? []
  assert.equal(keys.length, 1)
  return { geo: geoMetadata.parse(JSON.parse(keys[0]!.value!)), rows }
}

/** Reads the well-known binary of a two-dimensional point (OGC 06-103r4, section 8.2). */
function decodePoint(wkb: Uint8Array): { lat: number; lng: number } {
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength)
  const littleEndian = view.getUint8(0) === 1
  assert.equal(view.getUint32(1, littleEndian), 1, 'the type of geometry: a point')
  assert.equal(view.byteLength, 21)
  return { lng: view.getFloat64(5, littleEndian), lat: view.getFloat64(13, littleEndian) }
}
