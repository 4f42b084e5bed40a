import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { locate } from '../../../../server/query/reader/places/locate.ts'
import { Gazetteer } from '../../../../server/snapshot/columns/gazetteer.ts'
import { listedTowns } from '../../../../server/snapshot/columns/listed_towns.ts'
import { Bitmap } from '../../../../server/snapshot/sets/bitmap.ts'

/** City and state of each farm, and its latitude, from south to north and back. */
const farms: [city: string | null, state: string, lat: number][] = [
  ['Dummerston', 'VT', 42.93],
  ['dummerston', 'VT', 42.91],
  ['Town of Dummerston', 'VT', 42.95],
  ['Danville', 'VT', 44.41],
  ['Danville', 'CT', 41.5],
  ['Dummerston', 'VT', 42.99],
  ['Dummerston', 'NH', NaN],
  [null, 'VT', 44.2],
  ['12', 'VT', 44.3],
]
const names = [...new Set(farms.flatMap(([city]) => city ?? []))]
const hidden = new Set<number>()
const plain = Gazetteer.get()
const ofFarms = {
  columns: {
    cities: {
      names,
      ofRow: Uint32Array.from(farms, ([city]) =>
        city === null ? names.length : names.indexOf(city),
      ),
    },
    farms: {
      lat: Float64Array.from(farms, ([, , lat]) => lat),
      lng: Float64Array.from(farms, (_, row) => -72.6 - row / 100),
    },
  },
  fieldCodes: {
    any: (_: unknown, [state]: readonly string[]) =>
      Bitmap.where(farms.length, (row) => farms[row]![1] === state),
  },
  hidden,
} as unknown as Parameters<typeof listedTowns>[0]
const gazetteer = plain.with(listedTowns(ofFarms, plain))

describe('the towns that only farms name', () => {
  it('are found at the farm in their middle', () => {
    const name = 'Dummerston, VT'
    const at = { lat: 42.93, lng: -72.6, state: 'VT', county_fips: '50025' }
    for (const query of [name, 'Dummerston', 'near dummerston vermont', 'Dummerston, Windham, VT'])
      assert.deepEqual(locate(gazetteer, query), {
        query,
        name,
        kind: 'city',
        precision: 'farms',
        ...at,
      })
    assert.throws(() => locate(plain, name), /no place is called/)
  })

  it('hide no place of the gazetteer, and are none where nobody knows a point', () => {
    assert.equal(locate(gazetteer, 'Danville, VT').precision, 'town')
    assert.equal(locate(gazetteer, 'Danville, VA').precision, 'town')
    assert.equal(locate(gazetteer, 'Danville, CT').precision, 'farms')
    assert.throws(() => locate(gazetteer, 'Dummerston, NH'), /no place is called/)
    assert.deepEqual(gazetteer.listed(''), [])
  })

  it('tell nothing of farms that are hidden', (t) => {
    t.after(() => hidden.clear())
    hidden.add(0)
    assert.equal(locate(gazetteer, 'Dummerston, VT').lat, 42.99)
    for (const row of [1, 5]) hidden.add(row)
    assert.throws(() => locate(gazetteer, 'Dummerston, VT'), /no place is called/)
  })
})
