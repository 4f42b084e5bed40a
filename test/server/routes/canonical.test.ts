import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import type { ListBody } from '../../support/list_body.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { startServer } from '../../support/running_server.ts'

const { root, folder } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root, { now: new Date('2026-06-06T14:00:00Z') })
const [one, other] = (await publishedFarms(folder)).map(({ id }) => id)

const near = 'lat=44.411&lng=-72.14'

/** Requests that ask for the same in other words. */
const same: [string, ...string[]][] = [
  [
    '/v1/farms',
    '/v1/farms?page=1',
    '/v1/farms?per_page=20&sort=quality&match=any&format=json',
    '/v1/farms?products_match=any&sort=-quality_score',
  ],
  ['/v1/farms?state=NH,VT&place_type=csa,farm', '/v1/farms?place_type=Farm,CSA&state=vermont,new+hampshire,VT'], // prettier-ignore
  ['/v1/farms?products=eggs,honey', '/v1/farms?products=honey,%20eggs', '/v1/farms?page=1&products=honey,eggs,honey'], // prettier-ignore
  ['/v1/farms?q=farm', '/v1/farms?sort=relevance&q=%20farm'],
  ['/v1/farms?city=New+York,Danville,Albany,+NY', '/v1/farms?city=New+York,Albany,ny,Danville'],
  [
    '/v1/farms?facets=state,products&fields=id,name',
    '/v1/farms?fields=name,id&facets=products,state',
  ],
  ['/v1/farms?open_on=saturday&open_between=8:00-12:00', '/v1/farms?open_between=08:00-12:00&open_on=SAT&open_unknown=exclude'], // prettier-ignore
  ['/v1/farms?changed_since=2026-01-01', '/v1/farms?changed_since=2026-01-01T01:00:00%2B01:00'],
  [
    '/v1/farms?bbox=-73.50,43.0,-71.4,45',
    '/v1/farms?bbox=-73.5,43,-71.4,45.1'.replace('45.1', '45'),
  ],
  [`/v1/search?${near}`, '/v1/search?lng=-72.140&lat=44.411', `/v1/search?${near}&radius=25.0&sort=distance`], // prettier-ignore
  ['/v1/food?product=eggs', '/v1/food?sort=-quality_score&product=eggs&page=1', '/v1/food?product=eggs&radius=50'], // prettier-ignore
  [`/v1/food?product=eggs&${near}`, `/v1/food?${near}&sort=distance&product=eggs`],
  [`/v1/market/landscape?${near}`, `/v1/market/landscape?${near}&layout=a&radius=25`],
  [`/v1/market/landscape?${near}&radius_miles=25`, `/v1/market/landscape?${near}&layout=b&radius_miles=25.0`], // prettier-ignore
  [`/v1/search?${near}&radius=0.0000001`, `/v1/search?${near}&radius=0.00000010`],
  ['/v1/suggest?q=st', '/v1/suggest?types=farm,term,product,place&q=st&limit=10'],
]
const different: [string, string][] = [
  ['/v1/farms', '/v1/farms?sort=relevance&q=farm'],
  ['/v1/farms', '/v1/farms?sort=rating'],
  ['/v1/farms?products=eggs,honey', '/v1/farms?products=eggs,honey&match=all'],
  ['/v1/farms?sort=name', '/v1/farms?sort=-name'],
  ['/v1/farms?q=farm', '/v1/farms?q=farm&sort=name'],
  [`/v1/farms?ids=${one},${other}`, `/v1/farms?ids=${other},${one}`],
  ['/v1/farms?city=Albany,NY', '/v1/farms?city=Albany&state=NY'],
  ['/v1/farms?state=VT', '/v1/farms?state=VT,NH'],
  [`/v1/market/landscape?${near}`, `/v1/market/landscape?${near}&radius_miles=25`],
]
const ask = async (path: string) => {
  const { status, headers, text } = await server.ask(path)
  assert.equal(status, 200, `${path}: ${text}`)
  return { tag: headers.get('ETag')!, text }
}

const isPlace = (name: string) => name === 'city' || name === 'county'

/** A city or county of the name of a state comes first: after another it may be that one's. */
const queryOf = (asked: readonly (readonly [string, readonly string[]])[]) =>
  new URLSearchParams(
    asked.map(([name, list]): [string, string] => [
      name,
      list.toSorted((a, b) => +(isPlace(name) && b === 'New York') - +(isPlace(name) && a === 'New York')).join(), // prettier-ignore
    ]),
  ).toString()

describe('requests that ask for the same', () => {
  it('have one ETag and one answer, to the byte, links included', async () => {
    for (const [first, ...others] of same) {
      const expected = await ask(first)
      for (const path of others) assert.deepEqual(await ask(path), expected, path)
    }
  })

  it('are one in any order of parameters and values', async () => {
    const values: Record<string, string[]> = {
      state: ['VT', 'NH', 'New York'],
      place_type: ['farm', 'csa', 'ranch'],
      products: ['eggs', 'Honey', 'pawpaw jam'],
      city: ['Danville', 'Barnet, VT', 'New York'],
      county: ['Caledonia', 'Albany, NY', 'New York'],
      county_fips: ['50005', '36001'],
      category: ['eggs', 'meat'],
      facets: ['state', 'products', 'county'],
      fields: ['id', 'name', 'city'],
      quality_tier: ['Basic', 'incomplete'],
      sort: ['name'],
      page: ['1'],
    }
    const chosen = fc
      .subarray(Object.keys(values), { minLength: 1 })
      .chain((names) => fc.tuple(...names.map((name) => fc.subarray(values[name]!, { minLength: 1 }).map((some) => [name, some] as const)))) // prettier-ignore
    const shuffled = <Item>(items: readonly Item[]) =>
      fc.shuffledSubarray([...items], { minLength: items.length })
    const property = fc.asyncProperty(
      chosen.chain((all) =>
        fc.tuple(
          fc.constant(all),
          shuffled(all).chain(
            (some) =>
            fc.tuple(...some.map(([name, list]) => shuffled(list).map((each) => [name, each] as const))), // prettier-ignore
          ),
        ),
      ),
      async ([asked, again]) => {
        const first = await ask(`/v1/farms?${queryOf(asked)}`)
        assert.deepEqual(await ask(`/v1/farms?${queryOf(again)}`), first)
      },
    )
    await fc.assert(property, { numRuns: 60 })
  })

  it('differ from those that ask for anything else', async () => {
    for (const [first, second] of different) {
      const [one, other] = [await ask(first), await ask(second)]
      assert.notEqual(one.tag, other.tag, second)
      assert.notEqual(one.text, other.text, second)
    }
  })

  it('keep a stated format that the Accept header would not give', async () => {
    const csv = { headers: { Accept: 'text/csv' } }
    const { body } = await server.ask<ListBody>('/v1/farms?format=json&per_page=5', csv)
    assert.match(body.links.next!, /[?&]format=json&/)
  })

  it('have links that lead to the same answer, whatever the parameters', async () => {
    const paths = same.map(([path]) => path).filter((path) => /farms|search|food/.test(path))
    for (const path of paths) {
      const { tag, text } = await ask(path)
      const { links } = JSON.parse(text) as ListBody
      assert.deepEqual(await ask(links.self), { tag, text }, path)
    }
  })
})
