import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inCountiesNamed, inCountiesOf } from '../../../../server/query/filters/counties.ts'
import { countyFinder } from '../../../../server/snapshot/columns/cities.ts'
import type { Snapshot } from '../../../../server/snapshot/open.ts'
import { Bitmap } from '../../../../server/snapshot/sets/bitmap.ts'

const [hartford, storrs] = [{ lat: 41.7658, lng: -72.6734 }, { lat: 41.8084, lng: -72.2495 }] // prettier-ignore
type Placed = { county: string; county_fips: string; lat?: number; lng?: number }
const farms: Placed[] = [
  { county: 'Roanoke', county_fips: '51161' },
  { county: 'Roanoke', county_fips: '51770' },
  { county: 'James City', county_fips: '51095' },
  { county: 'Carson City', county_fips: '32510' },
  { county: 'Hartford', county_fips: '09003', ...hartford },
  { county: 'Tolland', county_fips: '09013', ...storrs },
  { county: 'Caledonia', county_fips: '50005' },
]
type Field = 'county' | 'county_fips'
const namesOf = (field: Field) => [...new Set(farms.map((farm) => farm[field]))]
const snapshot = {
  farms: farms.length,
  farmColumns: { lat: farms.map(({ lat }) => lat), lng: farms.map(({ lng }) => lng) },
  countiesNamed: countyFinder(namesOf('county')),
  fieldCodes: {
    of: (field: Field) => ({ names: namesOf(field) }),
    any: (field: Field, names: string[]) =>
      Bitmap.where(farms.length, (row) => names.includes(farms[row]![field])),
  },
} as unknown as Snapshot

describe('the farms of a county', () => {
  it('leave out the independent city of its name, and the other way round', () => {
    const asked: [string, number[]][] = [
      ['Roanoke', [0, 1]],
      ['roanoke county', [0]],
      ['Roanoke City', [1]],
      ['James City', [2]],
      ['James City County', [2]],
      ['Carson City', [3]],
      ['Caledonia city', []],
    ]
    for (const [name, rows] of asked)
      assert.deepEqual([...inCountiesNamed(snapshot, [name])], rows, name)
    assert.deepEqual([...inCountiesNamed(snapshot, ['Roanoke city', 'Hartford'])], [1, 4])
  })

  it('are found by codes of 2017, and of the parts of 2023', () => {
    const asked: [string, number[]][] = [
      ['51770', [1]],
      ['09003', [4]],
      ['09110', [4, 5]],
      ['09150', []],
      ['02063', []],
      ['09999', []],
    ]
    for (const [code, rows] of asked)
      assert.deepEqual([...inCountiesOf(snapshot, [code])], rows, code)
    assert.deepEqual([...inCountiesOf(snapshot, ['09110', '50005'])], [4, 5, 6])
  })
})
