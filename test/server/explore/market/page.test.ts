import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { setTier } from '../../../../server/access/keys/keys.ts'
import type {
  Competition,
  Delivery,
  Landscape,
  Prices,
} from '../../../../server/explore/market/market.ts'
import { makeKey, signedInBrowser } from '../../../support/console.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { kindOfPlace } from '../../../../server/explore/parts/words.ts'
import { startServer } from '../../../support/running_server.ts'
import { openTestStore } from '../../../support/services.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const near = 'near=Danville,+VT&radius=50'

/** A visitor who is signed in, and has a paid key. */
const member = await signedInBrowser(server)
const { id } = await makeKey(member, 'growing')
const store = await openTestStore(server.stateDir)
await setTier(store, { id, tier: 'paid' })
await store.close()

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

/** The bars below a heading of the third level, folded ones too, as names and values. */
function barsOf(document: Shown, heading: string): string[][] {
  const parts: NonNullable<ReturnType<Shown['querySelector']>>[] = []
  let next = [...document.querySelectorAll('h3')].find(
    (each) => each.textContent === heading,
  )?.nextElementSibling
  for (; next && next.tagName !== 'H3'; next = next.nextElementSibling) parts.push(next)
  return parts
    .flatMap((part) => [...part.querySelectorAll(part.className === 'bars' ? 'li' : '.bars li')])
    .map((row) => ['span', '.value'].map((each) => row.querySelector(each)!.textContent.trim()))
}

