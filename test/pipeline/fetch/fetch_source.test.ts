import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { states } from '../../../data/geography/states.ts'
import type { Clock } from '../../../pipeline/fetch/download.ts'
import {
  fetchSource,
  type Fetched,
  type FetchOptions,
} from '../../../pipeline/fetch/fetch_source.ts'
import { SourceError } from '../../../pipeline/read/source_error.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, number: number) => void

/** A clock on which nothing takes time: it notes pauses, and `pass` ends the limits of that length. */
function steppedClock() {
  const pauses: number[] = []
  const limits = new Map<() => void, number>()
  const clock: Clock = {
    wait: async (ms) => pauses.push(ms),
    after(ms, run) {
      limits.set(run, ms)
      return () => limits.delete(run)
    },
  }
  const pass = (ms: number) => {
    for (const [run, limit] of limits) if (limit === ms) run()
  }
  return { clock, pauses, pass, limits }
}

/** A server that answers as told, and what fetches from it. */
async function serving(t: TestContext, answer: Answer) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) =>
    answer(request, response, requests.push(request)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const folder = await temporaryFolder(t)
  const path = join(folder, 'file')
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stepped = steppedClock()
  const get = (source: Partial<Fetched> = {}, options: FetchOptions = {}) =>
    fetchSource({ url: `${root}/farms.csv`, ...source }, path, { clock: stepped.clock, ...options })
  return { root, get, requests, folder, text: () => readFile(path, 'utf8'), ...stepped }
}

const csv = 'name,city\nStone Creek,Danville\n'
const tries = 5

/** Asserts that it fails with this message, and returns it. */
async function failing(fetching: Promise<unknown>, message: RegExp): Promise<string> {
  const error = await fetching.then(
    () => null,
    (error: unknown) => error,
  )
  assert.ok(error instanceof SourceError, String(error))
  assert.equal(error.reason, 'not_fetched')
  assert.match(error.message, message)
  return error.message
}

