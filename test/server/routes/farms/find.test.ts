import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { startServer } from '../../../support/running_server.ts'

const farm = (source_id: string, name: string, more: object = {}) => ({
  source_id,
  name,
  city: 'Danville',
  state: 'VT',
  lat: 44.41,
  lng: -72.14,
  products: ['eggs'],
  updated_at: '2026-05-01T00:00:00Z',
  ...more,
})
const { root } = await buildSnapshot(
  { after },
  {
    feed: [
      farm('1', 'Stone Creek Farm', { practices: ['organic'] }),
      farm('2', 'Creekside Orchard', { lat: 44.5, products: ['apples', 'cage-free eggs'] }),
      farm('3', 'Eggleston Acres', { lat: 44.6, products: ['honey'] }),
      farm('4', "Troy's Honey & Corn Market", { lat: 40, products: [] }),
      farm('5', 'Troy’s Honey & Corn Market West', { lat: 41, products: [] }),
      farm('6', 'Black Dog Farm', { lat: 42, products: [] }),
      farm('7', 'Applebin.com by Amy', {
        lat: 43,
        products: [],
        phone: '802-555-0123',
        website: 'https://farm.example.org',
      }),
      farm('8', 'Boston Waterfront Stand', { lat: 44, products: ['milk'] }),
      farm('10', 'Egg & Milk Farm', { lat: 38, products: [] }),
      farm('9', 'Quiet Corner Growers, L.L.C.', { lat: 39, products: [] }),
    ],
    now: new Date('2026-06-01T00:00:00Z'),
  },
)
const server = await startServer({ after }, root, { now: new Date('2026-06-01T12:00:00Z') })

