import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { setTier } from '../../../../server/access/keys/keys.ts'
import { Browser } from '../../../support/browser.ts'
import { farmAsLinkedData } from '../../../../server/explore/farm/head.ts'
import type { Profile } from '../../../../server/explore/farm/profile.ts'
import { makeKey, signedInBrowser } from '../../../support/console.ts'
import { fixtureNights, nightsFarms } from '../../../support/fixture_nights.ts'
import { faultsOf } from '../../../support/linked_data.ts'
import { assertProblem } from '../../../support/problem_document.ts'
import { startServer } from '../../../support/running_server.ts'
import { openTestStore } from '../../../support/services.ts'

const { root, ids } = await fixtureNights({ after })
const server = await startServer({ after }, root, {
  settings: { PUBLIC_URL: 'https://farms.example.org' },
})
const closed = await startServer({ after }, root, { settings: { PAGE_FIELDS: 'free' } })
type Row = { farm_id: string; kind: string; into: string | null; farm: { name: string } | null }
const changes = (
  await server.ask<{ data: Row[] }>(`/v1/changes?since=${ids[0]}&per_page=100`, { key: 'paid' })
).body.data
const idOf = async (name: string) => {
  const { body } = await server.ask<{ data: { id: string; name: string }[] }>(
    `/v1/farms?q=${encodeURIComponent(name)}`,
  )
  return body.data.find((farm) => farm.name === name)!.id
}
const birch = await idOf(nightsFarms.birch)
const visitor = new Browser(server)
const documentOf = (text: string) => parseHTML(text).document

