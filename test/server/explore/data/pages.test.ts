import assert from 'node:assert/strict'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { writeManifestText } from '../../../../data/disk/manifest_file.ts'
import { makeKey, signedInBrowser } from '../../../support/console.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { openTestStore } from '../../../support/services.ts'
import { lastConfirmed, publishedFarms } from '../../../support/published_farms.ts'
import { assertProblem } from '../../../support/problem_document.ts'
import { startServer } from '../../../support/running_server.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'
import { setTier } from '../../../../server/access/keys/keys.ts'
import { states } from '../../../../data/geography/states.ts'
import { descriptions } from '../../../../data/schema/descriptions.ts'
import type { Manifest } from '../../../../data/schema/manifest.ts'
import { farm } from '../../../../data/schema/tables/farm.ts'
import type { StatsFigures } from '../../../../server/explore/data/figures.ts'

const { root, folder } = await fixtureSnapshot({ after })
const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
const download = '/data/files'

const server = await startServer({ after }, root)
const page = async (path = '/data') => {
  const { status, text } = await server.ask(path, { key: null })
  assert.equal(status, 200, `${path}: ${text.slice(0, 300)}`)
  return text
}
const shown = async (path: string) => parseHTML(await page(path)).document
type Shown = Awaited<ReturnType<typeof shown>>
const asNumber = (text: string) => Number(text.replaceAll(',', ''))
const wordsOf = (document: Shown) =>
  document.querySelector('main')!.textContent.replaceAll(/\s+/g, ' ')

/** The bars below a heading as names and values. */
const barsOf = (document: Shown, heading: string) =>
  [...document.querySelectorAll(`${heading} ~ .bars li`)].map((row) =>
    ['span', '.value'].map((part) => row.querySelector(part)!.textContent.trim()),
  )

const stats = async () =>
  (await server.ask<{ data: StatsFigures }>('/v1/stats', { key: 'free' })).body.data
const farms = await publishedFarms(folder)
const main = ['/data', '/data/coverage', '/data/sources', '/data/downloads', '/data/dictionary']

describe('the pages of the data', () => {
  it('have the same navigation, a title, a description and an address of their own', async () => {
    const titles = new Set<string>()
    for (const path of [...main, '/data/VT', '/data/dictionary/products']) {
      const document = await shown(path)
      const links = [...document.querySelectorAll('nav.contents a')]
      assert.deepEqual(
        links.map((link) => link.getAttribute('href')),
        main,
      )
      const under = main.findLast((each) => path.startsWith(each))!
      const [current, ...others] = links.filter((link) => link.hasAttribute('aria-current'))
      const expected = path === '/data/VT' ? '/data/coverage' : under
      assert.deepEqual([current!.getAttribute('href'), others.length], [expected, 0])
      const canonical = document.querySelector('link[rel=canonical]')!.getAttribute('href')
      assert.equal(canonical, server.url + path)
      assert.ok(document.querySelector('meta[name=description]')!.getAttribute('content'))
      titles.add(document.querySelector('title')!.textContent)
    }
    assert.equal(titles.size, 7)
  })

  it('are in the sitemap, each state and each field, without a paid value or NaN', async () => {
    const text = (await server.ask('/sitemaps/pages.xml', { key: null })).text
    const listed = [...text.matchAll(/<loc>([^<]+)</g)].map(([, url]) =>
      url!.replace(server.url, ''),
    )
    const states = [...new Set(farms.map(({ state }) => state))].filter((state) => state !== null)
    const fields = Object.keys(farm.shape)
    for (const path of [
      ...main,
      ...states.map((state) => `/data/${state}`),
      ...fields.map((field) => `/data/dictionary/${field}`),
    ])
      assert.ok(listed.includes(path), path)
    const paid = farms.flatMap(({ address, phone, website, email, description, farmer_name }) =>
      [address, phone, website, email, description, farmer_name].filter((value) => value !== null),
    )
    assert.ok(paid.length > 20)
    for (const path of listed.filter((each) => each.startsWith('/data'))) {
      const words = wordsOf(await shown(path))
      assert.deepEqual(
        paid.filter((value) => words.includes(value)),
        [],
        path,
      )
      assert.doesNotMatch(words, /NaN|undefined|Infinity/, path)
    }
  })
})