describe('fetchSource(source, path)', () => {
  it('writes the file, and names its version', async (t) => {
    const { get, text, requests } = await serving(t, (_, response) =>
      response
        .setHeader('ETag', '"1"')
        .setHeader('Last-Modified', 'Mon, 04 May 2026 00:00:00 GMT')
        .end(csv),
    )
    assert.deepEqual(await get(), {
      etag: '"1"',
      last_modified: 'Mon, 04 May 2026 00:00:00 GMT',
    })
    assert.equal(await text(), csv)
    assert.match(requests[0]!.headers['user-agent']!, /^farm-directory\/\d/)
    await get({ user_agent: 'Mozilla/5.0' })
    assert.equal(requests[1]!.headers['user-agent'], 'Mozilla/5.0')
  })

  it('asks for a version that it does not have', async (t) => {
    const known = { etag: '"1"', last_modified: 'Mon, 04 May 2026 00:00:00 GMT' }
    const { get, requests } = await serving(t, (_, response) => response.writeHead(304).end())
    assert.equal(await get({}, { known }), 'unchanged')
    const { headers } = requests[0]!
    assert.deepEqual(
      [headers['if-none-match'], headers['if-modified-since']],
      [known.etag, known.last_modified],
    )
    await failing(get(), /the server answers 304/)
  })

  it('tries again after failures that may pass, and pauses as asked', async (t) => {
    const { get, text, pauses } = await serving(t, (_, response, number) => {
      if (number === 1) response.writeHead(503, { 'Retry-After': '7' }).end()
      else if (number === 2) response.destroy()
      else if (number === 3)
        response.writeHead(200, { 'Content-Length': '999' }).write(csv, () => response.destroy())
      else response.end(csv)
    })
    await get()
    assert.deepEqual(pauses, [7000, 15_000, 60_000])
    assert.equal(await text(), csv)
  })

  const hopeless: [what: string, answer: Answer, message: RegExp, tries: number][] = [
    ['503 for ever', (_, r) => r.writeHead(503).end(), /the server answers 503$/, tries],
    ['404', (_, r) => r.writeHead(404).end(), /answers 404: correct its url/, 1],
    ['403', (_, r) => r.writeHead(403).end(), /answers 403: check the key; .*user_agent/, 1],
    [
      'a page with status 200',
      (_, r) => r.end('\n<!DOCTYPE html><title>Down for maintenance</title>'),
      /a web page \(Down for maintenance\), not data/,
      1,
    ],
    ['an empty answer', (_, r) => r.end(), /the answer is empty/, 1],
    ['an error in JSON', (_, r) => r.end('{"error": {"code": 500}}'), /is an error: \{"error"/, 1],
    ['an error as JSON text', (_, r) => r.end('"apikey error"'), /is an error: "apikey error"/, 1],
    [
      'a gzip file that ends early',
      (_, r) => r.end(gzipSync(csv.repeat(500)).subarray(0, 60)),
      /truncated gzip file/,
      1,
    ],
    [
      'too many bytes, as stated',
      (_, r) => r.writeHead(200, { 'Content-Length': 2_000_000 }).end(Buffer.alloc(2_000_000)),
      /over 1,000,000 bytes: raise max_mb/,
      1,
    ],
    [
      'too many bytes, not stated',
      (_, r) => {
        r.write(Buffer.alloc(700_000))
        r.end(Buffer.alloc(700_000))
      },
      /over 1,000,000 bytes/,
      1,
    ],
    [
      'fewer bytes than stated',
      (_, r) => r.writeHead(200, { 'Content-Length': 99 }).write(csv, () => r.socket!.end()),
      /the server closed the connection before the file ended/,
      tries,
    ],
    [
      'a redirect to http',
      (_, r) => r.writeHead(302, { Location: 'http://example.org/farms.csv' }).end(),
      /redirects to http:\/\/example\.org, which is not https/,
      1,
    ],
    [
      'a redirect to itself',
      (_, r) => r.writeHead(301, { Location: '/farms.csv' }).end(),
      /redirects more than 5 times/,
      1,
    ],
  ]
  for (const [what, answer, message, expected] of hopeless)
    it(`refuses ${what}`, async (t) => {
      const { get, requests, root } = await serving(t, answer)
      const text = await failing(get({ max_mb: 1 }), message)
      assert.ok(text.startsWith(`${root}/farms.csv: `))
      const asked = /redirects more/.test(text) ? requests.length / 6 : requests.length
      assert.equal(asked, expected)
    })

  it('takes listings that only look like errors', async (t) => {
    const bodies = [
      '{"name": "Error Farm", "message": "hi", "source_id": "1"}\n',
      '{"message": "", "data": []}',
    ]
    const { get } = await serving(t, (_, response, number) => response.end(bodies[number - 1]))
    for (const _ of bodies) await get()
  })

  it('ends a download in which nothing arrives, and all of them at a deadline', async (t) => {
    const stalling = await serving(t, (_, response, number) => {
      response.write('name\n', () =>
        setImmediate(() => stalling.pass(number < 3 ? 60_000 : 1_200_000)),
      )
    })
    await failing(stalling.get(), /it took longer than 20 min/)
    assert.equal(stalling.requests.length, 3)
    assert.equal(stalling.limits.size, 0)
  })

  it('follows a redirect on this machine', async (t) => {
    const { get, text } = await serving(t, ({ url }, response) =>
      url === '/farms.csv'
        ? response.writeHead(301, { Location: '/there/' }).end()
        : response.end(csv),
    )
    await get()
    assert.equal(await text(), csv)
  })
})

describe('fetchSource(source, path): keys and states', () => {
  const secret = 'ab/c d'
  const url = (root: string) => `${root}/api/csa/?apikey={key}&state={state}`
  const env = { USDA_API_KEY: secret, OTHER_KEY: 'other' }

  it('joins the rows of all states, each asked with the key', async (t) => {
    const { get, text, requests, root, folder } = await serving(t, ({ url }, response) => {
      const state = new URL(url!, 'http://x').searchParams.get('state')
      response.end(
        JSON.stringify({ data: state === 'VT' ? [{ listing_id: 1 }, { listing_id: 2 }] : [] }),
      )
    })
    await get({ url: url(root) }, { env })
    assert.equal(await text(), '{"listing_id":1}\n{"listing_id":2}\n')
    assert.deepEqual(
      requests.map(({ url }) => url),
      states.map(({ abbr }) => `/api/csa/?apikey=ab%2Fc%20d&state=${abbr}`),
    )
    assert.deepEqual(await readdir(folder), ['file'])
  })

  it('fails with any state, or if no state has rows', async (t) => {
    const { get, root } = await serving(t, ({ url }, response) =>
      url!.endsWith('WY') ? response.end('"apikey error"') : response.end('[]'),
    )
    await failing(get({ url: url(root) }, { env }), /state=WY: the answer is an error/)
    const empty = await serving(t, (_, response) => response.end('{"data": []}'))
    await failing(empty.get({ url: url(empty.root) }, { env }), /no state has any row/)
  })

  it('never shows the key', async (t) => {
    const answers: Answer[] = [
      (request, response) =>
        response.writeHead(302, { Location: `http://example.org${request.url}` }).end(),
      (_, response) => response.writeHead(401).end(),
      (_, response) => response.destroy(),
    ]
    for (const answer of answers) {
      const { get, root } = await serving(t, answer)
      const text = await failing(
        get({ url: url(root), key_env: 'OTHER_KEY' }, { env: { OTHER_KEY: 'hush' } }),
        /apikey=\{key\}/,
      )
      assert.doesNotMatch(text, /hush/)
    }
    const { get, root, requests } = await serving(t, (_, response) => response.end(csv))
    await failing(
      get({ url: url(root) }, { env: {} }),
      /the environment variable USDA_API_KEY is not set/,
    )
    assert.equal(requests.length, 0)
  })
})
