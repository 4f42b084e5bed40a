import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { ids, type ListBody } from '../../support/list_body.ts'
import { assertBadParameters } from '../../support/problem_document.ts'
import { startServer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)

type Body = Record<string, unknown>
const ask = async <Answer>(path: string) => {
  const { status, body } = await server.ask<Answer>(path)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Every endpoint that answers about the surroundings of a point; the first two are lists. */
const centered = [
  '/v1/search?',
  '/v1/food?product=eggs&',
  '/v1/market/landscape?',
  '/v1/market/landscape?layout=b&product=eggs&',
  '/v1/market/prices?product=eggs&',
  '/v1/market/delivery?',
]

describe('near', () => {
  const { query, name, lat, lng, kind } = {
    query: 'danville  vt',
    name: 'Danville, VT',
    lat: 44.4332,
    lng: -72.1133,
    kind: 'city',
  }
  const more = { precision: 'town', state: 'VT', county_fips: '50005' }
  const location = { query, name, lat, lng, kind, ...more }
  const named = `near=${encodeURIComponent(query)}`

  for (const path of centered)
    it(`${path} is the same as with the coordinates of the place`, async () => {
      const byName = await ask<Body>(`${path}${named}`)
      const byPoint = await ask<Body>(`${path}lat=${lat}&lng=${lng}`)
      const without = ({ links: _links, ...body }: Body, place: object) =>
        JSON.parse(JSON.stringify(body).replace(`${JSON.stringify(place)},`, '').replace(`"location":`, '').replace('"center":', '')) // prettier-ignore
      assert.deepEqual(without(byName, location), without(byPoint, { lat, lng }))
      assert.ok(JSON.stringify(byName).includes(`:${JSON.stringify(location)}`))
      assert.ok(!JSON.stringify(byPoint).includes('"query"'))
    })

  it('is said in meta.location of lists, and stays in the links of pages of one snapshot', async () => {
    const first = await ask<ListBody>(`/v1/search?${named}&radius=100&per_page=2`)
    assert.deepEqual((first.meta as unknown as Body)['location'], location)
    assert.match(first.links.next!, /near=danville%20%20vt&radius=100&page=2&per_page=2&snapshot=/)
    const second = await ask<ListBody>(first.links.next!)
    assert.deepEqual((second.meta as unknown as Body)['location'], location)
    const all = await ask<ListBody>(`/v1/search?lat=${lat}&lng=${lng}&radius=100&per_page=4`)
    assert.deepEqual([...ids(first), ...ids(second)], ids(all))
  })

  it('is one centre too many beside lat or lng', async () => {
    for (const path of centered) {
      assertBadParameters(await server.ask(`${path}${named}&lat=44&lng=-72`), [
        'near',
        'lat',
        'lng',
      ])
      assertBadParameters(await server.ask(`${path}${named}&lng=-72`), ['near', 'lng'])
    }
  })

  it('is missed where there is no centre, and no other name does for it', async () => {
    for (const path of centered.filter((each) => !each.startsWith('/v1/food')))
      assertBadParameters(await server.ask(path), ['lat', 'lng'])
    assertBadParameters(await server.ask('/v1/farms?near=05828'), ['near'])
  })

  it('names the places that share a name, and the nearest spelling', async () => {
    const several = await server.ask<{ errors: Body[] }>('/v1/search?near=Springfield')
    assert.equal(several.status, 400)
    assert.equal(several.body.errors[0]!['suggestion'], 'Springfield, MO')
    const none = await server.ask<{ errors: Body[] }>('/v1/market/delivery?near=St.+Albens+VT')
    assertBadParameters(none, ['near'])
    assert.equal(none.body.errors[0]!['suggestion'], 'Saint Albans, VT')
    for (const text of ['', '%00', 'a'.repeat(201), '%2C', '12'])
      assertBadParameters(await server.ask(`/v1/search?near=${text}`), ['near'])
  })

  it('has an ETag like any other answer', async () => {
    const { headers } = await server.ask(`/v1/search?${named}`)
    const again = await server.ask(`/v1/search?${named}`, {
      headers: { 'If-None-Match': headers.get('ETag')! },
    })
    assert.equal(again.status, 304)
  })
})