type Body = {
  data: { name: string; distance_mi?: number }[]
  meta: Record<string, unknown>
  links: Record<'self' | 'next' | 'strict', string>
}
const find = async (text: string, more = '', key: 'free' | 'paid' = 'paid') => {
  const path = `/v1/find?text=${encodeURIComponent(text)}${more}`
  const { status, body } = await server.ask<Body>(path, { key })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const names = ({ data }: Body) => data.map(({ name }) => name)

describe('GET /v1/find', () => {
  it('answers as the strict request that it was read as', async () => {
    for (const [text, strict] of [
      ['eggs near Danville VT', '/v1/search?products=eggs&near=Danville%2C%20VT'],
      ['huevos en Vermont', '/v1/farms?products=eggs&state=VT'],
      ['stone creek farm', '/v1/farms?q=stone%20creek%20farm'],
      ['', '/v1/farms'],
    ] as const) {
      if (text === '') continue
      const { links, data, meta } = await find(text)
      assert.equal(links.strict, strict)
      const same = (await server.ask<Body>(strict)).body
      assert.deepEqual(data, same.data)
      assert.equal(meta['total'], same.meta['total'])
      assert.deepEqual(meta['location'], same.meta['location'])
      const understood = Object.fromEntries(new URLSearchParams(strict.split('?')[1]))
      assert.deepEqual(meta['understood'], understood)
    }
  })

  it('finds a variety alone, and says how many farms offer the product', async () => {
    const { data, meta } = await find('cage-free eggs')
    assert.deepEqual([data.length, names({ data } as Body)], [1, ['Creekside Orchard']])
    assert.deepEqual(meta['broader'], [{ value: 'eggs', count: 2 }])
  })

  it('lists the name that a place may be instead, if a farm is called so', async () => {
    const { meta } = await find('stone creek')
    const place = { text: 'stone creek', parameter: 'near', value: 'Stone Creek, OH' }
    assert.deepEqual(meta['ambiguous'], [
      { ...place, others: [{ parameter: 'q', value: 'stone creek' }] },
    ])
    assert.equal((await find('Burlington VT')).meta['ambiguous'], undefined)
    assert.equal((await find('stone creek OH')).meta['ambiguous'], undefined)
  })

  it('finds a farm by its whole name, whatever its words mean', async () => {
    const { data, meta, links } = await find('troys honey and corn market')
    assert.deepEqual(names({ data } as Body), ["Troy's Honey & Corn Market", 'Troy’s Honey & Corn Market West']) // prettier-ignore
    assert.equal(links.strict, '/v1/farms?q=troys%20honey%20and%20corn%20market')
    assert.deepEqual(meta['unread'], [])
    const [{ text, parameter, others }] = meta['ambiguous'] as [Record<string, unknown>]
    assert.deepEqual([text, parameter], ['troys honey and corn market', 'q'])
    assert.ok(JSON.stringify(others).includes('{"parameter":"products","value":"honey"}'))
    const { meta: begun } = await find("Troy's Honey")
    assert.deepEqual(begun['understood'], { q: "Troy's Honey" })
    const { meta: product } = await find('honey')
    assert.deepEqual(product['understood'], { products: 'honey' })
  })

  it('finds a farm by its name with a typing error, and says how it read it', async () => {
    const { data, meta } = await find('Troys Hony and Corn Market')
    assert.equal(data.length, 2)
    assert.deepEqual(meta['understood'], { q: 'Troys Honey and Corn Market' })
    assert.deepEqual(meta['corrected'], [
      { text: 'Troys Hony and Corn Market', parameter: 'q', value: 'Troys Honey and Corn Market' },
    ])
    // Each word is in a name, and two letters differ.
    assert.deepEqual((await find('Creek Stone Acres')).meta['corrected'], undefined)
  })

  it('finds a farm by its name between words about it', async () => {
    const understood = async (text: string) => (await find(text)).meta['understood']
    for (const text of ['%s hours', 'where is %s?', 'directions to the %s', 'phone number of %s'])
      assert.deepEqual(await understood(text.replace('%s', 'Stone Creek Farm')), {
        q: 'Stone Creek Farm',
      })
    assert.deepEqual(await understood('is Stone Creek Farm open on saturday'), {
      q: 'Stone Creek Farm',
      open_on: 'sat',
    })
    assert.deepEqual(await understood('does Stone Creek Farm sell eggs?'), {
      q: 'Stone Creek Farm',
      products: 'eggs',
    })
    assert.deepEqual(await understood('hours of Stone Crek Farm'), { q: 'Stone Creek Farm' })
  })

  it('finds a farm by its name without its legal form', async () => {
    const { meta } = await find('does Quiet Corner Growers sell eggs')
    assert.deepEqual(meta['understood'], { q: 'Quiet Corner Growers', products: 'eggs' })
    assert.deepEqual(names(await find('where is Quiet Corner Growers')), [
      'Quiet Corner Growers, L.L.C.',
    ])
  })

  it('finds a farm by its name with other blanks, or as a handle', async () => {
    for (const text of ['stonecreekfarm', '@StoneCreekFarm', 'Stonecreek Farm'])
      assert.deepEqual(names(await find(text)), ['Stone Creek Farm'], text)
    for (const text of ['eggmilkfarm', 'EggAndMilk'])
      assert.deepEqual(names(await find(text)), ['Egg & Milk Farm'], text)
    const { meta } = await find('quietcorner')
    assert.deepEqual(meta['corrected'], [
      { text: 'quietcorner', parameter: 'q', value: 'Quiet Corner' },
    ])
    assert.deepEqual(names(await find('Creek Side Orchard')), ['Creekside Orchard'])
    assert.equal((await find('stonecreekdairy')).meta['corrected'], undefined)
  })

  it('keeps the name of a farm that does not meet the other conditions', async () => {
    const { meta } = await find('Quiet Corner eggs')
    assert.deepEqual(meta['understood'], { q: 'Quiet Corner', products: 'eggs' })
    assert.deepEqual([meta['total'], meta['left_out']], [0, undefined])
  })

  it('finds a farm by its name before its town, which may have larger namesakes', async () => {
    const near = { near: 'Danville, VT' }
    for (const text of ['Creekside Orchard in Danville', 'Creekside Orchard, Danville, VT']) {
      const body = await find(text)
      assert.deepEqual(body.meta['understood'], { q: 'Creekside Orchard', ...near })
      assert.deepEqual(names(body), ['Creekside Orchard'])
    }
    const { meta: misspelled } = await find('Creeksde Orchard Danville')
    assert.deepEqual(misspelled['understood'], { q: 'Creekside Orchard', ...near })
    assert.deepEqual(misspelled['corrected'], [
      { text: 'Creeksde Orchard', parameter: 'q', value: 'Creekside Orchard' },
    ])
    const { meta } = await find('Creekside Orchard, Albany NY')
    assert.equal((meta['understood'] as Record<string, string>)['near'], 'Albany, NY')
    const elsewhere = await find('eggs in Danville')
    assert.notDeepEqual(elsewhere.meta['understood'], { products: 'eggs', ...near })
  })

  it('finds a farm by its name and the city of its listing, wherever its point is', async () => {
    const body = await find('Quiet Corner Growers, Danville VT')
    assert.deepEqual(body.meta['understood'], { q: 'Quiet Corner Growers', city: 'Danville, VT' })
    assert.deepEqual(names(body), ['Quiet Corner Growers, L.L.C.'])
    const { meta } = await find('Egg & Milk Farm, Danville')
    assert.equal((meta['understood'] as Record<string, string>)['products'], 'eggs,milk')
    const [first] = meta['ambiguous'] as { others: object[] }[]
    assert.deepEqual(first!.others, [{ parameter: 'q', value: 'Egg & Milk Farm' }])
  })

  it('reads a place with other words of a farm’s name as the name', async () => {
    const body = await find('milk Boston Waterfront')
    assert.deepEqual(body.meta['understood'], { products: 'milk', q: 'Boston Waterfront' })
    assert.deepEqual(names(body), ['Boston Waterfront Stand'])
    const { meta } = await find('milk Boston Heritage')
    assert.deepEqual(meta['understood'], { products: 'milk', near: 'Boston, MA' })
  })

  it('lists what it corrected and left out, and what else words may mean', async () => {
    const { meta } = await find('apples and egggs in Vermont')
    const corrected = { text: 'egggs', parameter: 'products', value: 'eggs' }
    assert.deepEqual(meta['corrected'], [corrected])
    const free = await find('organic apples', '', 'free')
    assert.deepEqual(names(free), ['Creekside Orchard'])
    assert.deepEqual(free.meta['left_out'], [
      {
        text: 'organic',
        parameter: 'practices',
        value: 'organic',
        reason: 'this filter needs a paid key',
      },
    ])
    const paid = await find('organic apples')
    assert.deepEqual([paid.data, paid.meta['left_out']], [[], undefined])
    assert.deepEqual(paid.meta['ambiguous'], [
      {
        text: 'organic',
        parameter: 'practices',
        value: 'organic',
        others: [{ parameter: 'certifications', value: 'USDA organic' }],
      },
    ])
  })

  it('leaves out words that are no name, rather than every farm', async () => {
    const words = { reason: 'no farm that meets the other conditions has these words' }
    const { data, meta, links } = await find('honey in Vermont for xqzzy zqxxy')
    assert.ok(data.length > 0)
    assert.equal(links.strict, '/v1/farms?products=honey&state=VT')
    assert.deepEqual(meta['left_out'], [{ text: 'xqzzy zqxxy', ...words }])
    assert.deepEqual(meta['unread'], ['xqzzy zqxxy'])
    assert.equal((await find('honey bales in Vermont')).links.strict, links.strict)
    const { data: both } = await find('Eggleston Acres in Vermont')
    assert.deepEqual(names({ data: both } as Body), ['Eggleston Acres'])
    // It begins a product, and is a word of a name.
    const { meta: black } = await find('black organic in Vermont')
    assert.deepEqual(black['left_out'], [{ text: 'black', ...words }])
    const place = { reason: 'no place is called so: enter a ZIP code, or a town and its state' }
    const { meta: nowhere } = await find('honey near Xqzzy')
    assert.deepEqual(nowhere['left_out'], [{ text: 'Xqzzy', ...place }])
    const { meta: alone } = await find('xqzzy zqxxy')
    assert.deepEqual([alone['total'], alone['left_out']], [0, undefined])
  })

  it("takes the client's place where the text names none", async () => {
    const here = '&lat=44.6&lng=-72.14'
    const near = await find('honey near me', here)
    assert.deepEqual(near.data.map(({ distance_mi }) => distance_mi), [0]) // prettier-ignore
    assert.equal(near.links.strict, '/v1/search?products=honey&lat=44.6&lng=-72.14')
    const named = await find('honey near Danville, VT', here)
    assert.deepEqual(named.meta['ignored'], ['lat', 'lng'])
    const nowhere = await find('honey near me')
    assert.deepEqual(nowhere.meta['left_out'], [
      { text: 'near me', reason: 'your place is unknown: send lat and lng' },
    ])
  })

  it('refuses a text of more words than q may have, by its name', async () => {
    const path = `/v1/find?text=${Array(61).fill('x1').join('+')}`
    const { status, body } = await server.ask<{ detail: string }>(path)
    assert.deepEqual([status, body.detail], [400, 'text: must have at most 60 words'])
  })

  it('refuses an order by distance without a place, and says what to send', async () => {
    const path = '/v1/find?text=honey&sort=distance'
    const { status, body } = await server.ask<{ detail: string }>(path, { key: 'paid' })
    assert.equal(status, 400)
    assert.match(body.detail, /^sort: .*: name a place in text, or give lat and lng$/)
    const sorted = await server.ask(`${path}&lat=44.6&lng=-72.14`, { key: 'paid' })
    assert.equal(sorted.status, 200)
  })

  it('has an unknown distance where the text names no place', async () => {
    const asked = '&fields=name,distance_mi&format='
    const { data } = await find('honey in Vermont', `${asked}json`)
    assert.deepEqual(data, [{ name: 'Eggleston Acres', distance_mi: null }])
    const path = `/v1/find?text=honey+in+Vermont${asked}csv`
    assert.match((await server.ask(path, { key: 'paid' })).text, /"Eggleston Acres",\r?\n$/)
    const strict = '/v1/farms?products=honey&state=VT&fields=name,distance_mi'
    assert.equal((await server.ask(strict, { key: 'paid' })).status, 400)
  })

  it('asks about a short word that names nothing, and tells a radius that it changed', async () => {
    const { meta } = await find('egs near Danville, VT')
    assert.deepEqual([meta['total'], meta['did_you_mean']], [0, 'eggs'])
    assert.ok((meta['hints'] as string[]).some((hint) => hint.includes('the product `eggs`')))
    assert.equal((await find('CBD near Danville, VT')).meta['did_you_mean'] ?? null, null)
    for (const word of ['week', 'door', 'vegan', 'table']) {
      const { data, meta } = await find(`${word} near Danville, VT`)
      assert.deepEqual([data.length > 0, meta['unread']], [true, [word]], 'is no product')
    }
    const wide = await find('eggs within 500 miles of Danville, VT')
    assert.deepEqual(wide.meta['corrected'], [
      { text: 'within 500 miles of', parameter: 'radius', value: '100' },
    ])
  })

  it('finds no farm by its telephone number or website, except by a name like one', async () => {
    for (const key of ['free', 'paid'] as const)
      for (const text of ['honey 802-555-0123', 'honey farm.example.org'])
        assert.deepEqual(names(await find(text, '', key)), ['Eggleston Acres'])
    const { meta, ...body } = await find('applebin.com')
    assert.deepEqual(
      [names({ meta, ...body }), meta['left_out']],
      [['Applebin.com by Amy'], undefined],
    )
  })

  it('lists no farm for a telephone number or website alone, and says what to send', async () => {
    for (const text of ['802-555-0123', 'call (802) 555-0123', 'farm.example.org']) {
      const { data, meta } = await find(text)
      assert.deepEqual([data, meta['unread']], [[], [text]])
      assert.match(String(meta['hints']), /^no filter by (?:telephone|website).* enter the name/)
    }
  })

  it('pins the time of a day in words on the next page', async () => {
    const { links } = await find('farms in Vermont open today', '&per_page=1')
    assert.equal(links.next, undefined, 'no hours are known')
    const { links: plain } = await find('farms in Vermont', '&per_page=1')
    assert.match(plain.next, /^\/v1\/find\?text=farms%20in%20Vermont&page=2&per_page=1&snapshot=/)
  })
})
