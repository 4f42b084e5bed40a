import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { cellToParent, latLngToCell } from 'h3-js'
import fc from 'fast-check'
import { haversineMiles, kmPerMile } from '../../../data/geography/distance.ts'
import { naturalKey } from '../../../pipeline/read/adapter.ts'
import { openDatabase } from '../../../pipeline/database/database.ts'

const database = await openDatabase(':memory:')
after(() => database.close())

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('ancestor_cell_name(h3_cell, resolution)', () => {
  it('gives the cell that h3-js gives, at every resolution', async () => {
    const cells = fc.sample(point, 200).map(({ lat, lng }) => latLngToCell(lat, lng, 9))
    for (const resolution of [0, 1, 4, 5, 8, 9]) {
      const rows = await database.rows<{ h3_cell: string; ancestor: string }>(
        `select h3_cell, ancestor_cell_name(h3_cell, $resolution) as ancestor
        from (select unnest(from_json($cells, '["VARCHAR"]')) as h3_cell)`,
        { resolution, cells: JSON.stringify(cells) },
      )
      assert.equal(rows.length, cells.length)
      for (const { h3_cell, ancestor } of rows)
        assert.equal(ancestor, cellToParent(h3_cell, resolution))
    }
  })

  it('has none finer than the cell', async () => {
    for (const resolution of [-1, 10])
      await assert.rejects(
        database.rows("select ancestor_cell_name('8928308280fffff', $resolution)", { resolution }),
        /resolution -?\d+ is outside 0…9/,
      )
  })
})

describe('public_source_id(source_id)', () => {
  it('shows ids of sources, and no street of those that were made of one', async () => {
    const made = naturalKey('Elm Row Farm', '12 Hollow Way', 'Danville', '05828')
    const ids = ['1018261', 'a-b', 'node/123', 'way/9', made, 'node/12-hollow-way']
    const rows = await database.rows<{ shown: string }>(
      `select public_source_id(id) as shown from (select unnest(from_json($ids, '["VARCHAR"]')) as id)`,
      { ids: JSON.stringify(ids) },
    )
    const md5 = (text: string) => hash('md5', text)
    assert.deepEqual(
      rows.map(({ shown }) => shown),
      [...ids.slice(0, 4), md5(made), md5(ids[5]!)],
    )
  })
})

describe('distance_mi(lat, lng, lat, lng)', () => {
  const measured = async (from: object, to: object) => {
    const [row] = await database.rows<{ mi: number | null; km: number | null }>(
      `with ends as (
        select from_json($start, $point) as a, from_json($stop, $point) as b
      )
      select
        distance_mi(a.lat, a.lng, b.lat, b.lng) as mi,
        distance_km(a.lat, a.lng, b.lat, b.lng) as km
      from ends`,
      {
        start: JSON.stringify(from),
        stop: JSON.stringify(to),
        point: '{"lat": "DOUBLE", "lng": "DOUBLE"}',
      },
    )
    return row!
  }

  it('is that of haversineMiles', async () => {
    for (const [from, to] of fc.sample(fc.tuple(point, point), 100)) {
      const { mi, km } = await measured(from, to)
      const expected = haversineMiles(from, to)
      assert.ok(Math.abs(mi! - expected) <= 1e-6, JSON.stringify([from, to, mi, expected]))
      assert.ok(Math.abs(km! - expected * kmPerMile) <= 2e-6)
    }
  })
  it('reaches half around the globe, and no farther', async () => {
    const { mi } = await measured({ lat: 44, lng: -72 }, { lat: -44, lng: 108 })
    assert.ok(Math.abs(mi! - haversineMiles({ lat: 44, lng: -72 }, { lat: -44, lng: 108 })) < 1e-3)
  })
  it('is null where a place is unknown', async () => {
    assert.deepEqual(await measured({ lat: null, lng: null }, { lat: 1, lng: 2 }), {
      mi: null,
      km: null,
    })
  })
})

describe('plain(text)', () => {
  it('has no accents, no case, and one space for what is no letter or digit', async () => {
    const texts = await database.rows("select plain('Café  No.7 & Co') as one, plain(null) as none")
    assert.deepEqual(texts, [{ one: 'cafe no 7 co', none: '' }])
  })
})
