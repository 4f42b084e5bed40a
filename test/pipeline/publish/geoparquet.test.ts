import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import { awkwardFeed, awkwardMoment } from '../../support/awkward_feed.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { readParquet } from '../../support/parquet_file.ts'

const { folder } = await buildSnapshot({ after }, { sources: [awkwardFeed], now: awkwardMoment })

type Located = Farm & { geometry: Uint8Array | null }

/** See "GeoParquet Specification", version 1.0.0: https://geoparquet.org/releases/v1.0.0/ */
type GeoMetadata = {
  version: string
  primary_column: string
  columns: Record<string, { encoding: string; geometry_types: string[]; bbox?: number[] }>
}

for (const name of ['public/farms.parquet', 'members/farms.parquet'])
  describe(`${name} as GeoParquet`, () => {
    it('says in its geo key that geometry holds points, and where', async () => {
      const { geo, rows } = await readGeo(join(folder, name))
      assert.match(geo.version, /^1\.\d+\.\d+$/)
      assert.equal(geo.primary_column, 'geometry')
      assert.deepEqual(Object.keys(geo.columns), ['geometry'])
      const { encoding, geometry_types, bbox } = geo.columns.geometry!
      assert.equal(encoding, 'WKB')
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
  })

async function readGeo(path: string): Promise<{ geo: GeoMetadata; rows: Located[] }> {
  const { metadata, rows } = await readParquet<Located>(path)
  const keys = metadata.key_value_metadata?.filter(({ key }) => key === 'geo') ?? []
  assert.equal(keys.length, 1)
  return { geo: JSON.parse(keys[0]!.value!), rows }
}

/** Reads the well-known binary of a two-dimensional point (OGC 06-103r4, section 8.2). */
function decodePoint(wkb: Uint8Array): { lat: number; lng: number } {
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength)
  const littleEndian = view.getUint8(0) === 1
  assert.equal(view.getUint32(1, littleEndian), 1, 'the type of geometry: a point')
  assert.equal(view.byteLength, 21)
  return { lng: view.getFloat64(5, littleEndian), lat: view.getFloat64(13, littleEndian) }
}
