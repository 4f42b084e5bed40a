import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after as afterAll, describe, it, type TestContext } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Koa from 'koa'
import { send } from '../../../server/app/send.ts'
import { after } from '../../../server/eventual.ts'
import type { Answer } from '../../../server/http/answer.ts'
import { codingOf } from '../../../server/http/coding.ts'
import { Overload } from '../../../server/load/overload.ts'
import { Turns } from '../../../server/load/turns.ts'
import type { Call } from '../../../server/routes/route.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { askRaw } from '../../support/raw_answer.ts'
import { startServer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after: afterAll })
const server = await startServer({ after: afterAll }, root)

const ask = (path: string, headers: Record<string, string> = {}, key = server.keys.paid) =>
  askRaw(server.url, path, { headers: { 'X-API-Key': key, ...headers } })
const decode = { br: brotliDecompressSync, gzip: gunzipSync }

describe('codingOf(Accept-Encoding)', () => {
  it('takes the heaviest, brotli before gzip', () => {
    const expected = {
      '': 'identity',
      gzip: 'gzip',
      br: 'br',
      'gzip, deflate, br, zstd': 'br',
      'gzip;q=1.0, br;q=0.5': 'gzip',
      'gzip;q=0.5, br;q=0.5': 'br',
      'BR ; Q=0.3': 'br',
      'gzip;q=0': 'identity',
      'br;q=0, gzip': 'gzip',
      'br;q=0.000': 'identity',
      '*': 'br',
      '*;q=0': 'identity',
      'br;q=0, *': 'gzip',
      'br;q=0, gzip;q=0.5, *': 'gzip',
      'identity, br;q=0.5': 'identity',
      identity: 'identity',
      'identity, gzip;q=0.5': 'identity',
      'identity;q=0.5, gzip;q=0.8': 'gzip',
      deflate: 'identity',
      'gzip;q=nonsense': 'identity',
      'gzip;level=9;q=0.2': 'gzip',
      ';;,,': 'identity',
    }
    for (const [accepted, coding] of Object.entries(expected))
      assert.equal(codingOf(accepted), coding, accepted)
    assert.equal(codingOf(undefined), 'identity')
  })
})

/** What a server sends that gives one answer to everything. */
async function sent(t: TestContext, answer: Answer, headers: Record<string, string>) {
  const app = new Koa<Call['state']>().use((call) => {
    call.respond = false
    Object.assign(call.state, { head: {}, coding: codingOf(call.req.headers['accept-encoding']) })
    return after(send(call, answer, { turns, draining: () => false }), () => {})
  })
  const handle = app.callback()
  const own = createServer((request, response) => void handle(request, response)).listen(0)
  t.after(() => own.close())
  await once(own, 'listening')
  return askRaw(`http://127.0.0.1:${(own.address() as AddressInfo).port}`, '/', { headers })
}
const turns = new Turns(1000, new Overload())

describe('the coding of other routes', () => {
  const text = 'x'.repeat(2000)
  const coded = { 'Accept-Encoding': 'br' }

  it('makes a tag weak that was made without regard to it', async (t) => {
    const answer = { tag: '"abc"', body: text }
    const { headers, body } = await sent(t, answer, coded)
    assert.equal(headers.etag, 'W/"abc"')
    assert.equal(headers.vary, 'Accept-Encoding')
    assert.equal(brotliDecompressSync(body).toString(), text)
    const plain = await sent(t, answer, {})
    assert.deepEqual([plain.headers.etag, plain.headers.vary], ['"abc"', 'Accept-Encoding'])
  })

  it('leaves alone what is coded already, compressed as it is, or a stream', async (t) => {
    const answers: Answer[] = [
      { content: { 'Content-Encoding': 'gzip' }, body: text },
      { content: { 'Content-Type': 'image/png' }, body: Buffer.from(text) },
      { content: { 'Content-Type': 'application/json' }, body: () => Readable.from([text]) },
    ]
    for (const answer of answers) assert.equal((await sent(t, answer, coded)).body.toString(), text)
  })
})

describe('content coding', () => {
  const path = '/v1/farms?per_page=50'

  it('is undone to the plain body', async () => {
    for (const suffix of ['', '&format=csv', '&format=geojson', '&format=ndjson']) {
      const plain = await ask(path + suffix)
      assert.equal(plain.headers['content-encoding'], undefined)
      for (const coding of ['br', 'gzip'] as const) {
        const coded = await ask(path + suffix, { 'Accept-Encoding': coding })
        assert.equal(coded.headers['content-encoding'], coding, suffix)
        assert.equal(coded.headers['content-type'], plain.headers['content-type'])
        assert.equal(coded.headers['content-length'], String(coded.body.length))
        assert.ok(coded.body.length < plain.body.length / 2)
        assert.deepEqual(decode[coding](coded.body), plain.body)
      }
    }
  })

  it('has a strong tag of its own, which gives 304', async () => {
    const tags = new Set<string>()
    for (const coding of ['br', 'gzip', 'identity']) {
      const { etag = '' } = (await ask(path, { 'Accept-Encoding': coding })).headers
      assert.match(etag, /^"/)
      tags.add(etag)
      const known = { 'If-None-Match': etag, 'Accept-Encoding': coding }
      const { status, headers } = await ask(path, known)
      assert.deepEqual([status, headers.etag], [304, etag])
      assert.equal(headers['content-encoding'], undefined)
    }
    assert.equal(tags.size, 3)
  })

  it('is left away where a body is small, and for failures', async () => {
    for (const small of ['/healthz', '/v1/farms?page=99', '/v1/farms?x=1', '/nothing']) {
      const { headers, body } = await ask(small, { 'Accept-Encoding': 'br' })
      assert.equal(headers['content-encoding'], undefined, small)
      assert.doesNotThrow(() => JSON.parse(body.toString()) as unknown)
    }
  })
})
