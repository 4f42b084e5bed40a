import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { kindsAsSql } from '../../../support/kinds_of_products.ts'
import { withDuckDb } from '../../../support/duckdb.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { startServer } from '../../../support/running_server.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const { root, folder } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const program = join(await temporaryFolder({ after }), 'prices.mjs')
const recipe = await readFile(
  new URL('../../../../server/recipes/prices.md', import.meta.url),
  'utf8',
)
const [, code] = /```js\n(\/\/ prices\.mjs:[^]*?)```/.exec(recipe) ?? []
await writeFile(program, code!)

async function run(key: string, cities: string[]) {
  const env = { ...process.env, KEY: key, SERVER: server.url }
  const child = spawn(process.execPath, [program, 'eggs', '40'], { env })
  child.stdin.end(cities.join('\n'))
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { out, err, status: child.exitCode }
}

/** Prices of eggs a dozen around a point, as the published file has them. */
const expected = (lat: string, lng: string) => `
  select
    count(comparable_price)::integer as prices,
    round(quantile_cont(comparable_price, 0.5)::double, 2) as median
  from read_parquet('${join(folder, 'members/product_listings.parquet')}')
  join read_parquet('${join(folder, 'members/farms.parquet')}') as farms on farms.id = farm_id
  where list_contains(${kindsAsSql('eggs')}, product) and comparable_unit = 'dozen' and 2 * 3958.7613 * asin(sqrt(
    pow(sin(radians(lat - ${lat}) / 2), 2)
    + cos(radians(${lat})) * cos(radians(lat)) * pow(sin(radians(lng - (${lng})) / 2), 2))) <= 40`

const gazetteer = new URL('../../../../data/geography/gazetteer/places.tsv', import.meta.url)
const cities = (await readFile(gazetteer, 'utf8'))
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([name, kind]) => name!.endsWith(', VT') && kind === 'city')
  .map(([name]) => name!)
  .slice(0, 50)

describe('the recipe that compares prices of fifty cities', () => {
  it('asks once for each, and has what the published files have', async () => {
    const { out, err, status } = await run(server.keys.paid, cities)
    assert.deepEqual([status, err], [0, ''])
    const asked = server.log.lines().filter((line) => line['path'] === '/v1/market/prices')
    assert.equal(asked.length, 50)
    const rows = parse<Record<string, string>>(out, { columns: true })
    assert.deepEqual(new Set(rows.map(({ city }) => city)), new Set(cities))
    await withDuckDb(async (connection) => {
      for (const { city, lat, lng, unit, prices, median } of rows) {
        const [found] = (
          await connection.runAndReadAll(expected(lat!, lng!))
        ).getRowObjectsJson() as { prices: number; median: number | null }[]
        const counts = found!.prices === 0 ? ['', '', ''] : ['dozen', found!.prices, found!.median]
        assert.deepEqual([unit, prices, median], counts.map(String), city)
      }
    })
    assert.ok(rows.filter(({ prices }) => Number(prices) > 3).length > 10)
  })

  it('says which city is none, with the nearest spelling', async () => {
    const { err, status } = await run(server.keys.paid, ['Montpeliar, VT'])
    assert.equal(status, 1)
    assert.match(err, /Montpeliar, VT: near: .*Montpelier, VT/)
  })
})