describe('the overview', () => {
  it('says how many farms, how fresh and of which types, as /v1/stats', async () => {
    const document = await shown('/data')
    const { totals, freshness, place_types } = await stats()
    assert.equal(totals.farms, farms.length)
    assert.ok(wordsOf(document).includes(manifest.id))
    const counts = barsOf(document, '#types ~ * h3').map(([, value]) =>
      asNumber(value!.split(' ')[0]),
    )
    const { as_of: _, median: __, ...ages } = freshness
    assert.deepEqual(counts, [...Object.values(ages), ...Object.values(place_types)])
  })

  it('has a place for each section of the one page that it was, with links on', async () => {
    const document = await shown('/data')
    const former = ['map', 'coverage', 'states', 'ages', 'sources', 'changes', 'gates']
    former.push('downloads', 'members', 'dictionary', 'types')
    for (const id of former) assert.ok(document.getElementById(id), id)
    for (const path of main.slice(1))
      assert.ok(document.querySelector(`.doors a[href="${path}"]`), path)
  })

  it('says what came of every check, as the front page does', async (t) => {
    const own = await fixtureSnapshot(t)
    const given: Partial<Manifest['gates'][number]>[] = [
      { passed: true },
      { passed: true },
      { passed: false, severity: 'refusal', accepted_reason: 'counted by hand' },
      { passed: false, severity: 'warning' },
      { passed: null },
    ]
    const usual = { severity: 'refusal', detail: 'found', accepted_reason: null } as const
    const gates = given.map((each, at) => ({ name: `gate-${at}`, passed: null, ...usual, ...each }))
    await writeManifestText(own.folder, JSON.stringify({ ...manifest, gates }))
    const server = await startServer(t, own.root)
    const said = '2 passed · 1 accepted, with reason · 1 warning · 1 not compared'
    for (const path of ['/', '/data']) {
      const { text } = await server.ask(path, { key: null })
      assert.ok(text.replaceAll(/\s+/g, ' ').includes(said), path)
    }
    const { document } = parseHTML((await server.ask('/data', { key: null })).text)
    const rows = [...document.querySelectorAll('#gates ~ details tbody tr')]
    assert.deepEqual(
      rows.map(({ children }) => children[0]!.textContent.trim()),
      gates.map(({ name }) => name.replace('-', ' ')),
    )
    assert.match(rows[2]!.textContent, /Accepted: counted by hand/)
  })
})

