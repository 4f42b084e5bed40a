import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { parseHTML } from 'linkedom'
import { Browser } from '../../support/browser.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const visitor = new Browser(server)

type Farm = { id: string; name: string; lat: number | null; lng: number | null }
type List = {
  data: Farm[]
  meta: {
    total: number
    coverage: { products: number }
    facets: Record<string, { value: string; count: number }[]>
  }
}
const ask = async (path: string) => (await server.ask<List>(path, { key: 'free' })).body

async function shown(query: string) {
  const { status, text } = await visitor.get(`/${query}`)
  const { document } = parseHTML(text)
  const all = (selector: string) => [...document.querySelectorAll(selector)]
  return {
    status,
    document,
    title: document.querySelector('h1')!.textContent.replaceAll(/\s+/g, ' '),
    ids: all('[data-farm]').map((each) => each.getAttribute('data-farm')),
    count: document.querySelector('.count')?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '',
    hrefs: (selector: string) => all(selector).map((each) => each.getAttribute('href')!),
  }
}
const idsOf = ({ data }: List) => data.map(({ id }) => id)

describe('GET / where no farm meets every condition', () => {
  it('offers a list without two conditions if each alone empties it', async () => {
    const { ids, document } = await shown('?q=honey+in+Colorado&category=seafood')
    assert.deepEqual(ids, [])
    const offers = [...document.querySelectorAll('main li a[data-view]')]
      .map((link) => [link.textContent, link.getAttribute('href')])
      .filter(([text]) => text!.startsWith('Leave out '))
    assert.deepEqual(offers, [
      ['Leave out the state, Colorado and seafood', '/?q=honey'],
      ['Leave out honey and seafood', '/?q=in+Colorado'],
    ])
  })
})

describe('GET / where no farm is near', () => {
  it('offers the circle that reaches the nearest one', async () => {
    const { document } = await shown('?q=honey+near+Concord,+NH')
    const text = document.querySelector('main')!.textContent
    const miles = Number(/the nearest is (\d+) miles away/.exec(text)![1])
    assert.ok(miles > 50 && miles <= 100, `${miles}`)
    const offers = [...document.querySelectorAll('main li a[data-view]')].map(
      (each) => each.textContent,
    )
    assert.deepEqual(
      offers.filter((each) => each!.startsWith('Within')),
      ['Within 100 miles'],
    )
    assert.match(text, /Within 100 miles: the nearest is \d+ miles away/)
    assert.doesNotMatch(text, /no farm that matches is within/i)
    const nowhere = (await shown('?q=quail+eggs+near+Concord,+NH')).document
    assert.doesNotMatch(nowhere.querySelector('.empty')!.textContent, /Within/)
  })
})

