import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { mapping } from '../../../data/schema/input/mapping.ts'
import { adapterFor } from '../../../pipeline/read/adapters.ts'
import { sourceRows } from '../../support/source_rows.ts'

const root = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))
const portal = 'usda_local_food_portal'
const withheld = (what: string) => `${what} withheld: scrambled by the portal`

/**
 * Rows counted with another CSV reader. Withheld facets counted with a script of its own: the rows
 * last updated before March 2022 (before 2023 where it is the only mark) that have them.
 */
const files: {
  kind: string
  file: string
  rows: number
  placeType: string
  corrections?: Record<string, number>
}[] = [
  {
    kind: 'usda-local-food-portal',
    file: `${portal}/farmersmarket_2022-09-18.csv.gz`,
    rows: 1027,
    placeType: 'farmers_market',
    corrections: {
      [withheld('organic')]: 942,
      'credit cards withheld: marked on every listing': 947,
      'WIC cash put back: renamed by the portal': 216,
    },
  },
  {
    kind: 'usda-local-food-portal',
    file: `${portal}/csa_2024-04-18.csv.gz`,
    rows: 1011,
    placeType: 'csa',
    corrections: {
      [withheld('organic')]: 873,
      [withheld('delivery options')]: 861,
      [withheld('share sizes')]: 265,
    },
  },
  {
    kind: 'usda-local-food-portal',
    file: `${portal}/onfarmmarket_2024-04.csv.gz`,
    rows: 1937,
    placeType: 'on_farm_market',
    corrections: { [withheld('organic')]: 1475 },
  },
  {
    kind: 'usda-local-food-portal',
    file: `${portal}/foodhub_2024-04.csv.gz`,
    rows: 230,
    placeType: 'food_hub',
    corrections: { [withheld('locality')]: 85 },
  },
  {
    kind: 'usda-csa-directory',
    file: 'usda_legacy_directories/csa_2017-05-15.csv.gz',
    rows: 765,
    placeType: 'csa',
  },
  {
    kind: 'usda-on-farm-directory',
    file: 'usda_legacy_directories/onfarm_2017-05-15.csv.gz',
    rows: 1421,
    placeType: 'on_farm_market',
  },
  {
    kind: 'new-york-farmers-markets',
    file: 'state_and_city/ny_farmers_markets_2017-06.csv.gz',
    rows: 694,
    placeType: 'farmers_market',
  },
]

describe('the published files', { skip: !existsSync(root) && `${root} is absent` }, () => {
  for (const { kind, file, rows, placeType, corrections = {} } of files)
    it(`reads every row of ${file}, and withholds what is scrambled`, async () => {
      const read = await sourceRows(adapterFor(kind), root + file)
      assert.equal(read.length, rows)
      const farms = read.map((row) => ('farm' in row ? row.farm : assert.fail(row.rejected)))
      assert.deepEqual(new Set(farms.map((farm) => farm.place_type)), new Set([placeType]))
      for (const [rule, count] of Object.entries(corrections))
        assert.equal(farms.filter((farm) => farm.corrections?.includes(rule)).length, count, rule)
    })

  it('reads every feature of the county’s map by its mapping', async () => {
    const path = `${root}state_and_city/king_wa_local_farms_2020-08.geojson.gz`
    const byHand = mapping.parse({ name: 'Name', description: 'description' })
    const rows = await sourceRows(adapterFor('geojson'), path, byHand)
    assert.equal(rows.length, 24)
    for (const row of rows) assert.ok('farm' in row && typeof row.farm.lat === 'number')
  })

  it('refuses a file of another kind, and says what is missing', async () => {
    const path = `${root}state_and_city/ny_farmers_markets_2017-06.csv.gz`
    await assert.rejects(sourceRows(adapterFor('usda-csa-directory'), path), {
      name: 'SourceError',
      message: /not a usda-csa-directory file: expected columns CSA_ID, .*without CSA_ID/,
    })
  })
})