describe('the coverage', () => {
  it('is that of /v1/stats', async () => {
    const { coverage } = await stats()
    const document = await shown('/data/coverage')
    const counts = Object.values(coverage).map(({ count }) => count)
    const folded = [...document.querySelectorAll('#coverage ~ details .value')]
    const figures = [
      ...barsOf(document, '#coverage').map(([, value]) => value!),
      ...folded.map(({ textContent }) => textContent),
    ].map((value) => asNumber(value.split(' ')[0]))
    const ascending = (a: number, b: number) => a - b
    assert.deepEqual(figures.toSorted(ascending), counts.toSorted(ascending))
  })

  it('has the ages of /v1/stats for each group of fields, by year what is known well', async () => {
    const { said } = await stats()
    const document = await shown('/data/coverage')
    const rows = [
      ...document.querySelectorAll(
        '[aria-label="Farms by the age of each group of fields"] tbody tr',
      ),
    ].map((row) =>
      [...row.querySelectorAll('td.number')].map(({ textContent }) => asNumber(textContent)),
    )
    const expected = Object.values(said).map((each) => [
      each.known,
      each.within_1_year,
      each['1_to_3_years'],
      each.over_3_years,
      each.never_dated,
    ])
    assert.deepEqual(rows, expected)
    const byYear = barsOf(document, '#ages ~ * h3')
    const known = [said.products.known, said.hours.known].filter((each) => each >= farms.length / 5)
    const sum = byYear.reduce((total, [, value]) => total + asNumber(value!.split(' ')[0]), 0)
    assert.equal(
      sum,
      known.reduce((total, each) => total + each, 0),
    )
  })

  it('states the figures of the front page: hours are those read as data', async () => {
    const front = await shown('/')
    const known = [...front.querySelectorAll('section dl div')]
      .map(({ children }) => [...children].map(({ textContent }) => textContent!.trim()))
      .filter(([name]) => name!.endsWith(' known'))
    assert.equal(known.length, 4)
    const rows = barsOf(await shown('/data/coverage'), '#coverage')
    for (const [name, value] of known) {
      const field = name!.replace(/ known$/, '').toLowerCase()
      const found = rows.filter(
        ([shown]) => shown!.replace(/ for paid keys$/, '').toLowerCase() === field,
      )
      const shares = found.map(([, share]) => share)
      assert.deepEqual([value!.replace(/ farms?/, '')], shares, name)
    }
    const withHours = farms.filter(({ hours_json }) => hours_json !== null).length
    assert.match(
      known.find(([name]) => name === 'Opening hours known')![1],
      RegExp(`^${withHours} `),
    )
  })

  it('has the shares of each state, of paid fields only where it has 5 farms', async () => {
    const document = await shown('/data/coverage')
    const rows = [...document.querySelectorAll('.shaded tbody tr')].map(({ children }) =>
      [...children].map(({ textContent }) => textContent!.trim()),
    )
    const abbrs = [...new Set(farms.map(({ state }) => state))]
    assert.equal(rows.length, abbrs.length)
    assert.equal(rows.at(-1)![0], 'not known', 'last, not in the order of names')
    const fields = ['lat', 'address', 'products', 'hours_json', null, 'phone', 'website']
    let dashes = 0
    for (const abbr of abbrs) {
      const own = farms.filter(({ state }) => state === abbr)
      const name = states.find((state) => state.abbr === abbr)?.name ?? 'not known'
      const [, count, ...shares] = rows.find(([shown]) => shown === name) ?? []
      assert.equal(count, String(own.length), name)
      for (const [at, field] of fields.entries()) {
        if (field === null) continue
        const known = own.filter((each) => (each as Record<string, unknown>)[field] !== null).length
        const isTold = own.length >= 5 || ['lat', 'products'].includes(field)
        const pct = (100 * known) / own.length
        const share = pct % 100 === 0 ? String(pct) : pct.toFixed(1)
        assert.equal(shares[at], isTold ? share : '–', `${name}: ${field}`)
        if (!isTold) dashes++
      }
    }
    assert.ok(dashes > 0)
  })
})

describe('the page of a state', () => {
  it('has its farms by year and source, and the ten that were updated last, as links', async () => {
    const own = farms.filter(({ state }) => state === 'VT')
    const document = await shown('/data/VT')
    assert.ok(wordsOf(document).includes(`${own.length} places in Vermont: `))
    const years = own.map((farm) => Number(lastConfirmed(farm)!.slice(0, 4)))
    const [first, last] = [Math.min(...years), Math.max(...years)]
    assert.deepEqual(
      barsOf(document, '#ages').map(([name, value]) => [name, value!.split(' ')[0]]),
      Array.from({ length: last - first + 1 }, (_, back) => [
        String(last - back),
        String(years.filter((year) => year === last - back).length),
      ]),
    )
    const sources = new Set(own.flatMap((each) => each.sources))
    assert.equal(barsOf(document, '#sources').length, sources.size)
    for (const cell of document.querySelectorAll('#farms ~ * td'))
      assert.ok(!cell.textContent.trim().startsWith(cell.getAttribute('data-name')))
    const links = [...document.querySelectorAll('#farms ~ * tbody a')]
    const latest = (
      await server.ask<{ data: { id: string }[] }>(
        '/v1/farms?state=VT&sort=-updated_at&per_page=10',
        { key: 'free' },
      )
    ).body.data
    assert.deepEqual(
      links.map((link) => link.getAttribute('href')),
      latest.map(({ id }) => `/farms/${id}`),
    )
  })

  it('hides paid fields of fewer than 5 farms', async () => {
    const few = [...Map.groupBy(farms, ({ state }) => state)].find(
      ([state, { length }]) => state !== null && length < 5,
    )!
    const hidden = barsOf(await shown(`/data/${few[0]}`), '#fields').filter(
      ([, value]) => value === 'hidden: fewer than 5 farms',
    )
    assert.equal(hidden.length, 9)
  })

  it('is found by its name, and is not there for what is no state', async () => {
    for (const name of ['vt', 'Vermont']) {
      const { status, headers } = await server.ask(`/data/${name}`, { key: null })
      assert.deepEqual([status, headers.get('Location')], [308, '/data/VT'])
    }
    assertProblem(await server.ask('/data/nowhere', { key: null }), 404)
  })
})

