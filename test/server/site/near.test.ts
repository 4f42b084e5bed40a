import assert from 'node:assert/strict'
import { basename, dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { assetFiles } from '../../../server/site/assets.ts'
import { farmIndex, type FarmIndex } from '../../../server/site/farm_index.ts'
import { placeFolder } from '../../../server/site/folder.ts'
import { withDuckDb } from '../../support/duckdb.ts'
import { manyFarms } from '../../support/many_farms.ts'
import { serveFolder } from '../../support/static_files.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

type Farm = { name: string; distance_mi: number }
type Near = {
  farmsNear: (
    index: FarmIndex,
    url: string,
    point: { lat: number; lng: number },
    radius_mi: number,
    bytes: number,
  ) => Promise<{ farms: Farm[]; radius_mi: number }>
  farmsIn: (index: FarmIndex, url: string, box: number[]) => Promise<Farm[]>
}

const rows = 60_000
const site = await temporaryFolder({ after })
const path = join(site, 'farms.parquet')
/** Farms all over the country, dense in places, in rows from south to north, a twentieth of them nowhere. */
await withDuckDb((connection) =>
  connection.run(`
    copy (
      select 'Farm ' || n as name, 'farm' as place_type, null::varchar as city, 'VT' as state, lat, lng,
        if(n % 3 = 0, null, ['eggs', 'product ' || n % 50]) as products,
        timestamptz '2026-01-01 00:00:00Z' + to_hours(n) as updated_at, repeat(md5(n::varchar), 3) as other
      from (
        select n, if(n % 20 = 7, null, lat) as lat, if(n % 20 = 7, null, lng) as lng
        from (
          select n, 25 + 24 * ((n * 7919) % 10007) / 10007 as lat,
            -124 + 56 * (((n * 104729) % 10009) / 10009) ** 2 as lng
          from range(${rows}) as r(n)
        )
      )
      order by floor(lat), lng
    ) to '${path}' (format parquet, compression zstd, row_group_size 2048)`),
)
const assets = join(site, await placeFolder(site, 'assets', assetFiles()))
const { farmsNear, farmsIn } = (await import(pathToFileURL(join(assets, 'near.js')).href)) as Near
const index = JSON.parse(JSON.stringify(await farmIndex(path))) as FarmIndex
const server = await serveFolder({ after }, site)
const url = `${server.url}/farms.parquet`

const where = (sql: string, values: Record<string, number>, file = path) =>
  withDuckDb(async (connection) => {
    const reader = await connection.runAndReadAll(
      `select name from read_parquet('${file}') where ${sql}`,
      values,
    )
    return reader.getRows().map(([name]) => name as string)
  })

const within = (lat: number, lng: number, radius_mi: number, file = path) =>
  where(
    `2 * 3958.7613 * asin(sqrt(sin(radians(lat - $lat) / 2) ** 2 +
      cos(radians($lat)) * cos(radians(lat)) * sin(radians(lng - $lng) / 2) ** 2)) <= $radius_mi`,
    { lat, lng, radius_mi },
    file,
  )

const names = (farms: readonly Farm[]) => farms.map(({ name }) => name).toSorted()

describe('farms near a point, by ranges of bytes', () => {
  const budget = 120_000
  const points = [
    [44.4, -72.1, 25],
    [34.05, -118.2, 25],
    [34.05, -118.2, 100],
    [40.7, -100, 50],
    [26.999, -81, 100],
    [70, 10, 50],
  ] as const

  for (const [lat, lng, radius] of points)
    it(`are all that there are within ${radius} miles of ${lat}, ${lng}, or within those that it says`, async () => {
      server.sent.length = 0
      const found = await farmsNear(index, url, { lat, lng }, radius, budget)
      assert.deepEqual(names(found.farms), (await within(lat, lng, found.radius_mi)).toSorted())
      assert.ok(found.radius_mi > 0 && found.radius_mi <= radius)
      assert.ok(server.sent.length <= 4, `${server.sent.length} requests`)
      const bytes = server.sent.reduce((sum, each) => sum + each.bytes, 0)
      assert.ok(bytes <= budget, `${bytes} bytes`)
      const distances = found.farms.map(({ distance_mi }) => distance_mi)
      assert.deepEqual(
        distances,
        distances.toSorted((a, b) => a - b),
      )
    })

  it('reach as far as is asked where more bytes may be read', async () => {
    const point = { lat: 34.05, lng: -118.2 }
    const near = await farmsNear(index, url, point, 100, budget)
    const far = await farmsNear(index, url, point, 100, 10 * budget)
    assert.ok(near.radius_mi < 100)
    assert.equal(far.radius_mi, 100)
    assert.deepEqual(names(far.farms), (await within(34.05, -118.2, 100)).toSorted())
  })

  it('are found in a box too, unless it is too large', async () => {
    const found = await farmsIn(index, url, [-100, 40, -99, 41])
    const expected = await where('lng between -100 and -99 and lat between 40 and 41', {})
    assert.deepEqual(names(found), expected.toSorted())
    await assert.rejects(() => farmsIn(index, url, [-180, -90, 180, 90]))
  })

  it('are the same from a host that knows no ranges', async () => {
    const deaf = await serveFolder({ after }, site, { ranges: false })
    const found = await farmsNear(
      index,
      `${deaf.url}/farms.parquet`,
      { lat: 44.4, lng: -72.1 },
      25,
      budget,
    )
    assert.deepEqual(names(found.farms), (await within(44.4, -72.1, 25)).toSorted())
  })
})

describe('a search in farms.parquet as it is published', () => {
  const count = 100_000
  const budget = 300_000

  it('takes 5 requests, and its share of the bytes, the index among them', async (t) => {
    const { path: published, farms } = await manyFarms(t, count)
    const host = await serveFolder(t, dirname(published))
    const text = JSON.stringify(await farmIndex(published))
    const ofFarms = JSON.parse(text) as FarmIndex
    const sent: number[] = []
    for (let at = 0; at < count; at += 5000) {
      const { lat, lng } = farms[at]!
      host.sent.length = 0
      const address = `${host.url}/${basename(published)}`
      const found = await farmsNear(ofFarms, address, { lat, lng }, 25, budget - text.length)
      assert.deepEqual(
        names(found.farms),
        (await within(lat, lng, found.radius_mi, published)).toSorted(),
      )
      assert.ok(found.farms.length > 0)
      assert.ok(host.sent.length <= 4)
      sent.push(text.length + host.sent.reduce((sum, { bytes }) => sum + bytes, 0))
    }
    assert.ok(Math.max(...sent) <= budget, `${Math.max(...sent)} of ${budget} bytes`)
  })
})
