import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { freeFields, paidFields } from '../../../../data/schema/tables/farm.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { names, type ListBody } from '../../../support/list_body.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

const { root, folder, id: snapshot } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const published = await publishedFarms(folder)

const farms = async (query = '') => (await server.ask<ListBody>(`/v1/farms?${query}`)).body

describe('GET /v1/farms', () => {
  it('lists every farm, best first, 20 a page, where nothing is asked', async () => {
    const list = await farms()
    assert.deepEqual(Object.keys(list), ['data', 'meta', 'links'])
    const { coverage, coverage_recent, ...meta } = list.meta
    assert.deepEqual(meta, {
      count: 20,
      total: published.length,
      page: 1,
      per_page: 20,
      has_more: true,
      snapshot,
      matched_products: null,
    })
    assert.equal(coverage!.products, published.filter(({ products }) => products !== null).length)
    assert.ok(coverage_recent!.products < coverage!.products)
    assert.deepEqual(list.data, (await farms('sort=-quality_score&page=1&per_page=20')).data)
  })

  it('gives each tier exactly its fields, and no distance', async () => {
    const free = await server.ask<ListBody>('/v1/farms?per_page=100', { key: 'free' })
    for (const farm of free.body.data) assert.deepEqual(Object.keys(farm), freeFields)
    const paid = await server.ask<ListBody>('/v1/farms?per_page=100')
    for (const farm of paid.body.data)
      assert.deepEqual(Object.keys(farm), [...freeFields, ...paidFields])
  })

  it('sorts names whatever their case and accents', async () => {
    const letters = names(await farms('city=Barre&sort=name&per_page=100')).map((name) =>
      name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
    )
    assert.ok(new Set(letters.map(([letter]) => letter)).size > 2, 'several initials')
    assert.deepEqual(letters, letters.toSorted())
  })

  it('reads place types and states as people write them', async () => {
    const same = async (...queries: string[]) => {
      const answers = await Promise.all(queries.map((query) => farms(`${query}&per_page=100`)))
      for (const { data } of answers) assert.deepEqual(data, answers[0]!.data)
      assert.ok(answers[0]!.data.length > 0, queries[0])
    }
    await same(
      'place_type=farmers_market',
      'place_type=Farmers-Market',
      'place_type=FARMERS%20MARKET',
    )
    await same('place_type=csa', 'place_type=CSA')
    await same('state=PR', 'state=puerto+rico', 'state=Puerto%20Rico')
    await same('city=Ca%C3%B1on%20City', 'city=canon+city', 'city=CAN%CC%83ON%20CITY')
    await same('quality_tier=basic', 'quality_tier=Basic')
    await same('verification_status=self_reported', 'verification_status=Self-Reported')
  })

  it('refuses free keys the filters on paid fields, whatever the value', async () => {
    const filters = {
      zip: ['05828', '99999'],
      certifications: ['USDA organic', 'unobtainium'],
      practices: ['organic', 'unobtainium'],
      delivery_options: ['home delivery', 'unobtainium'],
      payment_methods: ['cash', 'unobtainium'],
      verification_status: ['verified', 'unverified'],
      quality_tier: ['Premium', 'Basic'],
      min_quality_score: ['0', '100'],
      open_at: ['now', '2026-05-09T14:30:00Z'],
    }
    for (const [name, values] of Object.entries(filters)) {
      const problems = []
      for (const value of values) {
        const query = new URLSearchParams({ [name]: value }).toString()
        const answer = await server.ask(`/v1/farms?${query}`, { key: 'free' })
        const { request_id: _id, ...problem } = assertProblem(answer, 403)
        assert.equal(problem.errors[0]!.parameter, name)
        problems.push(problem)
        assert.equal((await server.ask(`/v1/farms?${query}`)).status, 200)
      }
      assert.deepEqual(problems[0], problems[1], 'the answer tells nothing of the farms')
    }
  })

  it('gives free keys the filters on free fields', async () => {
    for (const query of [
      'state=VT',
      'city=Barre',
      'place_type=csa',
      'products=eggs',
      'category=eggs',
      'q=farm',
      'bbox=-73,44,-72,45',
      'cell=852b8997fffffff',
      'updated_since=2026-01-01',
    ])
      assert.equal((await server.ask(`/v1/farms?${query}`, { key: 'free' })).status, 200, query)
  })

  it('finds farms by the names of vocabularies, and by other words only as words', async () => {
    assert.equal((await farms('certifications=CNG')).meta.total, 1)
    assert.equal((await farms('practices=moonlit+SOWING')).meta.total, 0)
    assert.equal((await farms('q=moonlit+SOWING')).meta.total > 0, true)
    assert.equal((await farms('category=odds+and+ends')).meta.total, 0)
    assert.equal((await farms('q=odds+and+ends')).meta.total, 1)
  })

  it('finds nothing, rather than everything, for a term that no farm has', async () => {
    for (const name of [
      'products',
      'category',
      'certifications',
      'practices',
      'delivery_options',
      'payment_methods',
    ])
      assert.equal((await farms(`${name}=unobtainium`)).meta.total, 0, name)
  })

  it('suggests what was probably meant', async () => {
    const suggestion = async (query: string) =>
      assertProblem(await server.ask(`/v1/farms?${query}`), 400).errors[0]!.suggestion
    assert.equal(await suggestion('sate=VT'), 'state')
    assert.equal(await suggestion('perpage=5'), 'per_page')
    assert.equal(await suggestion('place_type=farmersmarket'), 'farmers_market')
    assert.equal(await suggestion('quality_tier=premum'), 'Premium')
    assert.equal(await suggestion('sort=-qualityscore'), '-quality_score')
    assert.equal(await suggestion('state=Vermnot'), 'Vermont')
  })

  it('says in words what was probably meant, and what is allowed', async () => {
    const message = async (query: string) =>
      assertProblem(await server.ask(`/v1/farms?${query}`), 400).errors[0]!.message
    for (const [query, start] of Object.entries({
      'sate=VT': 'unknown parameter `sate`; did you mean `state`? (allowed are state, city, ',
      'place_type=farmersmarket':
        'unknown place_type `farmersmarket`; did you mean `farmers_market`? (must be one of farm, ',
      'sort=nam': 'unknown sort `nam`; did you mean `name`? (must be one of name, ',
      'match=al': 'unknown match `al`; did you mean `all`? (must be one of any, all)',
      'open_unknown=includ':
        'unknown open_unknown `includ`; did you mean `include`? (must be one of ',
      'format=jsn': 'unknown format `jsn`; did you mean `json`? (must be one of ',
    }))
      assert.ok((await message(query)).startsWith(start), await message(query))
  })

  it('says what is allowed', async () => {
    const message = async (query: string) =>
      assertProblem(await server.ask(`/v1/farms?${query}`), 400).errors[0]!.message
    assert.match(await message('colour=green'), /allowed are .*state.*per_page/)
    assert.match(await message('place_type=zoo'), /farm, farmers_market, csa/)
    assert.match(await message('min_quality_score=101'), /from 0 to 100/)
    assert.match(await message('zip=5828'), /five digits/)
    assert.match(await message('state=Atlantis'), /abbreviation or full name/)
  })

  it('names every parameter that is wrong, and each once', async () => {
    const query = 'sate=VT&state=Atlantis&page=0&per_page=0&zip=1&sort=x&min_quality_score=-1'
    assertBadParameters(await server.ask(`/v1/farms?${query}`), [
      'sate',
      'state',
      'page',
      'per_page',
      'zip',
      'sort',
      'min_quality_score',
    ])
  })

  it('does not know what only searches take', async () => {
    assertBadParameters(await server.ask('/v1/farms?lat=1&lng=1&radius=5'), [
      'lat',
      'lng',
      'radius',
    ])
  })

  it('puts what q finds in the name first, then by city and description', async () => {
    const found = names(await farms('q=town&per_page=100'))
    assert.ok(found.length === 4 && found.every((name) => name.startsWith('Town Square')))
    assert.deepEqual(names(await farms('q=danville%20stand')), found)
    const paid = names(await farms('q=farm&per_page=100'))
    assert.equal(paid[0], 'Open Book Farm')
    assert.deepEqual(names(await farms('q=hill%20book')), ['Open Book Farm'], 'in the description')
    const free = await server.ask<ListBody>('/v1/farms?q=hill%20book', { key: 'free' })
    assert.deepEqual(free.body.data, [])
  })

  it('forgives a typing error, and orders what it finds as sort says', async () => {
    assert.deepEqual(names(await farms('q=Minimun')), ['Bare Minimum'])
    const asked = names(await farms('q=hill&sort=-quality_score&per_page=100'))
    const relevant = names(await farms('q=hill&sort=relevance&per_page=100'))
    assert.deepEqual(relevant, names(await farms('q=hill&per_page=100')))
    assert.deepEqual(asked.toSorted(), relevant.toSorted())
    assert.notDeepEqual(asked, relevant)
  })

  it('wants a q for relevance, and words in it', async () => {
    assertBadParameters(await server.ask('/v1/farms?sort=relevance'), ['sort'])
    assertBadParameters(await server.ask('/v1/farms?q=!!'), ['q'])
    assertBadParameters(await server.ask(`/v1/farms?q=${'a+'.repeat(61)}`), ['q'])
  })

  it('takes a box over the date line, from the west to the east of it', async () => {
    const there = names(await farms('bbox=170,50,-170,55&sort=name'))
    assert.deepEqual(there, ['Attu Greens', 'East Of The Line', 'West Of The Line'])
    assert.deepEqual(names(await farms('bbox=-170,50,170,55')), [])
  })

  it('keeps the farms that are open by their own clocks, as the minutes go by', async () => {
    const open = async (query: string) => names(await farms(`${query}&per_page=100`))
    const hasMarkets = (list: string[]) =>
      ['Night Market', 'Summer Saturdays'].map((name) => list.includes(name))
    assert.deepEqual(hasMarkets(await open('open_at=2026-07-04T12:59:59-04:00')), [false, true])
    assert.deepEqual(hasMarkets(await open('open_at=2026-07-04T13:00:00-04:00')), [false, false])
    assert.deepEqual(hasMarkets(await open('open_at=2026-07-05T01:59:00-04:00')), [true, false])
    server.clock.now = new Date('2026-07-04T12:59:59-04:00')
    assert.deepEqual(hasMarkets(await open('open_at=now')), [false, true])
    server.clock.now = new Date('2026-07-04T13:00:00-04:00')
    assert.deepEqual(hasMarkets(await open('open_at=now')), [false, false])
  })

  it('pages through the farms that are open now as of the moment of the first page', async () => {
    server.clock.now = new Date('2026-07-04T12:59:59-04:00')
    const query = 'open_at=now&open_unknown=include&per_page=100'
    const first = await farms(query)
    assert.match(first.links.self, /open_at=now&/)
    server.clock.now = new Date('2026-07-05T01:00:00-04:00')
    const next = await server.ask<ListBody>(first.links.next!)
    assert.equal(next.body.meta.total, first.meta.total)
    assert.match(next.body.links.self, /open_at=2026-07-04T16%3A59%3A00/)
    assert.notEqual((await farms(query)).meta.total, first.meta.total)
  })

  it('adds farms with unknown hours where open_unknown says so', async () => {
    const at = 'open_at=2026-07-04T12:00:00-04:00'
    const known = await farms(at)
    assert.deepEqual((await farms(`${at}&open_unknown=exclude`)).data, known.data)
    const both = (q: string) => farms(`${at}&open_unknown=include&q=${q}`)
    assert.deepEqual(names(await both('minimum')), ['Bare Minimum'])
    assert.deepEqual(names(await both('saturdays')), ['Summer Saturdays'])
    assert.deepEqual(names(await both('long ago')), ['Long Ago Market'], 'too old to tell')
    assert.deepEqual(names(await farms(`${at}&q=long ago`)), [])
    assert.deepEqual(names(await farms(`${at}&q=three years`)), [])
    const may = 'open_at=2026-05-02T12:00:00-04:00'
    assert.deepEqual(names(await farms(`${may}&q=three years`)), ['Three Years Market'])
    assert.deepEqual(names(await farms(`open_on=2026-05-02&q=three years`)), ['Three Years Market'])
    assert.deepEqual(names(await farms(`open_on=2026-05-09&q=three years`)), [])
    assert.deepEqual(names(await both('night')), [], 'known to be closed')
    assert.deepEqual(names(await farms(`${at}&q=minimum`)), [])
  })

  it('says which options say nothing, for want of their filter', async () => {
    const list = await farms('open_unknown=include&match=all&in_stock_only=true')
    assert.deepEqual(list.meta.ignored, ['match', 'in_stock_only', 'open_unknown'])
    const told = await farms('open_unknown=include&open_at=now&products=eggs&match=all')
    assert.equal(told.meta.ignored, undefined)
  })

  it('takes since when a farm was updated as a day or an instant, its own moment included', async () => {
    const newest = 'Open Book Farm'
    assert.deepEqual(names(await farms('updated_since=2026-05-04')), [newest])
    assert.deepEqual(names(await farms('updated_since=2026-05-04T10:00:00Z')), [newest])
    assert.deepEqual(names(await farms('updated_since=2026-05-04T12:00:00%2B02:00')), [newest])
    assert.deepEqual(names(await farms('updated_since=2026-05-04T10:00:01Z')), [])
    assert.deepEqual(names(await farms('updated_since=9999-12-31T23:59:59-14:00')), [])
    assert.ok((await farms('updated_since=0000-01-01')).meta.total > 100)
  })
})
