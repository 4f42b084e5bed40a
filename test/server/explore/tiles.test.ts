import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { openStreets } from '../../../server/app/open_streets.ts'
import { readConfig } from '../../../server/config.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { deepest, parkTile, writeArchive, type Drawn } from '../../support/map_archive.ts'
import { startServer } from '../../support/running_server.ts'
import { temporaryFolder, type Lifetime } from '../../support/temporary_folder.ts'

const log = pino({ level: 'silent' })

async function archive(life: Lifetime, drawn?: Drawn): Promise<string> {
  const path = join(await temporaryFolder(life), 'streets of all.pmtiles')
  await writeArchive(path, drawn)
  return path
}

/** A host of one file by ranges; `answer` is how it answers. */
async function host(
  t: TestContext,
  file: string,
  answer: 'ranges' | 'whole' | { redirect: string } = 'ranges',
) {
  const content = await readFile(file)
  const asked: string[] = []
  const server = createServer(({ headers }, response) => {
    asked.push(headers.range ?? 'whole')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    if (typeof answer === 'object') response.writeHead(302, { Location: answer.redirect }).end()
    else if (answer === 'whole') response.end(Buffer.concat([content, Buffer.alloc(100_000)]))
    else response.writeHead(206).end(content.subarray(Number(from), Number(to) + 1))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close().closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/maps/streets%20of%20all.pmtiles`, asked, server }
}

/** The bytes of an answer as they are sent. */
async function bytesOf(url: string, headers: Record<string, string> = {}) {
  const sent = request(url, { headers })
  const [answer] = await once(sent.end(), 'response')
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }
}

const { root } = await fixtureSnapshot({ after })
const settings = { BASEMAP: await archive({ after }, { tiles: 21 }) }
const server = await startServer({ after }, root, { settings })
const page = await server.ask('/', { key: null })
const [, version] = /explore\/tiles\/\{z\}\/\{x\}\/\{y\}\?(\w+)/.exec(page.text)!
const tile = (path: string, headers?: Record<string, string>) =>
  bytesOf(`${server.url}/explore/tiles/${path}`, headers)

describe('tiles of the streets of BASEMAP', () => {
  it('are those of the archive, compressed as it has them', async () => {
    for (const path of ['0/0/0', '2/3/3', `2/0/0?${version}`]) {
      const { status, headers, body } = await tile(path, { 'accept-encoding': 'br, gzip' })
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'application/vnd.mapbox-vector-tile')
      assert.equal(headers['content-encoding'], 'gzip')
      assert.equal(headers.vary, 'Accept-Encoding')
      const age = path.includes('?') ? 'max-age=31536000, immutable' : 'max-age=3600'
      assert.equal(headers['cache-control'], `public, ${age}`)
      assert.deepEqual(body, parkTile)
    }
    const plain = await tile('0/0/0', { 'accept-encoding': 'gzip;q=0, *' })
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.deepEqual(plain.body, gunzipSync(parkTile))
  })

  it('are empty where the archive has none, and no others exist', async () => {
    const { status, body } = await tile('3/0/0')
    assert.deepEqual([status, body.length], [204, 0])
    for (const path of ['0/1/0', '2/0/4', `${deepest + 1}/0/0`, '40/0/0'])
      assert.equal((await tile(path)).status, 404, path)
    assert.equal((await tile('a/0/0')).status, 400)
    const without = await startServer({ after }, root)
    assert.equal((await bytesOf(`${without.url}/explore/tiles/0/0/0`)).status, 404)
    assert.doesNotMatch((await without.ask('/', { key: null })).text, /tiles/)
  })

  it('are read by ranges from a host, each once', async (t) => {
    const { url, asked } = await host(t, settings.BASEMAP)
    const streets = (await openStreets(url, log))!
    assert.equal(streets.version, version)
    const opened = asked.length
    for (let n = 0; n < 3; n++) assert.deepEqual(await streets.tile(1, 1, 1), parkTile)
    assert.equal(asked.length, opened + 1)
    const lengths = asked.map((range) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range)!
      return Number(to) + 1 - Number(from)
    })
    assert.equal(lengths.at(-1), parkTile.length)
    assert.ok(Math.max(...lengths) <= 16_384)
  })

  it('fail where the archive was cut later, and are not taken for empty', async (t) => {
    const path = await archive(t, { tiles: 21 })
    const streets = (await openStreets(path, log))!
    await truncate(path, 200)
    await assert.rejects(streets.tile(1, 1, 1), /the archive ends before byte/)
  })

  it('fail alone when the host fails later', async (t) => {
    const { url, server: ended } = await host(t, settings.BASEMAP)
    const other = await startServer(t, root, { settings: { BASEMAP: url } })
    ended.close().closeAllConnections()
    const refused = await bytesOf(`${other.url}/explore/tiles/0/0/0`)
    assert.equal(refused.status, 503)
    assert.equal(refused.headers['retry-after'], '60')
    assert.equal((await bytesOf(`${other.url}/`)).status, 200)
  })
})

describe('BASEMAP', () => {
  const refused = (place: string, message: RegExp) =>
    assert.rejects(openStreets(place, log), { name: 'ConfigError', message })

  it('is refused at start if it is no map that pages can draw', async (t) => {
    const folder = await temporaryFolder(t)
    await refused(
      join(folder, 'none.pmtiles'),
      /^BASEMAP: .*none\.pmtiles: ENOENT; name another archive/,
    )
    const other = join(folder, 'other.pmtiles')
    for (const text of ['', 'no archive', 'PMTiles\u0003'.padEnd(200)]) {
      await writeFile(other, text)
      await refused(other, /^BASEMAP: .*other\.pmtiles: it is no PMTiles archive; name another/)
    }
    await refused(await archive(t, { tileType: 2 }), /vector tiles/)
    await refused(await archive(t, { layers: ['transportation'] }), /no layer earth, roads, water/)
    assert.throws(
      () => readConfig({ BASEMAP: 'http://example.org/a' }),
      /BASEMAP: it must be a file/,
    )
  })

  it('leaves a map without streets if its host does not answer as it should', async (t) => {
    const file = await archive(t)
    const elsewhere = await host(t, file)
    for (const answer of ['whole', { redirect: elsewhere.url }] as const) {
      const { url } = await host(t, file, answer)
      assert.equal(await openStreets(url, log), undefined)
    }
    assert.deepEqual(elsewhere.asked, [])
  })
})
