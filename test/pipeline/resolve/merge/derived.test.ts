import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import * as file from 'node:test'
import { latLngToCell } from 'h3-js'
import { openDatabase, type Database } from '../../../../pipeline/database/database.ts'
import { runSteps } from '../../../../pipeline/database/step.ts'
import { valuesTable } from '../../../../pipeline/database/values_table.ts'
import { derivedStep } from '../../../../pipeline/resolve/merge/derived.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const seasons = [{ from: '05-01', to: '10-31', weekly: { sat: [['09:00', '13:00']] } }]
const farms = [
  {
    farm_id: 'vermont',
    state: 'VT',
    lat: 44.41,
    lng: -72.14,
    hours_json: { timezone: null, seasons, note: null },
  },
  {
    farm_id: 'arizona',
    state: 'AZ',
    lat: 33.45,
    lng: -112.07,
    hours_json: { timezone: null, seasons, note: '“a/b”' },
  },
  {
    farm_id: 'stated',
    lat: 44.41,
    lng: -72.14,
    hours_json: { timezone: 'America/Chicago', seasons: [], note: null },
  },
  { farm_id: 'nowhere', lat: null, lng: null, hours_json: { timezone: null, seasons, note: null } },
  { farm_id: 'ojinaga', state: 'TX', lat: 29.551, lng: -104.401, hours_json: null },
  // 1 km and 20 km across a river from Vermont.
  { farm_id: 'riverside', state: 'VT', lat: 44.15, lng: -72.03, hours_json: null },
  { farm_id: 'stateless', lat: 44.15, lng: -72.03, hours_json: null },
  { farm_id: 'inland', state: 'VT', lat: 44.15, lng: -71.8, hours_json: null },
  { farm_id: 'untold', lat: 44.41, lng: -72.14, hours_json: null },
]

type Derived = {
  county: string | null
  county_fips: string | null
  state_fips: string | null
  farm_id: string
  h3_cell: string | null
  timezone: string | null
  opening_hours: string | null
  hours_json: string | null
}

describe('merge.farms', () => {
  let database: Database
  const derived = new Map<string, Derived>()
  const of = (id: string) => derived.get(id)!

  before(async () => {
    database = await openDatabase(join(await temporaryFolder(file), 'test.duckdb'))
    await database.run('create schema merge')
    const types = {
      farm_id: 'VARCHAR',
      state: 'VARCHAR',
      lat: 'DOUBLE',
      lng: 'DOUBLE',
      hours_json: 'JSON',
    }
    await valuesTable(database, 'merge.records', types, farms)
    await runSteps(database, [derivedStep])
    for (const row of await database.rows<Derived>('from merge.farms'))
      derived.set(row.farm_id, row)
  })
  after(() => database.close())

  it('finds the cell and the time zone of a location', () => {
    for (const { farm_id, lat, lng } of farms.filter((each) => each.lat !== null))
      assert.equal(of(farm_id).h3_cell, latLngToCell(lat, lng, 9))
    assert.equal(of('vermont').timezone, 'America/New_York')
    assert.equal(of('arizona').timezone, 'America/Phoenix')
  })

  it('finds the county of a location, by its Census name and codes', () => {
    const countyOf = (id: string) => [of(id).county, of(id).county_fips, of(id).state_fips]
    assert.deepEqual(countyOf('vermont'), ['Caledonia', '50005', '50'])
    assert.deepEqual(countyOf('arizona'), ['Maricopa', '04013', '04'])
    assert.deepEqual(countyOf('nowhere'), [null, null, null])
  })

  it('finds a county of the farm’s state up to 8 km from its simplified border', () => {
    assert.deepEqual([of('riverside').county, of('riverside').county_fips], ['Orange', '50017'])
    for (const id of ['stateless', 'inland']) assert.equal(of(id).county_fips, '33009', id)
  })

  it('has the time zone of the state just across its border', () => {
    assert.equal(of('ojinaga').timezone, 'America/Chicago')
  })

  it('knows nothing of a farm that is nowhere', () => {
    const { h3_cell, timezone, hours_json } = of('nowhere')
    assert.deepEqual([h3_cell, timezone], [null, null])
    assert.equal(JSON.parse(hours_json!).timezone, null)
  })

  it('puts hours into the time zone of the farm, unless they name their own', () => {
    const zoneOf = (id: string) => JSON.parse(of(id).hours_json!).timezone
    assert.deepEqual(['vermont', 'arizona', 'stated'].map(zoneOf), [
      'America/New_York',
      'America/Phoenix',
      'America/Chicago',
    ])
  })

  it('writes the hours as JSON.stringify does, in the order of their schema', () => {
    const hours = { timezone: 'America/Phoenix', seasons, note: '“a/b”' }
    assert.equal(of('arizona').hours_json, JSON.stringify(hours))
  })

  it('writes opening_hours, null where no times are known', () => {
    assert.deepEqual(
      farms.map(({ farm_id }) => of(farm_id).opening_hours),
      [
        'May-Oct Sa 09:00-13:00',
        'May-Oct Sa 09:00-13:00',
        null,
        'May-Oct Sa 09:00-13:00',
        ...Array.from({ length: 5 }, () => null),
      ],
    )
  })

  it('fails with the name of the function', async () => {
    await assert.rejects(database.run("select opening_hours_of('{')"), /opening_hours_of: .*JSON/)
  })
})
