import assert from 'node:assert/strict'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { makeKey, signedInBrowser } from '../../support/console.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { openTestStore } from '../../support/services.ts'
import { assertProblem } from '../../support/problem_document.ts'
import { startServer } from '../../support/running_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'
import { setTier } from '../../../server/access/keys/keys.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'

const { root, folder } = await fixtureSnapshot({ after })
const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
const download = '/console/data/files'

describe('the data page', () => {
  it('shows the live snapshot, its sources, its gates and its files', async (t) => {
    const server = await startServer(t, root)
    const { text } = await (await signedInBrowser(server)).get('/console/data')
    assert.ok(text.includes(manifest.id))
    for (const { publisher, licence, attribution } of [...manifest.sources, ...manifest.geography])
      for (const words of [publisher, licence, attribution])
        assert.ok(text.includes(words.replaceAll("'", '&#39;')), words)
    for (const { name } of manifest.gates) assert.ok(text.includes(name.replaceAll('-', ' ')), name)
    for (const { path } of manifest.files)
      assert.equal(
        text.includes(path.replace('/', '/<wbr />')),
        /^(public|members)\//.test(path),
        path,
      )
    assert.ok(text.includes(`${server.url}/v1/snapshots/latest/files/public/farms.parquet`))
  })

  it('has the coverage and the states of /v1/stats', async (t) => {
    const server = await startServer(t, root)
    type Stats = {
      data: { coverage: Record<string, { count: number }>; by_state: Record<string, number> }
    }
    const { body } = await server.ask<Stats>('/v1/stats')
    const { text } = await (await signedInBrowser(server)).get('/console/data')
    for (const [field, { count }] of Object.entries(body.data.coverage)) {
      const name = field.replaceAll('_', ' ')
      const row = new RegExp(`<th scope="row">${name}</th>\\s*<td class="number">([\\d,]+)</td>`)
      assert.equal(row.exec(text)?.[1], String(count), field)
    }
    assert.match(text, new RegExp(`<title>Vermont: ${body.data.by_state['VT']} farms</title>`))
  })

  it('is for people who are signed in, and says so when there is no snapshot', async (t) => {
    const empty = await startServer(t, await temporaryFolder(t))
    assertProblem(await (await signedInBrowser(empty)).get('/console/data'), 503)
    const answer = await empty.ask('/console/data', { key: null })
    assert.equal(answer.headers.get('Location'), '/console/sign-in?next=%2Fconsole%2Fdata')
  })
})

describe('a download from the data page', () => {
  it('is the file, for everybody who is signed in', async (t) => {
    const server = await startServer(t, root)
    const browser = await signedInBrowser(server)
    const answer = await browser.get(`${download}/public/farms.parquet`)
    assert.equal(answer.status, 200)
    const { bytes } = manifest.files.find(({ path }) => path === 'public/farms.parquet')!
    assert.equal(answer.headers.get('Content-Length'), String(bytes))
    assert.equal(answer.headers.get('Cache-Control'), 'no-store')
    assert.match(answer.headers.get('Content-Disposition') ?? '', /^attachment/)
    assert.equal(answer.headers.get('Access-Control-Allow-Origin'), null)
    browser.cookies.clear()
    assert.equal((await browser.get(`${download}/public/farms.parquet`)).status, 303)
  })

  it('gives the members’ files to owners of a paid key only, while it is active', async (t) => {
    const server = await startServer(t, root)
    const browser = await signedInBrowser(server)
    const { id } = await makeKey(browser, 'growing')
    const members = `${download}/members/farms.parquet`
    assertProblem(await browser.get(members), 403)
    const store = await openTestStore(server.stateDir)
    await setTier(store, { id, tier: 'paid' })
    await store.close()
    assert.equal((await browser.get(members)).status, 200)
    assert.match((await browser.get('/console/data')).text, /href="\/console\/data\/files\/members/)
    assertProblem(await (await signedInBrowser(server, 'bo@example.org')).get(members), 403)
  })

  it('is nothing but a file that is offered', async (t) => {
    const server = await startServer(t, root)
    const browser = await signedInBrowser(server)
    const [serving] = await readdir(join(folder, 'serving'))
    for (const path of [
      `serving/${serving}`,
      'public/..%2fmanifest.json',
      'public/nothing.parquet',
    ])
      assertProblem(await browser.get(`${download}/${path}`), 404)
  })

  it('is withdrawn with farms that were removed', async (t) => {
    const own = await fixtureSnapshot(t)
    const server = await startServer(t, own.root)
    const browser = await signedInBrowser(server)
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
    assertProblem(await browser.get(`${download}/public/farms.parquet`), 410)
  })
})