describe('GET /farms/{id}', () => {
  it('shows the farm, its listings then and now, and its neighbours', async () => {
    const { status, text, headers } = await visitor.get(`/farms/${birch}`)
    assert.equal(status, 200)
    assert.match(headers.get('Content-Security-Policy')!, /script-src 'self'/)
    const document = documentOf(text)
    assert.equal(document.querySelector('h1')!.textContent, nightsFarms.birch)
    const { data: farm } = (
      await server.ask<{ data: { city: string; products: string[]; lat: number; lng: number } }>(
        `/v1/farms/${birch}`,
        { key: 'free' },
      )
    ).body
    const products = [...document.querySelectorAll('#products ~ dl li')].map(
      (each) => each.textContent,
    )
    assert.deepEqual(new Set(products), new Set(farm.products))
    const near = `/v1/search?lat=${farm.lat}&lng=${farm.lng}&radius=25&per_page=5`
    const { data } = (await server.ask<{ data: { id: string }[] }>(near, { key: 'free' })).body
    const shown = [...document.querySelectorAll('.farms .name')].map((each) =>
      each.getAttribute('href'),
    )
    assert.deepEqual(
      shown,
      data.filter(({ id }) => id !== birch).map(({ id }) => `/farms/${id}`),
    )
    const history = document.querySelector('.timeline')!.textContent.replaceAll(/\s+/g, ' ')
    assert.match(history, /Farm Feed lists it: Birch Hollow Creamery, Barre, VT, 2 products/)
  })

  it('tells search engines and previews what it is', async () => {
    const url = `https://farms.example.org/farms/${birch}`
    const document = documentOf((await visitor.get(`/farms/${birch}`)).text)
    const meta = (name: string) =>
      document
        .querySelector(`meta[name="${name}"], meta[property="${name}"]`)
        ?.getAttribute('content')
    assert.equal(document.querySelector('link[rel=canonical]')!.getAttribute('href'), url)
    assert.equal(meta('og:url'), url)
    assert.equal(meta('og:title'), nightsFarms.birch)
    const image = new URL(meta('og:image'))
    assert.equal(image.origin, 'https://farms.example.org')
    const picture = await visitor.get(image.pathname + image.search)
    assert.deepEqual([picture.status, picture.headers.get('Content-Type')], [200, 'image/png'])
    assert.match(
      meta('description'),
      /^Farm in Barre, VT\. Offers eggs and honey\. Last confirmed in May 2026\.$/,
    )
    const data = JSON.parse(
      document.querySelector('script[type="application/ld+json"]')!.textContent,
    ) as Record<string, unknown>
    assert.deepEqual(
      [data['@context'], data['@type'], data['@id'], data['name']],
      ['https://schema.org', 'LocalBusiness', url, nightsFarms.birch],
    )
    assert.deepEqual(data['address'], {
      '@type': 'PostalAddress',
      addressLocality: 'Barre',
      addressRegion: 'VT',
      postalCode: '05641',
      addressCountry: 'US',
    })
    assert.equal('geo' in data, false, 'the middle of a ZIP code is not where it is')
    assert.deepEqual(
      (data['makesOffer'] as { name: string }[]).map((each) => each.name),
      ['eggs', 'honey'],
    )
  })

  it('says in the words of schema.org what a validator accepts, of either tier', async () => {
    for (const key of ['free', 'paid'] as const)
      for (const name of [nightsFarms.birch, 'Elm Row Orchard']) {
        const { body } = await server.ask<{ data: Profile }>(`/v1/farms/${await idOf(name)}`, {
          key,
        })
        const data = farmAsLinkedData(body.data, 'https://farms.example.org/farms/1', new Date())
        assert.deepEqual(await faultsOf(data as { '@type': string }), [])
      }
    const faulty = { '@type': 'LocalBusiness', lat: 44.4, telephone: { '@type': 'Offer' } }
    assert.equal((await faultsOf(faulty)).length, 3, 'the oracle sees faults')
  })

  it('leads from a merged id to the farm, and says of one that left when it did', async () => {
    const merged = changes.find(({ kind }) => kind.startsWith('merged'))!
    const led = await visitor.get(`/farms/${merged.farm_id}`)
    const api = await server.ask(`/v1/farms/${merged.farm_id}`)
    assert.equal(led.status, 301)
    assert.equal(led.headers.get('Location'), api.headers.get('Location')!.replace('/v1', ''))
    const left = changes.find(({ kind }) => kind === 'delisted')!
    const gone = await visitor.get(`/farms/${left.farm_id}`)
    assert.equal(gone.status, 410)
    const problem = await server.ask<{ farm: { name: string } }>(`/v1/farms/${left.farm_id}`)
    assert.equal(documentOf(gone.text).querySelector('h1')!.textContent, problem.body.farm.name)
    assert.match(gone.text, /No source lists this farm any more/)
  })

  it('is a 404 for an id that never was, and a 400 for what is none', async () => {
    const none = await visitor.get('/farms/00000000-0000-4000-8000-000000000000')
    assertProblem(none, 404)
    assert.match(none.text, /this link leads to no farm/i)
    assertProblem(await visitor.get('/farms/nothing'), 400)
    for (const [path, status] of [
      ['/farms/nothing', 400],
      ['/farms/00000000-0000-4000-8000-000000000000', 404],
    ] as const) {
      const page = await server.ask(path, { key: null, headers: { Accept: 'text/html' } })
      assert.equal(page.status, status)
      const main = documentOf(page.text).querySelector('main')!
      assert.match(main.textContent, /There is nothing here\s+This link leads to no farm\./)
      assert.ok(main.querySelector('form[action="/"] [name="q"]'))
    }
  })

  it('shows what sources publish openly, unless PAGE_FIELDS is free', async () => {
    const id = await idOf('Elm Row Orchard')
    const { phone } = (
      await server.ask<{ data: { contact: { phone: string } } }>(`/v1/farms/${id}`)
    ).body.data.contact
    const free = await new Browser(closed).get(`/farms/${id}`)
    assert.deepEqual([free.status, free.text.includes(phone)], [200, false])
    const open = documentOf((await visitor.get(`/farms/${id}`)).text)
    assert.equal(
      open.querySelector('.actions a[href^="tel:"]')!.getAttribute('href'),
      `tel:${phone}`,
    )
    assert.equal(open.querySelectorAll('.facts h2, #About').length, 0)
  })

  it('shows the other paid fields to an account with a paid key, and to nobody else', async () => {
    const member = await signedInBrowser(closed)
    const { id } = await makeKey(member, 'mine')
    const path = `/farms/${await idOf('Elm Row Orchard')}`
    const shown = async () => documentOf((await member.get(path)).text).querySelector('#Listing')
    assert.equal(await shown(), null, 'its key is free')
    const store = await openTestStore(closed.stateDir)
    await setTier(store, { id, tier: 'paid' })
    await store.close()
    assert.notEqual(await shown(), null)
  })

  it('leaves them out for an address that has seen its farms of the day', async (t) => {
    const settings = { PAGE_FARMS_DAILY_LIMIT: '1' }
    const few = await startServer(t, root, { settings })
    const path = `/farms/${await idOf('Elm Row Orchard')}`
    const browser = new Browser(few)
    const first = await browser.get(path)
    assert.deepEqual([first.status, first.text.includes('href="tel:')], [200, true])
    const second = await browser.get(path)
    assert.deepEqual([second.status, second.text.includes('href="tel:')], [429, false])
    assert.equal(second.headers.get('Cache-Control'), 'no-store')
    assert.ok(Number(second.headers.get('Retry-After')) > 0)
    assert.match(second.text, /<h1>Elm Row Orchard<\/h1>/)
  })
})

describe('the sitemap', () => {
  it('lists every farm once, by the public address', async () => {
    const index = await server.ask('/sitemap.xml', { key: null })
    const parts = [...index.text.matchAll(/<loc>https:\/\/farms\.example\.org(.*?)<\/loc>/g)]
    assert.deepEqual(
      parts.map(([, path]) => path),
      ['/sitemaps/pages.xml', '/sitemaps/farms-1.xml'],
    )
    const { text, headers } = await server.ask('/sitemaps/farms-1.xml', { key: null })
    const listed = [...text.matchAll(/<loc>https:\/\/farms\.example\.org\/farms\/(.*?)<\/loc>/g)]
    const { data } = (await server.ask<{ data: { id: string }[] }>('/v1/farms?per_page=100')).body
    assert.deepEqual(
      listed.map(([, id]) => id),
      data.map(({ id }) => id).toSorted(),
    )
    const known = { 'If-None-Match': headers.get('ETag')! }
    assert.equal(
      (await server.ask('/sitemaps/farms-1.xml', { key: null, headers: known })).status,
      304,
    )
    assertProblem(await server.ask('/sitemaps/farms-2.xml', { key: null }), 404)
    assertProblem(await server.ask('/sitemaps/other.xml', { key: null }), 404)
    const robots = await server.ask('/robots.txt', { key: null })
    assert.match(robots.text, /^Sitemap: https:\/\/farms\.example\.org\/sitemap\.xml$/m)
  })
})
