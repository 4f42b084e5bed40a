import assert from 'node:assert/strict'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { writeManifestText } from '../../../../data/disk/manifest_file.ts'
import { makeKey, signedInBrowser } from '../../../support/console.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { openTestStore } from '../../../support/services.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { assertProblem } from '../../../support/problem_document.ts'
import { startServer } from '../../../support/running_server.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'
import { setTier } from '../../../../server/access/keys/keys.ts'
import { states } from '../../../../data/geography/states.ts'
import { descriptions } from '../../../../data/schema/descriptions.ts'
import type { Manifest } from '../../../../data/schema/manifest.ts'

const { root, folder } = await fixtureSnapshot({ after })
const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
const download = '/data/files'

const server = await startServer({ after }, root)
const page = async () => (await server.ask('/data', { key: null })).text
const asNumber = (text: string) => Number(text.replaceAll(',', ''))

describe('the data page', () => {
  it('shows the live snapshot, its sources, its gates and its files to everybody', async () => {
    const text = await page()
    assert.ok(text.includes(manifest.id))
    for (const { publisher, licence, attribution } of [...manifest.sources, ...manifest.geography])
      for (const words of [publisher, licence, attribution])
        assert.ok(text.includes(words.replaceAll("'", '&#39;')), words)
    for (const { name } of manifest.gates) assert.ok(text.includes(name.replaceAll('-', ' ')), name)
    for (const { path, sha256 } of manifest.files) {
      const isOffered = /^(public|members)\//.test(path)
      assert.equal(text.includes(path.replace('/', '/<wbr />')), isOffered, path)
      assert.equal(text.includes(sha256), isOffered, path)
    }
    const own = `/v1/snapshots/${manifest.id}/files/public`
    const sql = `from &#39;${server.url}${own}/farms.parquet&#39; limit 10;`
    assert.ok(text.includes(sql))
    for (const { path, purpose } of descriptions) {
      assert.ok(text.includes(`href="${own.replace('public', path)}"`), path)
      assert.ok(text.includes(purpose), path)
    }
    const { sources } = manifest
    for (const outcome of ['used', 'merged', 'history', 'rejected'] as const) {
      const shown = [...text.matchAll(new RegExp(`<span>([\\d,]+) ${outcome}</span>`, 'g'))]
      const sum = shown.reduce((total, [, rows]) => total + asNumber(rows!), 0)
      assert.equal(
        sum,
        sources.reduce((total, source) => total + source[outcome], 0),
        outcome,
      )
    }
  })

  it('has the coverage of /v1/stats', async () => {
    type Stats = { data: { coverage: Record<string, { count: number }> } }
    const { body } = await server.ask<Stats>('/v1/stats')
    const counts = Object.values(body.data.coverage).map(({ count }) => count)
    const text = await page()
    const coverage = text.slice(text.indexOf('id="coverage"'), text.indexOf('id="states"'))
    const shown = [...coverage.matchAll(/class="value">([\d,]+) \(/g)]
    const figures = shown.map(([, count]) => asNumber(count!))
    const ascending = (a: number, b: number) => a - b
    assert.deepEqual(figures.toSorted(ascending), counts.toSorted(ascending))
  })

  it('has the ages of /v1/stats for each group of fields', async () => {
    type Said = Record<
      'known' | 'within_1_year' | '1_to_3_years' | 'over_3_years' | 'never_dated',
      number
    >
    const { body } = await server.ask<{ data: { said: Record<string, Said> } }>('/v1/stats')
    const { document } = parseHTML(await page())
    const table = [...document.querySelectorAll('table')].find((each) =>
      each.textContent.includes('Farms by the age of each group of fields'),
    )!
    const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td.number')].map(({ textContent }) => asNumber(textContent)),
    )
    const expected = Object.values(body.data.said).map((each) => [
      each.known,
      each.within_1_year,
      each['1_to_3_years'],
      each.over_3_years,
      each.never_dated,
    ])
    assert.deepEqual(rows, expected)
  })

  it('states the figures of the front page: hours are those read as data', async () => {
    const shownOn = async (path: string) => parseHTML((await server.ask(path, { key: null })).text)
    const front = (await shownOn('/')).document
    const { document } = await shownOn('/data')
    const known = [...front.querySelectorAll('section dl div')]
      .map(({ children }) => [...children].map(({ textContent }) => textContent!.trim()))
      .filter(([name]) => name!.endsWith(' known'))
    assert.equal(known.length, 4)
    const rows = [...document.querySelectorAll('#coverage ~ .bars li')].map((row) =>
      ['span', '.value'].map((part) => row.querySelector(part)!.textContent.trim()),
    )
    for (const [name, value] of known) {
      const field = name!.replace(/ known$/, '').toLowerCase()
      const found = rows.filter(([shown]) => shown!.replace(/ paid$/, '').toLowerCase() === field)
      const shares = found.map(([, share]) => share)
      assert.deepEqual([value!.replace(/ farms?/, '')], shares, name)
    }
    const farms = await publishedFarms(folder)
    const withHours = farms.filter(({ hours_json }) => hours_json !== null).length
    assert.match(
      known.find(([name]) => name === 'Opening hours known')![1],
      RegExp(`^${withHours} `),
    )
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
    const said =
      '2 passed, 1 accepted with a reason, 1 with a warning, 1 without anything to compare'
    for (const path of ['/', '/data']) {
      const { text } = await server.ask(path, { key: null })
      assert.ok(text.replaceAll(/\s+/g, ' ').includes(said), path)
    }
  })

  it('has the shares of each state, of paid fields only where it has 5 farms', async () => {
    const { document } = parseHTML(await page())
    const rows = [...document.querySelectorAll('.shaded tbody tr')].map(({ children }) =>
      [...children].map(({ textContent }) => textContent!.trim()),
    )
    const farms = await publishedFarms(folder)
    const abbrs = [...new Set(farms.map(({ state }) => state))]
    assert.equal(rows.length, abbrs.length)
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
        const share = isTold ? String(Math.round((100 * known) / own.length)) : '–'
        assert.equal(shares[at], share, `${name}: ${field}`)
        if (!isTold) dashes++
      }
    }
    assert.ok(dashes > 0)
  })

  it('is where /console/data was, and says so when there is no snapshot', async (t) => {
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
    assert.equal(stranger.headers.get('Location'), '/console/sign-in?next=%2Fdata')
    const browser = await signedInBrowser(server)
    const { id } = await makeKey(browser, 'growing')
    assertProblem(await browser.get(members), 403)
    const store = await openTestStore(server.stateDir)
    await setTier(store, { id, tier: 'paid' })
    await store.close()
    const answer = await browser.get(members)
    assert.deepEqual([answer.status, answer.headers.get('Cache-Control')], [200, 'no-store'])
    assert.match((await browser.get('/data')).text, /href="\/data\/files\/members/)
    assert.doesNotMatch(await page(), /href="\/data\/files\/members/)
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
