import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { freeFields, paidFields, profileFields } from '../../../data/schema/tables/farm.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { assertProblem } from '../../support/problem_document.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { startServer } from '../../support/running_server.ts'

const { root, folder } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const farms = await publishedFarms(folder)
const { id } = farms.find(({ name }) => name === 'Open Book Farm')!
const unknownId = '00000000-0000-4000-8000-000000000000'

/** As the specification's table of the farm object has them. */
const specified = {
  free: 'id name city state lat lng place_type products categories',
  paid:
    'address zip phone website email description story tagline farmer_name certifications ' +
    'practices delivery_options images image_url farmer_photo_url google_rating ' +
    'google_review_count quality_tier quality_tier_label quality_score verification_status ' +
    'hours_json payment_methods price_range founded_year',
}

/** What only paid keys may read of the one farm that has everything. */
const secrets = [
  'Leakless Lane',
  '05828',
  '5550142',
  'openbook.example.org',
  'openbook.example',
  'Descriptionary',
  'Storyful',
  'Taglined',
  'Farmernamed',
  'USDA organic',
  'grass fed',
  'images.example.org',
  '$$$',
  'farm_store',
]

const everyPath = [
  '/v1/search?lat=44.411&lng=-72.14&radius=100&per_page=100',
  '/v1/search?lat=44.411&lng=-72.14&products=eggs',
  '/v1/food?product=eggs',
  '/v1/food?product=eggs&lat=44.411&lng=-72.14',
  '/v1/farms?per_page=100',
  '/v1/farms?sort=-quality_score',
  '/v1/farms?sort=-updated_at',
  '/v1/farms?zip=05828',
  '/v1/farms?quality_tier=Premium',
  '/v1/farms?fields=phone',
  '/v1/farms?format=csv',
  '/v1/farms?place_type=05829',
  `/v1/farms/${id}`,
  `/v1/farms/${id}?fields=phone,address`,
  `/v1/farms/${id}/products`,
  `/v1/farms/${id}/hours`,
  `/v1/availability?farm_id=${id}&product=eggs`,
  `/v1/availability?farm_id=${id}&product=milk`,
  '/v1/stats',
  '/v1/keys',
  '/healthz',
  '/readyz',
]

describe('the tiers', () => {
  it('hold the fields that the specification gives them', () => {
    for (const field of specified.free.split(' '))
      assert.ok((freeFields as string[]).includes(field), field)
    for (const field of specified.paid.split(' ')) {
      assert.ok((paidFields as string[]).includes(field), field)
      assert.ok(!(freeFields as string[]).includes(field), field)
    }
  })

  it('keep paid values from free keys by every route', async () => {
    for (const path of everyPath) {
      const { text, headers } = await server.ask(path, { key: 'free' })
      const fields = JSON.stringify([...headers]).replace(/"(date|x-ratelimit.*?)",".*?"/g, '')
      // The id of a request may have any digits.
      const said = (text + fields).replaceAll(headers.get('X-Request-Id')!, '')
      const asked = decodeURIComponent(path)
      for (const secret of secrets)
        if (!asked.includes(secret)) assert.ok(!said.includes(secret), `${path}: ${secret}`)
      if (path === '/v1/stats') continue // how many farms have a field is for everyone
      const data = text.replace(/"meta":.*/, '')
      for (const field of [...paidFields, ...profileFields])
        assert.ok(!data.includes(`"${field}":`), `${path}: ${field}`)
    }
  })

  it('are told by the key alone, not by what an answer before held', async () => {
    for (const path of everyPath) {
      const before = await server.ask(path, { key: 'free' })
      const paid = await server.ask(path, { key: 'paid' })
      const again = await server.ask(path, { key: 'free' })
      const strip = (text: string) => text.replace(/"request_id":"[^"]*"/, '')
      assert.equal(strip(again.text), strip(before.text), path)
      if (path !== '/v1/keys') assert.notEqual(paid.status, 403, `${path} for a paid key`)
    }
  })

  it('refuse free keys what is for paid ones before looking for it', async () => {
    const known = assertProblem(await server.ask(`/v1/farms/${id}/hours`, { key: 'free' }), 403)
    const unknown = assertProblem(
      await server.ask(`/v1/farms/${unknownId}/hours`, { key: 'free' }),
      403,
    )
    assert.equal(known.detail.replace(id, unknownId), unknown.detail)
  })
})
