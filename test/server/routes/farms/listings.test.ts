import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { layout } from '../../../../data/schema/layout.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

type Row = { farm_id: string; farm_name: string; name: string; price: number | null } & Record<
  string,
  unknown
>
type Meta = {
  total: number
  location?: { name: string }
  matched_products?: string[]
  did_you_mean?: string | null
  broader?: { value: string; count: number }[]
  hints?: string[]
  ignored?: string[]
}
type Page = { data: Row[]; meta: Meta; links: { next?: string } }

const { root, folder } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const farms = await publishedFarms(folder)
const idOf = (name: string) => farms.find((farm) => farm.name === name)!.id

const page = async (query: string) => (await server.ask<Page>(`/v1/listings?${query}`)).body
const names = async (query: string) => (await page(query)).data.map(({ name }) => name)
const ofSquare = 'lat=44.411&lng=-72.14&radius=1'

describe('GET /v1/listings', () => {
  it('says of an empty circle how far the nearest such listing is, in miles that find it', async () => {
    const at = 'lat=44&lng=-72.14&product=eggs&max_price=6.6&in_stock=false'
    const [hint] = (await page(`${at}&radius=1`)).meta.hints!
    const said = /^no farm that matches is within 1 mile: the nearest is (\d+) miles away$/
    const miles = Number(said.exec(hint!)?.[1])
    assert.deepEqual(await names(`${at}&radius=${miles}`), ['Pastured eggs'], hint)
    assert.deepEqual(await names(`${at}&radius=${miles - 1}`), [], hint)
  })

  it('is for paid keys', async () => {
    const free = await server.ask('/v1/listings?product=eggs', { key: 'free' })
    assertProblem(free, 403)
    assertProblem(await server.ask('/v1/listings?product=eggs', { key: null }), 401)
  })

  it('has the listings of farms as rows, around a place that it names, by their distance', async () => {
    const { data, meta } = await page('product=eggs&near=Danville,+VT&radius=100')
    assert.equal(meta.location?.name, 'Danville, VT')
    const open = data.filter(({ farm_name }) => farm_name === 'Open Book Farm')
    assert.deepEqual(
      open.map(({ id, name, price, unit, in_stock }) => [id, name, price, unit, in_stock]),
      [
        ['l2', 'Fresh eggs', 7.21, 'dozen', true],
        ['l1', 'Pastured eggs', 6.53, 'dozen', false],
      ],
    )
    const distances = data.map(({ distance_mi }) => distance_mi as number)
    assert.deepEqual(
      distances,
      distances.toSorted((a, b) => a - b),
    )
  })

  it('leaves out what is not asked for, and says what says nothing', async () => {
    assert.deepEqual(await names(`${ofSquare}&product=eggs&in_stock=true`), ['Fresh eggs'])
    assert.deepEqual(await names(`${ofSquare}&unit=pounds`), ['raw honey'])
    assert.deepEqual(await names(`${ofSquare}&in_stock=unknown`), ['raw honey'])
    assert.deepEqual(await names(`${ofSquare}&min_price=6.53&max_price=7.20`), ['Pastured eggs'])
    assertBadParameters(await server.ask('/v1/listings?radius=9&state=VT'), ['radius'])
  })

  it('goes from page to page without a gap', async () => {
    const all = (await page('per_page=100')).data
    const paged: Row[] = []
    let next: string | undefined = '/v1/listings?per_page=3'
    while (next !== undefined) {
      assert.match(next, /per_page=3/)
      const { data, links }: Page = (await server.ask<Page>(next)).body
      if (paged.length > 0) assert.match(next, /snapshot=/)
      paged.push(...data)
      next = links.next
    }
    assert.deepEqual(paged.slice(0, 100), all)
  })

  it('says of an empty list what was meant, and of farms without listings', async () => {
    const unknown = (await page('product=egs')).meta
    assert.deepEqual([unknown.matched_products, unknown.did_you_mean], [[], 'eggs'])
    assert.deepEqual(unknown.hints, ['product: `egs` is not known; did you mean `eggs`?'])
    const eggs = (await page('product=eggs')).meta.total
    const [broader] = (await page('product=cage-free+eggs')).meta.broader!
    assert.deepEqual(broader, { value: 'eggs', count: eggs })
    const { meta } = await page(`${ofSquare}&product=cheese`)
    assert.deepEqual(meta.matched_products, ['cheese'])
    assert.match(meta.hints![0]!, /^4 farms in the circle offer `cheese`, but none has/)
  })

  it('takes fields and formats', async () => {
    const query = `${ofSquare}&product=honey&fields=farm_name,price,distance_mi`
    const row = { farm_name: 'Open Book Farm', distance_mi: 0, price: 11.87 }
    assert.deepEqual((await page(query)).data, [row])
    const ask = async (format: string) =>
      (await server.ask(`/v1/listings?${query}&format=${format}`)).text
    assert.deepEqual(JSON.parse(await ask('ndjson')), row)
    assert.deepEqual(parse(await ask('csv'), { columns: true, bom: true }), [
      { farm_name: 'Open Book Farm', distance_mi: '0', price: '11.87' },
    ])
    const { features } = JSON.parse(await ask('geojson'))
    assert.deepEqual(features, [
      {
        type: 'Feature',
        id: idOf('Open Book Farm'),
        geometry: { type: 'Point', coordinates: [-72.14, 44.411] },
        properties: row,
      },
    ])
    const header = (await server.ask('/v1/listings?format=csv')).text.split('\n')[0]!
    assert.ok(!header.includes('distance_mi'))
  })

  it('refuses what says nothing, and names the parameter', async () => {
    const refused = async (query: string, parameter: string) =>
      assertBadParameters(await server.ask(`/v1/listings?${query}`), [parameter]).errors[0]!
    await refused('sort=distance', 'sort')
    await refused('fields=distance_mi', 'fields')
    await refused('min_price=3&max_price=2', 'max_price')
    await refused('lat=44', 'lng')
    await refused('exact=yes', 'exact')
    assert.equal((await refused('unit=dozn', 'unit')).suggestion, 'dozen')
    assert.match(
      (await refused('comparable_unit=bunch', 'comparable_unit')).message,
      /lb, dozen, quart/,
    )
  })

  it('leaves out farms that were taken out since', async (t) => {
    const own = await startServer(t, root)
    const id = idOf('Open Book Farm')
    const removal = { farm_id: id, reason: 'asked to', at: '2026-06-03T00:00:00Z' }
    const queries = [
      '',
      '&sort=price',
      `&${ofSquare}`,
      `&${ofSquare}&sort=-price`,
      '&product=eggs',
      '&state=VT',
    ]
    const ask = async (query: string) =>
      (await own.ask<Page>(`/v1/listings?per_page=100${query}`)).body
    const before = await Promise.all(queries.map(ask))
    await writeFile(
      layout(root).tombstones,
      JSON.stringify([{ ...removal, expires: null, listings: [] }]),
    )
    await own.refresh()
    for (const [index, { data, meta }] of (await Promise.all(queries.map(ask))).entries()) {
      const others = before[index]!.data.filter(({ farm_id }) => farm_id !== id)
      const gone = before[index]!.data.length - others.length
      assert.ok(gone > 0)
      assert.deepEqual(data.slice(0, others.length), others, queries[index])
      assert.equal(meta.total, before[index]!.meta.total - gone)
    }
  })
})
