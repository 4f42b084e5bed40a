import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { freeFields, paidFields } from '../../../data/schema/farm.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { names, type ListBody } from '../../support/list_body.ts'
import { assertBadParameters, assertProblem } from '../../support/problem_document.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { startServer } from '../../support/running_server.ts'

const { root, folder, id: snapshot } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const published = await publishedFarms(folder)

const farms = async (query = '') => (await server.ask<ListBody>(`/v1/farms?${query}`)).body

describe('GET /v1/farms', () => {
  it('lists every farm by name, 20 a page, where nothing is asked', async () => {
    const list = await farms()
    assert.deepEqual(Object.keys(list), ['data', 'meta', 'links'])
    assert.deepEqual(list.meta, {
      count: 20,
      total: published.length,
      page: 1,
      per_page: 20,
      has_more: true,
      snapshot,
    })
    assert.deepEqual(list.data, (await farms('sort=name&page=1&per_page=20')).data)
  })

  it('gives each tier exactly its fields, and no distance', async () => {
    const free = await server.ask<ListBody>('/v1/farms?per_page=100', { key: 'free' })
    for (const farm of free.body.data) assert.deepEqual(Object.keys(farm), freeFields)
    const paid = await server.ask<ListBody>('/v1/farms?per_page=100')
    for (const farm of paid.body.data)
      assert.deepEqual(Object.keys(farm), [...freeFields, ...paidFields])
  })

  it('sorts names whatever their case and accents', async () => {
    const letters = names(await farms('city=Barre&per_page=100')).map((name) =>
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
    ])
      assert.equal((await server.ask(`/v1/farms?${query}`, { key: 'free' })).status, 200, query)
  })

  it('finds farms by terms that no vocabulary knows', async () => {
    assert.equal((await farms('practices=moonlit+SOWING')).meta.total > 0, true)
    assert.equal((await farms('category=odds+and+ends')).meta.total, 1)
    assert.equal((await farms('certifications=CNG')).meta.total, 1)
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
    assert.equal(await suggestion('sort=quality_score'), '-quality_score')
    assert.equal(await suggestion('state=Vermnot'), 'Vermont')
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
    assertBadParameters(await server.ask('/v1/farms?lat=1&lng=1&radius=5&product=eggs'), [
      'lat',
      'lng',
      'radius',
      'product',
    ])
  })
})