describe('GET /', () => {
  it('says of an unknown place once that it is unknown', async () => {
    const { document } = await shown('?q=eggs+near+99999')
    const found = [...document.querySelectorAll('.note')].map(({ textContent }) => textContent!)
    assert.deepEqual(
      found.filter((each) => each.includes('99999')).map((each) => each.split('.')[0]),
      ['No place is called “99999”'],
    )
  })

  it('leaves out words that are no name, and says so', async () => {
    const { ids, title, document } = await shown('?q=eggs+in+Vermont+for+xqzzy+zqxxy')
    assert.deepEqual(ids, idsOf(await ask('/v1/farms?products=eggs&state=VT&sort=-quality_score')))
    assert.equal(title, 'Farms with eggs in Vermont')
    const note =
      '“xqzzy zqxxy” is left out: no farm that meets the other conditions has these words.'
    assert.deepEqual(
      [...document.querySelectorAll('.note')].map((each) => each.textContent),
      [note],
    )
    const points = async (q: string) => (await visitor.get(`/explore/points?q=${q}`)).text
    assert.equal(await points('eggs+in+Vermont+for+xqzzy+zqxxy'), await points('eggs+in+Vermont'))
  })

  it('lists what the API does for the words, with its total', async () => {
    const views = {
      '?q=eggs+near+Danville,+VT': '/v1/search?near=Danville,+VT&products=eggs',
      '?q=eggs+near+Danville,+VT&radius=5&place_type=farmers_market':
        '/v1/search?near=Danville,+VT&products=eggs&radius=5&place_type=farmers_market',
      '?q=05828&page=2': '/v1/search?near=05828&page=2',
      '?q=cheese+in+Vermont': '/v1/farms?products=cheese&state=VT&sort=-quality_score',
      '?q=town+square': '/v1/farms?q=town+square',
      '?bbox=-72.2,44.3,-72.1,44.5': '/v1/farms?bbox=-72.2,44.3,-72.1,44.5&sort=-quality_score',
      '?q=eggs+near+Danville,+VT&said_since=3y':
        '/v1/search?near=Danville,+VT&products=eggs&said_since=3y',
      '': '/v1/farms?sort=-quality_score&per_page=10',
    }
    for (const [address, path] of Object.entries(views)) {
      const [view, list] = [await shown(address), await ask(path)]
      assert.deepEqual(view.ids, idsOf(list), address)
      if (list.data.length > 0)
        assert.match(view.count, new RegExp(`^${list.meta.total} farms?\\b`))
    }
    assert.equal(
      (await shown('?q=eggs+near+Danville,+VT')).title,
      'Farms with eggs near Danville, VT',
    )
  })

  it('keeps a time in the words of the form, since only the day has a field', async () => {
    const words = async (q: string) =>
      (await shown(`?q=${q}`)).document.querySelector('#q')!.getAttribute('value')
    assert.equal(await words('eggs+saturday+open+late'), 'eggs saturday open late')
    assert.equal(await words('eggs+on+saturday'), 'eggs')
  })

  it('counts the values of filters as the API does, each a link that keeps the rest', async () => {
    const { document } = await shown('?q=eggs+near+Danville,+VT&radius=50')
    const { meta } = await ask(
      '/v1/search?near=Danville,+VT&products=eggs&radius=50&facets=products,place_type&per_page=1',
    )
    const entries = [...document.querySelectorAll('#filter-products li')].map(({ children }) => {
      const [name, count] = [...children[0]!.children].map((each) => each.textContent)
      return { value: name!, count: Number(count) }
    })
    assert.deepEqual(entries, meta.facets['products'])
    const fixed = document.querySelector('#filter-products .fixed > span')!.textContent
    assert.equal(fixed, 'eggs', 'what the words say is no link')
    const link = document.querySelector('#filter-products a')!.getAttribute('href')!
    const { data } = await ask(
      `/v1/search?near=Danville,+VT&radius=50&match=all&products=eggs,${new URL(link, server.url).searchParams.get('products')}`,
    )
    assert.deepEqual((await shown(link.slice(1))).ids, idsOf({ data } as List))
    const taken = (await shown(link.slice(1))).hrefs('.chips a')
    assert.deepEqual(taken, ['/?q=eggs+near+Danville,+VT&radius=50'])
  })

  it('links to the same search over newer statements, and back', async () => {
    const { hrefs } = await shown('?q=eggs+near+Danville,+VT&page=2')
    const plain = '/?q=eggs+near+Danville,+VT'
    assert.deepEqual(hrefs('#filter-said_since a'), [
      plain,
      `${plain}&said_since=1y`,
      `${plain}&said_since=3y`,
    ])
    const newer = await shown('?q=eggs+near+Danville,+VT&said_since=1y')
    assert.deepEqual(newer.hrefs('.chips a'), [plain])
    assert.equal(
      newer.document.querySelector('#filter-said_since summary')!.textContent,
      'Confirmed within 1 year',
    )
    assert.equal((await shown('?said_since=yesterday')).status, 400)
  })

  it('says of how many farms there the products are known, those without the product too', async () => {
    const { count } = await shown('?q=eggs+near+Danville,+VT')
    const { meta } = await ask('/v1/search?near=Danville,+VT&per_page=1')
    const pct = Math.round((100 * meta.coverage.products) / meta.total)
    assert.ok(
      count.includes(`Products are known for ${pct} % of the ${meta.total} farms here`),
      count,
    )
  })

  it('says what would help where there is nothing, and where a place or parameter is wrong', async () => {
    const far = await shown('?q=eggs+within+1+mile+of+05829')
    assert.deepEqual(far.ids, [])
    const wider = far.hrefs('.empty a').find((href) => href.includes('&radius='))!
    assert.ok((await shown(wider.slice(1))).ids.length > 0, wider)
    const none = await shown('?q=duck+eggs+in+Vermont')
    assert.deepEqual(none.ids, [])
    assert.ok(none.hrefs('.empty a').includes('/?q=eggs+in+Vermont'))
    const offers = [...none.document.querySelectorAll('.empty li')].flatMap((offer) => {
      const [, farms] = /: (\d+) farms?/.exec(offer.textContent) ?? []
      return farms ? [[offer.querySelector('a')!.getAttribute('href').slice(1), farms]] : []
    })
    assert.ok(offers.length >= 2, 'without the product, and of a broader one')
    for (const [path, farms] of offers)
      assert.match((await shown(path)).count, new RegExp(`^${farms} farms?\\b`), path)
    const remote = await shown('?q=eggs+near+Nome,+AK')
    assert.deepEqual(
      remote.hrefs('.empty a').filter((href) => href.includes('radius=')),
      [],
    )
    const read = await shown('?q=hebrs+in+Vermont')
    assert.ok(read.hrefs('.empty a').includes('/?q=herbs+in+Vermont'))
    assert.doesNotMatch(read.document.querySelector('.empty')!.textContent, /`|\?\.|Q finds/)
    const meant = await shown('?q=egs&near=Danville,+VT')
    assert.ok(meant.hrefs('.empty a').includes('/?q=eggs&near=Danville,+VT'))
    const notesOf = ({ document }: Awaited<ReturnType<typeof shown>>) =>
      [...document.querySelectorAll('.note')].map((note) => note.textContent).join(' ')
    const misspelt = await shown('?q=eggs+near+Danvile,+VT')
    assert.ok(misspelt.ids.length > 0)
    assert.match(notesOf(misspelt), /“Danvile, VT” is read as Danville, VT\./)
    const unknown = await shown('?q=eggs+near+Xqzwv')
    assert.match(notesOf(unknown), /No place is called “Xqzwv”/)
    const wrong = await shown('?q=05828&radius=far')
    assert.equal(wrong.status, 400)
    assert.match(wrong.document.querySelector('.empty')!.textContent, /radius must be/)
  })

  it('words a mistake without marks of code or a day that is none', async () => {
    const nowhere = await shown('?near=Nowhere,ZZ')
    const words = nowhere.document.querySelector('main')!.textContent
    assert.match(
      words,
      /The place was not found\s+No place is called Nowhere,ZZ\. Enter a town and its state, /,
    )
    const eggs = await shown('?q=eggs&near=99999')
    assert.match(eggs.document.querySelector('.empty')!.textContent, /99999 is a ZIP code without/)
    assert.deepEqual(eggs.hrefs('.empty a'), ['/?q=eggs'])
    const misspelled = await shown('?near=Danvile,VT')
    const asked = misspelled.document.querySelector('main')!.textContent
    assert.match(asked, /Which place do you mean\?\s+Danville, VT/)
    const never = await shown('?near=Danville,VT&on=2026-13-40')
    assert.deepEqual([never.status, never.title], [400, 'Farms near Danville, VT, open 2026-13-40'])
  })

  it('finds a farm by its name, and links to the meaning of its words', async () => {
    const { document, title, ids, hrefs } = await shown('?q=guam+growers')
    assert.equal(title, 'Farms named “guam growers”')
    assert.deepEqual(ids, idsOf(await ask('/v1/farms?q=Guam+Growers')))
    assert.equal(document.querySelector('.count')!.textContent.trim(), '1 farm.')
    assert.match(document.querySelector('.note')!.textContent, /Not a name\?/)
    const [path] = hrefs('.note a')
    assert.equal(path, '/?q=guam+growers&as=sentence')
    assert.equal((await shown(path.slice(1))).title, 'Farms named “growers” in Guam')
    const { count } = await shown('?q=guam+growers&products=beef')
    assert.match(count, /of the 1 farm that meets the other conditions/)
  })

  it('links to the search near a second place', async () => {
    const { title, document, hrefs } = await shown('?q=eggs+near+Portland+or+Salem,+MA')
    assert.equal(title, 'Farms with eggs near Portland, OR')
    assert.deepEqual(
      [...document.querySelectorAll('.note')].map((note) => note.textContent.trim().split('\n')[0]),
      ['“Salem, MA” is left out: a search has one place.'],
    )
    assert.deepEqual(hrefs('.note a'), ['/?q=eggs+near+Salem,+MA'])
  })

  it('says of each part what else it means, or that it is left out', async () => {
    const notesOf = async (query: string) => {
      const { document, hrefs } = await shown(query)
      const texts = [...document.querySelectorAll('.note')].map(({ textContent }) => textContent)
      return { text: texts.join(' ').replaceAll(/\s+/g, ' '), hrefs: hrefs('.note a') }
    }
    const weekend = '?q=eggs+this+weekend+near+Danville,+VT'
    const { text, hrefs } = await notesOf(weekend)
    assert.match(text, /“this weekend” is read as Saturday\. Or Sunday\?/)
    assert.ok(hrefs.includes('/?q=eggs+Sunday+near+Danville,+VT'))
    assert.doesNotMatch((await notesOf(`${weekend}&on=sat`)).text, /Sunday/)
    const town = await notesOf('?q=eggs+buffalo')
    assert.match(town.text, /“buffalo” is read as a place\. Or bison\?/)
    assert.ok(town.hrefs.includes('/?q=eggs+bison'))
    const bison = await notesOf('?q=buffalo')
    assert.match(bison.text, /Not that one\? Buffalo, NY/)
    assert.deepEqual(bison.hrefs, ['/?q=Buffalo,+NY'])
    const delivers = (await notesOf('?q=csa+that+delivers+near+Danville,+VT')).text
    assert.match(delivers, /“delivers” is left out: this filter is for\s+paid keys\./)
    assert.doesNotMatch(delivers, /“delivers” is read as/)
  })

  it('says the hours that it asks for, with the day', async () => {
    for (const [words, hours] of [
      ['tomorrow', ''],
      ['tomorrow after 4', ' after 4 PM'],
      ['tomorrow before 9:30', ' before 9:30 AM'],
      ['tomorrow until 6pm', ' until 6 PM'],
      ['tomorrow until noon', ' until noon'],
      ['tomorrow until 12am', ' until midnight'],
      ['tomorrow at 10', ' at 10 AM'],
      ['tomorrow morning', ' between 6 AM and noon'],
    ]) {
      const { title, count } = await shown(`?q=${words!.replaceAll(' ', '+')}`)
      assert.match(title, new RegExp(`^Farms, open [A-Z][a-z]+day${hours}$`))
      assert.match(count, new RegExp(`confirmed open [A-Z][a-z]+day${hours}\\.`))
    }
    const late = '/v1/farms?open_on=sat&open_between=20:00-24:00&fields=id'
    const { body } = await server.ask<List>(late, { key: 'paid' })
    const countOf = async (query: string) => Number.parseInt((await shown(query)).count)
    assert.equal(await countOf('?q=saturday+after+8pm'), body.meta.total)
    assert.ok((await countOf('?q=saturday')) > body.meta.total)
  })

  it('takes any text as text', async () => {
    const text = `<img src=x onerror=alert(1)>"' near`
    const { document, status } = await shown(`?q=${encodeURIComponent(text)}`)
    assert.equal(status, 200)
    assert.equal(document.querySelectorAll('img, [onerror]').length, 0)
    assert.equal(document.querySelector('#q')!.getAttribute('value'), text)
  })

  it('shows nobody without a paid key a filter on a paid field', async () => {
    const { status, document, ids } = await shown('?practices=pasture+raised')
    assert.equal(status, 200)
    assert.deepEqual(ids, (await shown('?x=1')).ids, 'as if it were not there')
    assert.equal(document.querySelector('#filter-practices'), null)
  })
})

const run = promisify(execFile)
const commands: Record<string, (code: string) => [string, string[]]> = {
  curl: (code) => ['bash', ['-c', code]],
  JavaScript: (code) => [process.execPath, ['--input-type=module', '-e', code]],
  Python: (code) => ['python3', ['-c', code]],
}
const probes = { curl: 'curl', JavaScript: process.execPath, Python: 'python3' }

describe('the drawer of a view', () => {
  const query = '?q=eggs+near+Danville,+VT&place_type=farmers_market'
  for (const [index, [language, command]] of Object.entries(commands).entries())
    it(`has it in ${language}, which runs unchanged`, async (t) => {
      const probe = probes[language as keyof typeof probes]
      const missing = await run(probe, ['--version']).then(() => false, () => true) // prettier-ignore
      if (missing) return t.skip(`${probe} is not installed`)
      const { document } = await shown(query)
      const code = document.querySelectorAll('.drawer pre')[index]!.textContent
      const env = { ...process.env, FARM_KEY: server.keys.free }
      const { stdout } = await run(...command(code), { env })
      const { data } = await ask(
        '/v1/search?near=Danville,+VT&products=eggs&place_type=farmers_market',
      )
      assert.ok(data.length > 0)
      for (const { name } of data) assert.ok(stdout.includes(name), stdout)
    })

  it('has its farms as files to download, in free fields', async () => {
    const { hrefs, ids } = await shown(query)
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const [csv, geojson] = await Promise.all(
      hrefs('.drawer a[download]').map((path) => server.ask(path, { key: null, headers })),
    )
    assert.deepEqual(
      [...csv!.text.matchAll(/^"([0-9a-f-]{36})"/gm)].map(([, id]) => id),
      ids,
    )
    const { features } = geojson!.body as { features: { id: string; properties: object }[] }
    assert.deepEqual(
      features.map(({ id }) => id),
      ids,
    )
    assert.equal('phone' in features[0]!.properties, false)
  })
})

describe('GET /explore/points', () => {
  const pointsOf = async (query: string) => {
    const { text } = await visitor.get(`/explore/points${query}`)
    const { step, points } = JSON.parse(text) as { step: number; points: number[] }
    let [x, y] = [0, 0]
    return Array.from({ length: points.length / 2 }, (_, at) => {
      x += points[2 * at]!
      y += points[2 * at + 1]!
      return `${(x * step).toFixed(4)},${(y * step).toFixed(4)}`
    }).toSorted()
  }

  it('says where the farms of the view are, on all its pages, and nothing else', async () => {
    for (const [query, path] of [
      ['?q=eggs+near+Danville,+VT', '/v1/search?near=Danville,+VT&products=eggs&per_page=100'],
      ['?place_type=csa', '/v1/farms?place_type=csa&per_page=100'],
    ] as const) {
      const { data, meta } = await ask(path)
      assert.equal(data.length, meta.total)
      const expected = data.flatMap(({ lat, lng }) =>
        lat === null || lng === null ? [] : [`${lng.toFixed(4)},${lat.toFixed(4)}`],
      )
      assert.ok(expected.length > 1)
      assert.deepEqual(await pointsOf(query), expected.toSorted())
    }
  })

  it('is kept by its tag, which another view does not have', async () => {
    const first = await visitor.get('/explore/points?place_type=csa')
    const headers = { 'If-None-Match': first.headers.get('ETag')! }
    assert.equal((await visitor.visit('/explore/points?place_type=csa', { headers })).status, 304)
    assert.equal((await visitor.visit('/explore/points?place_type=farm', { headers })).status, 200)
  })
})
