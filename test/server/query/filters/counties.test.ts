import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formerCounties } from '../../../../data/geography/former_counties.ts'
import { inCountiesNamed, inCountiesOf } from '../../../../server/query/filters/counties.ts'
import { countyFinder } from '../../../../server/snapshot/columns/cities.ts'
import type { Snapshot } from '../../../../server/snapshot/open.ts'
import { Bitmap } from '../../../../server/snapshot/sets/bitmap.ts'

type Placed = { county: string; county_fips: string; county_fips_2020?: string }
const farms: Placed[] = [
  { county: 'Roanoke', county_fips: '51161' },
  { county: 'Roanoke', county_fips: '51770' },
  { county: 'James City', county_fips: '51095' },
  { county: 'Carson City', county_fips: '32510' },
  { county: 'Capitol', county_fips: '09110', county_fips_2020: '09003' },
  { county: 'Capitol', county_fips: '09110', county_fips_2020: '09013' },
  { county: 'Caledonia', county_fips: '50005' },
  { county: 'Chugach', county_fips: '02063' },
  { county: 'Northeastern Connecticut', county_fips: '09150', county_fips_2020: '09015' },
  { county: 'Windham', county_fips: '50025' },
]
type Field = 'county' | 'county_fips'
const namesOf = (field: Field) => [...new Set(farms.map((farm) => farm[field]))]
const snapshot = {
  farms: farms.length,
  farmColumns: {
    countyFips2020: Uint32Array.from(farms, ({ county_fips, county_fips_2020 }) =>
      Number(county_fips_2020 ?? county_fips),
    ),
  },
  countiesNamed: countyFinder([...namesOf('county'), ...formerCounties.map(({ name }) => name)]),
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

  it('are found by the names of former counties', () => {
    const asked: [string, number[]][] = [
      ['Hartford County', [4]],
      ['Tolland', [5]],
      ['Windham', [8, 9]],
      ['Valdez-Cordova Census Area', [7]],
      ['Litchfield', []],
      ['Capitol Planning Region', [4, 5]],
    ]
    for (const [name, rows] of asked)
      assert.deepEqual([...inCountiesNamed(snapshot, [name])], rows, name)
  })

  it('are found by codes, those of former counties too', () => {
    const asked: [string, number[]][] = [
      ['51770', [1]],
      ['09003', [4]],
      ['09110', [4, 5]],
      ['09005', []],
      ['02063', [7]],
      ['02261', [7]],
      ['09999', []],
    ]
    for (const [code, rows] of asked)
      assert.deepEqual([...inCountiesOf(snapshot, [code])], rows, code)
    assert.deepEqual([...inCountiesOf(snapshot, ['09013', '50005'])], [5, 6])
  })
})