describe('the page of the sources', () => {
  it('has publisher, terms and rows of each, the newest first, with its age today', async () => {
    const text = await page('/data/sources')
    for (const { publisher, licence, attribution } of [...manifest.sources, ...manifest.geography])
      for (const words of [publisher, licence, attribution])
        assert.ok(text.includes(words.replaceAll("'", '&#39;')), words)
    for (const outcome of ['used', 'merged', 'history', 'rejected'] as const) {
      const shown = [...text.matchAll(new RegExp(`<span>([\\d,]+) ${outcome}</span>`, 'g'))]
      const sum = shown.reduce((total, [, rows]) => total + asNumber(rows!), 0)
      assert.equal(
        sum,
        manifest.sources.reduce((total, source) => total + source[outcome], 0),
        outcome,
      )
    }
    const { document } = parseHTML(text)
    const grades = [...document.querySelectorAll('.fresh')].map(({ textContent }) => textContent)
    const newest = [...Map.groupBy(manifest.sources, ({ source }) => source).values()].map(
      (files) =>
        files
          .map(({ edition }) => edition ?? '')
          .toSorted()
          .at(-1)!,
    )
    assert.equal(grades.length, newest.length)
    const year = newest.toSorted().at(-1)!.slice(0, 4)
    assert.match(grades[0], RegExp(`^Newest edition \\w+ ${year} \\(.+\\)$`))
  })
})

describe('the dictionary', () => {
  it('has a page for each field, with its filter, its coverage and a real value', async () => {
    const document = await shown('/data/dictionary/products')
    const words = wordsOf(document)
    const { coverage } = await stats()
    assert.match(words, /Null means not collected, or no known term/)
    assert.match(words, /Tier free: every key, and the public files/)
    assert.match(words, /Filter products=eggs,honey/)
    assert.match(words, /public\/farms\.parquet/)
    const [[, value]] = [...document.querySelectorAll('.bars li')].map((row) => [
      '',
      row.querySelector('.value')!.textContent,
    ]) as [[string, string]]
    assert.equal(asNumber(value.split(' ')[0]!), coverage['products']!.count)
    const id = document
      .querySelector('main p.small a')!
      .getAttribute('href')!
      .replace('/farms/', '')
    const own = farms.find((each) => each.id === id)!
    assert.ok(words.includes(JSON.stringify(own.products)))
  })

  it('has no value of a paid field but an invented one', async () => {
    const words = wordsOf(await shown('/data/dictionary/phone'))
    assert.match(words, /Tier paid keys/)
    assert.match(words, /Only paid keys see its values\. An invented one: \+18025550123/)
    assertProblem(await server.ask('/data/dictionary/telephone', { key: null }), 404)
  })
})