const wordsOf = (document: Shown) =>
  document.querySelector('main')!.textContent.replaceAll(/\s+/g, ' ')

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
    assert.deepEqual(
      barsOf(document, 'Products'),
      products.map(({ name, count, pct_of_known: pct }) => [
        name,
        `${count} (${pct === 100 ? pct : pct!.toFixed(1)}\u00a0%)`,
      ]),
    )
    const [first] = products
    const widths = [...document.querySelector('#offer ~ .bars .bar')!.querySelectorAll('rect')].map(
      (part) => Number(part.getAttribute('width')),
    )
    const { count, known } = first!
    const shares = [count, known - count].map((farms) => (100 * farms) / total_farms)
    assert.deepEqual(
      widths,
      shares.map((share) => Math.round(10 * share) / 10),
      'the rest is hatched',
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
      assert.ok(
        text.includes(`products are known for ${share} %, half of them last confirmed by `),
        query,
      )
      assert.ok(
        text.includes(`confirmed in the last three years for ${recent || 'none'} of them`),
        query,
      )
      const [[name, value]] = barsOf(document, 'Products') as [[string, string]]
      assert.deepEqual([name, value.split(' ')[0]], [products[0]!.name, String(products[0]!.count)])
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
      by_distance
        .filter(({ count }) => count)
        .map(({ within_mi, count, min, p25, median, p75, max }) => [
          `${within_mi} miles`,
          String(count),
          ...[min, p25, median, p75, max].map((price) => `$${price!.toFixed(2)}`),
        ]),
    )
    assert.equal(document.querySelectorAll('.plot .dots circle').length, 0)
    assert.equal(document.querySelectorAll('[style], style').length, 0)
  })

  it('has one sentence in place of a chart or a table of what few farms state', async () => {
    const few = 'near=Danville,+VT&radius=5'
    const { document } = await show(`${few}&product=eggs`)
    const words = wordsOf(document)
    const asked = async <Body>(path: string) => (await server.ask<Body>(path, { key: 'free' })).body
    const { known, practices, total_farms } = await asked<Landscape>(`/v1/market/landscape?${few}`)
    const { farms_with_known_delivery: delivery } = await asked<Delivery>(
      `/v1/market/delivery?${few}`,
    )
    const { farms_with_price, farms_with_product } = await asked<Prices>(
      `/v1/market/prices?${few}&product=eggs`,
    )
    const share = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`
    for (const [what, count] of Object.entries({
      Practices: known.practices!,
      'Pickup and delivery': delivery!,
    })) {
      assert.ok(count > 0 && count < total_farms / 5, what)
      const sentence = `${what} are known for ${count} of ${total_farms} farms (${share(count, total_farms)}), too few for a chart: `
      assert.ok(words.includes(sentence), sentence)
      assert.deepEqual(barsOf(document, what), [])
    }
    const [first, second] = practices!
    assert.ok(
      words.includes(
        `chart: ${first!.name} (${first!.count}) and ${second!.name} (${second!.count}).`,
      ),
    )
    assert.equal(farms_with_price, 1)
    const priced = `1 farm (${share(1, farms_with_product)}) states a price, too few for a chart`
    assert.ok(words.includes(`${priced}. Prices of one farm are shown to paid keys only.`))
    const { comparable } = (await server.ask<Prices>(`/v1/market/prices?${few}&product=eggs`)).body
    const [min, median, max] = (['min', 'median', 'max'] as const).map(
      (each) => `$${comparable![each]!.toFixed(2)}`,
    )
    const page = parseHTML((await member.get(`/market?${few}&product=eggs`)).text).document
    const figures = `median ${median} per dozen, from ${min} to ${max}`
    assert.ok(wordsOf(page).includes(`${priced}: ${figures}.`))
    assert.ok(
      wordsOf((await show(few)).document).includes(
        `Prices are known for ${known.prices} of ${total_farms} farms (${share(known.prices!, total_farms)}), too few for a table.`,
      ),
    )
    for (const shown of [document, (await show(few)).document]) {
      assert.equal(shown.querySelectorAll('.plot').length, 0)
      const cells = [...shown.querySelectorAll('td')].map(({ textContent }) => textContent.trim())
      assert.ok(!cells.includes('–'), 'no table of dashes')
    }
  })

  it('says that few are known exactly where the API marks a share as sparse', async () => {
    const seen = new Set<boolean>()
    for (const radius of [5, 20, 50]) {
      const around = `near=Danville,+VT&radius=${radius}`
      const { document } = await show(`${around}&product=eggs`)
      const path = `/v1/market/landscape?${around}`
      const { products, practices, certifications, total_farms } = (
        await server.ask<Landscape>(path, { key: 'free' })
      ).body
      for (const [heading, shares] of Object.entries({
        Products: products,
        Practices: practices!,
        Certifications: certifications!,
      })) {
        const bars = barsOf(document, heading)
        if (bars.length === 0) continue
        const { sparse, known, count } = shares[0]!
        const isFew = known < 20 || known < total_farms / 10
        assert.equal(sparse, isFew, `${heading} within ${radius} miles`)
        const sentence = `${heading} are known for ${known} of ${total_farms} farms`
        const words = wordsOf(document)
        const rest = words.slice(words.indexOf(sentence)).split('.')[1]!
        assert.match(rest, isFew ? /, too few to generalize$/ : /; percentages are of these$/)
        assert.match(
          bars[0]![1]!,
          isFew ? RegExp(`^${count} of ${known}$`) : RegExp(`^${count} \\(`),
        )
        seen.add(isFew)
      }
      const { known, sparse } = (
        await server.ask<Competition>(
          `/v1/market/landscape?near=Danville,+VT&radius_miles=${radius}&product=eggs`,
          { key: 'free' },
        )
      ).body.competition
      assert.equal(
        wordsOf(document).includes(`products are known for ${known}, too few to generalize`),
        sparse,
      )
    }
    assert.equal(seen.size, 2)
  })

  it('keeps a radius and an age in its form that it does not offer', async () => {
    const { document } = await show('near=Danville,+VT&radius=33&said_since=2y')
    const chosen = [...document.querySelectorAll('option[selected]')]
    assert.deepEqual(
      chosen.map((each) => [each.getAttribute('value'), each.textContent]),
      [
        ['33', '33 miles'],
        ['2y', '2y'],
      ],
    )
  })

  it('says which figures of fewer than 5 farms are for paid keys', async () => {
    const { document } = await show('near=Burlington,+VT&radius=10')
    const words = wordsOf(document)
    for (const what of ['Practices', 'Certifications', 'Prices', 'Pickup and delivery'])
      assert.ok(words.includes(`${what}: only paid keys show figures of fewer than 5 farms.`), what)
    assert.doesNotMatch(words, /–|NaN/)
  })

  it('says that no listing names a product, and links to the one that was meant', async () => {
    const { text, document } = await show(`${near}&product=qqzzx`)
    assert.match(text, /No listing names “qqzzx” as a product\./)
    assert.doesNotMatch(text, /Prices of qqzzx|Offered by|NaN/)
    assert.equal(document.querySelectorAll('.plot, .choices').length, 0)
    const misspelled = await show(`${near}&product=tomatoez`)
    const links = [...misspelled.document.querySelectorAll('.choices a')]
    assert.deepEqual(
      links.map((link) => link.getAttribute('href')),
      ['/market?near=Danville%2C+VT&radius=50&product=tomatoes'],
    )
  })

  it('says that prices of few farms are not shown, and shows them to members, each as a dot', async () => {
    const few = await pricesThat(({ units }) => units === null)
    const { text, document } = await show(`${near}&product=${few.product}`)
    assert.match(text, /Prices of fewer than 5 farms are shown\s+to paid keys only/)
    assert.equal(document.querySelectorAll('.plot').length, 0)
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
    const state = await show('near=Vermont&radius=50')
    assert.equal(state.status, 400)
    assert.match(
      state.text,
      /ZIP code in Vermont, or see\s+<a href="\/\?state=VT">all its farms<\/a>/,
    )
    const wrong = await show('near=Danville,+VT&radius=500')
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /id="near"[^>]*value="Danville, VT"/)
    const misspelled = wordsOf((await show('near=Danvile,+VT')).document)
    assert.match(misspelled, /called Danvile, VT; did you mean Danville, VT\? /)
    const far = wordsOf((await show('near=Nome,+AK')).document)
    assert.match(far, /The directory has no farm within 100 miles of this place\./)
    assert.equal((await show('')).status, 200)
    assert.doesNotMatch((await show('near=%3Cscript%3Ealert(1)')).text, /<script>alert/)
  })
})
