import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { freeFields, paidFields } from '../../../../data/schema/tables/farm.ts'
import { distanceMi } from '../../../support/brute_force.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { ids, names, type ListBody } from '../../../support/list_body.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

const { root, folder, id: snapshot } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root, { now: new Date('2026-06-02T00:00:00Z') })
const farms = await publishedFarms(folder)

const square = 'lat=44.411&lng=-72.14'
const search = async (query: string) => (await server.ask<ListBody>(`/v1/search?${query}`)).body

describe('GET /v1/search', () => {
  it('answers data, meta and links, and nothing else', async () => {
    const list = await search(`${square}&radius=0.01&per_page=3`)
    assert.deepEqual(Object.keys(list), ['data', 'meta', 'links'])
    assert.deepEqual(list.meta, {
      count: 3,
      total: 6,
      page: 1,
      per_page: 3,
      has_more: true,
      snapshot,
      matched_products: null,
      coverage: { products: 6, hours: 1, prices: 1 },
      coverage_recent: { products: 6, hours: 1, prices: 1 },
    })
    assert.deepEqual(Object.keys(list.links), ['self', 'next'])
  })

  it('gives free keys exactly the free fields, paid keys those and the paid ones', async () => {
    const path = `/v1/search?${square}&radius=100&per_page=100`
    const free = (await server.ask<ListBody>(path, { key: 'free' })).body
    const paid = (await server.ask<ListBody>(path, { key: 'paid' })).body
    assert.deepEqual(ids(free), ids(paid))
    for (const farm of free.data)
      assert.deepEqual(Object.keys(farm), [...freeFields, 'distance_mi'])
    for (const farm of paid.data)
      assert.deepEqual(Object.keys(farm), [...freeFields, ...paidFields, 'distance_mi'])
  })

  it('shows every farm as the published file has it', async () => {
    const { data } = await search(`${square}&radius=100&per_page=100`)
    for (const { distance_mi: _distance, ...shown } of data) {
      const published = farms.find(({ id }) => id === shown.id)!
      const expected = [...freeFields, ...paidFields].map((field) => [field, published[field]])
      assert.deepEqual(shown, Object.fromEntries(expected))
    }
  })

  it('is about 25 miles, page 1, 20 a page, and all products where nothing is said', async () => {
    const implied = await search(`${square}&products=eggs,cheese`)
    const said = await search(
      `${square}&products=eggs,cheese&radius=25&page=1&per_page=20&match=any`,
    )
    assert.deepEqual(implied.data, said.data)
    assert.deepEqual(implied.meta, said.meta)
    const wider = await search(`${square}&products=eggs,cheese&radius=26`)
    assert.notEqual(wider.meta.total, 0)
  })

  it('puts farms at the very same point in the order of their ids', async () => {
    const { data } = await search(`${square}&radius=0.01`)
    assert.equal(data.length, 6)
    assert.deepEqual(ids({ data } as ListBody), data.map(({ id }) => id).sort())
    for (const { distance_mi } of data) assert.equal(distance_mi, 0)
  })

  it('counts the edge of the circle in, and what is just beyond it out', async () => {
    const center = { lat: 44.1, lng: -72.5 }
    for (const farm of farms.filter(({ state, lat }) => state === 'VT' && lat !== null)) {
      const distance = distanceMi(center, farm)
      if (distance > 100 || Number(distance.toFixed(14)) !== distance) continue
      const least = Number((distance - 2e-14).toFixed(14))
      const at = `lat=${center.lat}&lng=${center.lng}&per_page=100`
      const inside = await search(`${at}&radius=${distance.toFixed(14)}`)
      const outside = await search(`${at}&radius=${least.toFixed(14)}`)
      assert.ok(inside.meta.total > outside.meta.total, farm.name)
    }
  })

  it('reaches over the date line, from either side of it', async () => {
    const there = ['West Of The Line', 'East Of The Line']
    for (const lng of ['180', '-180', '179.99', '-179.99'])
      assert.deepEqual(names(await search(`lat=51.93&lng=${lng}&radius=100`)), there)
  })

  it('finds nothing at the poles, and says so without a next page', async () => {
    for (const lat of ['90', '-90', '90.000', '-0']) {
      const list = await search(`lat=${lat}&lng=0&radius=100`)
      assert.deepEqual(list.data, [])
      assert.equal(list.meta.total, 0)
      assert.equal(list.meta.has_more, false)
      assert.equal(list.links.next, undefined)
    }
  })

  it('leaves out farms without a location', async () => {
    const list = await search('lat=0.001&lng=0.001&radius=100')
    assert.equal(list.meta.total, 0)
  })

  it('narrows to farms that carry all products, or any of them', async () => {
    const find = (rest: string) => search(`${square}&radius=0.5&${rest}`)
    assert.equal((await find('products=eggs')).meta.total, 5)
    assert.deepEqual(names(await find('products=eggs,honey&match=all')), ['Open Book Farm'])
    assert.equal((await find('products=eggs,honey')).meta.total, 5)
    assert.deepEqual(names(await find('products=honey')), ['Open Book Farm'])
    assert.equal((await find('products=milk,honey&match=all')).meta.total, 0)
    assert.equal((await find('products=milk,honey')).meta.total, 1)
    assert.equal((await find('products=unobtainium')).meta.total, 0)
    assert.equal((await find('products=unobtainium,honey')).meta.total, 1)
  })

  it('matches each product by name or alias, whatever the case and number', async () => {
    for (const text of ['Egg', 'EGGS', 'farm-fresh eggs', ' chicken egg ', 'Tomatoes'])
      assert.ok(
        names(await search(`${square}&products=${encodeURIComponent(text)}`)).includes(
          'Open Book Farm',
        ),
        text,
      )
  })

  it('answers a page past the last with no farms and the same total', async () => {
    const list = await search(`${square}&radius=1&page=1000000&per_page=100`)
    assert.deepEqual(list.data, [])
    assert.deepEqual(
      [list.meta.count, list.meta.total, list.meta.page, list.meta.has_more],
      [0, 7, 1_000_000, false],
    )
    assert.equal(list.links.next, undefined)
  })

  it('wants a point', async () => {
    assertBadParameters(await server.ask('/v1/search'), ['lat', 'lng'])
    assertBadParameters(await server.ask('/v1/search?lat=44'), ['lng'])
    assertBadParameters(await server.ask('/v1/search?lng=-72'), ['lat'])
  })

  it('takes values up to their bounds', async () => {
    for (const query of [
      'lat=90&lng=180',
      'lat=-90&lng=-180',
      `${square}&radius=100`,
      `${square}&radius=0.0001`,
      `${square}&per_page=1`,
      `${square}&per_page=100`,
    ])
      assert.equal((await server.ask(`/v1/search?${query}`)).status, 200, query)
  })

  it('refuses values beyond their bounds, and names the parameter', async () => {
    const values: Record<string, string[]> = {
      lat: ['90.0001', '-91', 'north', '1e1', 'NaN', 'Infinity', '', '0x10', '４４', '44,5', '+44'],
      lng: ['180.0001', '-181', '72W'],
      radius: ['0', '-1', '100.0001', '1e309', '25mi'],
      page: ['0', '-1', '1.5', '2e3', ''],
      per_page: ['0', '101', 'all'],
      products: ['', 'eggs,', ',', 'eggs%00', Array(21).fill('eggs').join(','), 'e'.repeat(201)],
      match: ['some', ''],
      snapshot: ['latest', '../../etc'],
    }
    const good = { lat: '44', lng: '-72' }
    for (const [name, bad] of Object.entries(values))
      for (const value of bad) {
        const query = new URLSearchParams({ ...good }).toString()
        const kept = query.replace(new RegExp(`(^|&)${name}=[^&]*`), '')
        assertBadParameters(await server.ask(`/v1/search?${kept}&${name}=${value}`), [name])
      }
  })

  it('reads a number with all the digits that a program prints', async () => {
    const point = { lat: 44.1 + 0.2, lng: -72.1 - 0.2 }
    assert.equal((await server.ask(`/v1/search?lat=${point.lat}&lng=${point.lng}`)).status, 200)
    // 3.3000000000000003
    assert.equal((await server.ask(`/v1/search?${square}&radius=${1.1 + 2.2}`)).status, 200)
  })

  it('takes the filters of lists, but for those of areas', async () => {
    const wide = `${square}&radius=100&per_page=100`
    const all = names(await search(wide))
    assert.deepEqual(
      names(await search(`${wide}&q=town+square`)),
      all.filter((name) => name.startsWith('Town Square Stand')),
    )
    const open = names(await search(`${wide}&open_at=2026-07-04T10:00:00-04:00`))
    assert.ok(open.includes('Summer Saturdays') && !open.includes('Night Market'))
    const ranches = (await search(`${wide}&place_type=ranch`)).data
    assert.ok(ranches.length > 0 && ranches.every(({ place_type }) => place_type === 'ranch'))
    for (const name of ['bbox', 'cell', 'sort'])
      assertBadParameters(await server.ask(`/v1/search?${square}&${name}=x`), [name])
  })

  it('refuses free keys the filters on paid fields', async () => {
    for (const filter of ['open_at=now', 'zip=05828', 'practices=organic', 'quality_tier=Basic'])
      assertProblem(await server.ask(`/v1/search?${square}&${filter}`, { key: 'free' }), 403)
  })
})