describe('the downloads', () => {
  it('are all offered files, the farms first, each with its digest', async () => {
    const text = await page('/data/downloads')
    const { document } = parseHTML(text)
    const names = [...document.querySelectorAll('tbody th')].map(({ textContent }) =>
      textContent.trim(),
    )
    assert.deepEqual(names.slice(0, 2), ['farms.parquet', 'farms.csv'])
    const offered = manifest.files.filter(({ path }) => /^(public|members)\//.test(path))
    assert.equal(names.length, offered.length)
    for (const { sha256 } of offered) assert.ok(text.includes(sha256), sha256)
    for (const { path, sha256 } of manifest.files.filter((file) => !offered.includes(file)))
      assert.ok(!text.includes(sha256), path)
    const own = `/v1/snapshots/${manifest.id}/files/public`
    assert.ok(text.includes(`from &#39;${server.url}${own}/farms.parquet&#39; limit 10;`))
    for (const { path, purpose } of descriptions) {
      assert.ok(text.includes(`href="${own.replace('public', path)}"`), path)
      assert.ok(text.includes(purpose), path)
    }
  })
})

describe('the former address of the pages', () => {
  it('leads to them, which say so when there is no snapshot', async (t) => {
    const empty = await startServer(t, await temporaryFolder(t))
    assertProblem(await empty.ask('/data', { key: null }), 503)
    const answer = await empty.ask('/console/data', { key: null })
    assert.equal(answer.headers.get('Location'), '/data')
  })
})

describe('a download from the data page', () => {
  it('is where programs get it, for everybody, where it is public', async () => {
    const { status, headers } = await server.ask(`${download}/public/farms.parquet`, { key: null })
    const target = '/v1/snapshots/latest/files/public/farms.parquet'
    assert.deepEqual([status, headers.get('Location')], [308, target])
    const part = { headers: { Range: 'bytes=0-3' } }
    const magic = await fetch(`${server.url}${download}/public/farms.parquet`, part)
    assert.deepEqual([magic.status, await magic.text()], [206, 'PAR1'])
  })

  it('is no way to another address', async () => {
    const { headers } = await server.ask(`${download}/..%2f..%2f../docs%3fa`, { key: null })
    assert.equal(headers.get('Location'), '/v1/snapshots/latest/files/..%2F..%2F../docs%3Fa')
  })

  it('has the type of its content', async () => {
    const types = new Map(descriptions.map(({ path, mediaType }) => [path, mediaType]))
    for (const { path } of manifest.files.filter((file) => file.path.startsWith('public/'))) {
      const answer = await server.ask(`/v1/snapshots/${manifest.id}/files/${path}`, { key: null })
      const type = types.get(path) ?? 'application/vnd.apache.parquet'
      assert.equal(answer.headers.get('Content-Type'), type)
    }
  })

  it('gives the members’ files to owners of a paid key only, while it is active', async () => {
    const members = `${download}/members/farms.parquet`
    const stranger = await server.ask(members, { key: null })
    assert.equal(stranger.headers.get('Location'), '/console/sign-in?next=%2Fdata%2Fdownloads')
    const browser = await signedInBrowser(server)
    const { id } = await makeKey(browser, 'growing')
    assertProblem(await browser.get(members), 403)
    const store = await openTestStore(server.stateDir)
    await setTier(store, { id, tier: 'paid' })
    await store.close()
    const answer = await browser.get(members)
    assert.deepEqual([answer.status, answer.headers.get('Cache-Control')], [200, 'no-store'])
    assert.match((await browser.get('/data/downloads')).text, /href="\/data\/files\/members/)
    assert.doesNotMatch(await page('/data/downloads'), /href="\/data\/files\/members/)
    assertProblem(await (await signedInBrowser(server, 'bo@example.org')).get(members), 403)
  })

  it('is nothing but a file that is offered', async () => {
    const [serving] = await readdir(join(folder, 'serving'))
    const browser = await signedInBrowser(server)
    assertProblem(await browser.get(`${download}/members/${serving}`), 404)
    for (const path of [
      `serving/${serving}`,
      'public/..%2fmanifest.json',
      'public/nothing.parquet',
    ]) {
      const answer = await fetch(`${server.url}${download}/${path}`)
      assert.equal(answer.status, 404, path)
    }
  })

  it('is withdrawn with farms that were removed', async (t) => {
    const own = await fixtureSnapshot(t)
    const server = await startServer(t, own.root)
    const list = await server.ask<{ data: { id: string }[] }>('/v1/farms?per_page=1')
    const tombstone = {
      farm_id: list.body.data[0]!.id,
      reason: 'asked',
      at: '2026-06-02T00:00:00Z',
      expires: null,
      listings: [],
    }
    await writeFile(join(own.root, 'tombstones.json'), JSON.stringify([tombstone]))
    await server.refresh()
    const id = (await server.ask<{ data: { id: string }[] }>('/v1/snapshots')).body.data[0]!.id
    const file = `/v1/snapshots/${id}/files/public/farms.parquet`
    assertProblem(await server.ask(file, { key: null }), 410)
  })
})
