import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { setTier } from '../../../../server/access/keys/keys.ts'
import type { Landscape, Prices } from '../../../../server/explore/market/market.ts'
import { makeKey, signedInBrowser } from '../../../support/console.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { kindOfPlace } from '../../../../server/explore/parts/words.ts'
import { startServer } from '../../../support/running_server.ts'
import { openTestStore } from '../../../support/services.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const near = 'near=Danville,+VT&radius=50'

const show = async (query: string) => {
  const { status, text } = await server.ask(`/market?${query}`, { key: null })
  return { status, text, document: parseHTML(text).document }
}
type Shown = Awaited<ReturnType<typeof show>>['document']

/** The rows of a table, by its caption. */
const rowsOf = (document: Shown, caption: string) =>
  [...document.querySelectorAll(`[aria-label="${caption}"] tbody tr`)].map(({ children }) =>
    [...children].map(({ textContent }) => textContent!.trim()),
  )

/** The prices of the first product in the circle that are as wanted, as a free key gets them. */
async function pricesThat(isWanted: (prices: Prices) => boolean): Promise<Prices> {
  const { body } = await server.ask<Landscape>(`/v1/market/landscape?${near}`)
  for (const { name } of body.products) {
    const path = `/v1/market/prices?${near}&product=${encodeURIComponent(name)}`
    const asked = await server.ask<Prices>(path, { key: 'free' })
    if (isWanted(asked.body)) return asked.body
  }
  throw new Error('no product has such prices')
}

const dollars = (price: number | null) => (price === null ? '–' : `$${price.toFixed(2)}`)

describe('the market page', () => {
  it('has the figures that a free key gets, known and unknown apart', async () => {
    const { document } = await show(near)
    const asked = await server.ask<Landscape>(`/v1/market/landscape?${near}`, { key: 'free' })
    const { products, place_types, total_farms } = asked.body
    assert.ok(total_farms > 5)
    assert.deepEqual(
      [...document.querySelectorAll('#types ~ .bars li')].map((row) => [
        row.querySelector('span')!.textContent.trim(),
        row.querySelector('.value')!.textContent.split(' ')[0],
      ]),
      Object.entries(place_types).map(([type, count]) => [kindOfPlace(type), String(count)]),
    )
    const bars = [...document.querySelectorAll('[aria-label^="Farms by product"] tbody svg')]
    assert.deepEqual(
      bars.map((bar) => bar.getAttribute('aria-label')),
      products.map(
        ({ count, known }) =>
          `${count} list it, ${known - count} do not, ${total_farms - known} not known`,
      ),
    )
    const commands = [...document.querySelectorAll('.tabs code')].map((code) => code.textContent)
    assert.equal(commands.length, 3)
    const [, url] = /'([^']+)'/.exec(commands[0])!
    const again = await server.ask<Landscape>(url!.replace(server.url, ''), { key: 'free' })
    assert.deepEqual(again.body, asked.body)
  })

  it('shows how old the known products are, and figures of newer statements only', async () => {
    const [whole, newer] = [near, `${near}&said_since=3y`]
    for (const query of [whole, newer]) {
      const { document } = await show(query)
      const path = `/v1/market/landscape?${query}`
      const { products, said, total_farms } = (await server.ask<Landscape>(path, { key: 'free' }))
        .body
      const { known, recent } = said.products
      const text = document.querySelector('main')!.textContent.replaceAll(/\s+/g, ' ')
      const share = Math.round((100 * known!) / total_farms)
      assert.ok(text.includes(`products are known for ${share} %, half of them stated by `), query)
      assert.ok(text.includes(`stated within three years for ${recent} of them`), query)
      const [first] = rowsOf(document, 'Farms by product')
      assert.deepEqual(first!.slice(0, 2), [products[0]!.name, String(products[0]!.count)])
      const chosen = document.querySelector('#said_since option[selected]')!
      assert.equal(chosen.getAttribute('value'), query === whole ? '' : '3y')
    }
  })

  it('has the prices of a product with how many each figure is of', async () => {
    const { product, by_distance } = await pricesThat(({ by_distance }) =>
      by_distance.some(({ count }) => (count ?? 0) > 1),
    )
    const { document } = await show(`${near}&product=${product}`)
    assert.deepEqual(
      rowsOf(document, 'Prices by distance'),
      by_distance.map(({ within_mi, count, min, p25, median, p75, max }) => [
        `${within_mi} miles`,
        count === null ? '–' : String(count),
        ...[min, p25, median, p75, max].map(dollars),
      ]),
    )
    assert.equal(document.querySelectorAll('.plot .dots circle').length, 0)
    assert.equal(document.querySelectorAll('[style], style').length, 0)
  })

  it('says that a product is not known to be offered there', async () => {
    const { text, document } = await show(`${near}&product=camel+milk`)
    assert.match(text, /No farm here is known to offer it/)
    assert.doesNotMatch(text, /Prices of fewer than 5 farms/)
    assert.equal(document.querySelectorAll('.plot').length, 0)
  })

  it('says that prices of few farms are not shown, and shows them to members, each as a dot', async () => {
    const few = await pricesThat(({ units }) => units === null)
    const { text, document } = await show(`${near}&product=${few.product}`)
    assert.match(text, /Prices of fewer than 5 farms are shown\s+to paid keys only/)
    assert.equal(document.querySelectorAll('.plot').length, 0)
    const member = await signedInBrowser(server)
    const { id } = await makeKey(member, 'growing')
    const store = await openTestStore(server.stateDir)
    await setTier(store, { id, tier: 'paid' })
    await store.close()
    const page = parseHTML((await member.get(`/market?${near}&product=eggs`)).text).document
    type Listings = { data: { comparable_price: number | null }[] }
    const { body } = await server.ask<Listings>(`/v1/listings?${near}&product=eggs&per_page=100`)
    const priced = body.data.filter(({ comparable_price }) => comparable_price !== null)
    assert.ok(priced.length > 1)
    assert.equal(page.querySelectorAll('.plot .dots circle').length, priced.length)
  })

  it('asks again where a place or a product is not clear, with links', async () => {
    const many = await show('near=Springfield&radius=50&product=eggs')
    assert.equal(many.status, 400)
    const links = [...many.document.querySelectorAll('.choices a')]
    assert.ok(links.length > 5)
    const [first] = links
    assert.equal(
      first!.getAttribute('href'),
      `/market?near=${encodeURIComponent(first!.textContent).replaceAll('%20', '+')}&radius=50&product=eggs`,
    )
    const wrong = await show('near=Danville,+VT&radius=500')
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /id="near"[^>]*value="Danville, VT"/)
    assert.equal((await show('')).status, 200)
    assert.doesNotMatch((await show('near=%3Cscript%3Ealert(1)')).text, /<script>alert/)
  })
})
