import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { assertProblem, assertRateHeaders } from '../../support/problem_document.ts'
import { startServer, type Answer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)

/** What the server says to these bytes, until it closes the connection. */
async function say(bytes: string, { url } = server): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(bytes, 'latin1')
  return text(socket)
}

function parsed(message: string): Answer<unknown> {
  const [head = '', body = ''] = message.split('\r\n\r\n')
  const [statusLine = '', ...fields] = head.split('\r\n')
  const headers = new Headers(
    fields.map((field): [string, string] => {
      const at = field.indexOf(':')
      return [field.slice(0, at), field.slice(at + 1).trim()]
    }),
  )
  assert.equal(headers.get('Content-Length'), String(Buffer.byteLength(body)), message)
  return { status: Number(statusLine.split(' ')[1]), headers, text: body, body: undefined }
}

const host = 'Host: directory.example.org\r\n'
const malformed: Record<string, [string, number]> = {
  'what is no HTTP': ['\x16\x03\x01\x02\x00\x01\x00', 400],
  'a request line that is none': ['nonsense\r\n\r\n', 400],
  'a method that there is not': [`FROB /healthz HTTP/1.1\r\n${host}\r\n`, 400],
  'a version that there is not': [`GET /healthz HTTP/9.9\r\n${host}\r\n`, 400],
  'a blank in a header name': [`GET /healthz HTTP/1.1\r\n${host}bad name: 1\r\n\r\n`, 400],
  'a NUL in a header': [`GET /healthz HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`, 400],
  'a length that is none': [`POST /v1/keys HTTP/1.1\r\n${host}Content-Length: x\r\n\r\n`, 400],
  'two lengths': [
    `POST /v1/keys HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    400,
  ],
  'a length and chunks': [
    `POST /v1/keys HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    400,
  ],
  'an address that is none': [`GET http://[ HTTP/1.1\r\n${host}\r\n`, 400],
  'a target of another kind': [`GET mailto:x HTTP/1.1\r\n${host}\r\n`, 400],
  'a wish for a tunnel': [`CONNECT example.org:443 HTTP/1.1\r\n${host}\r\n`, 400],
  'two hosts': [`GET /healthz HTTP/1.1\r\n${host}${host}Connection: close\r\n\r\n`, 400],
  'two hosts, written otherwise': [
    `GET /v1/stats HTTP/1.0\r\n${host}HOST: other.example.org\r\n\r\n`,
    400,
  ],
  'no host': ['GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  'headers beyond all measure': [
    `GET /healthz HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
  'an address beyond all measure': [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
}

describe('what is not HTTP, or too large to be read', () => {
  for (const [what, [bytes, status]] of Object.entries(malformed))
    it(`is answered with a problem document and the limit: ${what}`, async () => {
      const answer = parsed(await say(bytes))
      assertProblem(answer, status)
      assert.equal(answer.headers.get('Connection'), 'close')
      assertRateHeaders(answer)
    })

  it('names the letters of an address that must be escaped', async () => {
    const { detail } = assertProblem(parsed(await say(`GET /?q=é HTTP/1.1\r\n${host}\r\n`)), 400)
    assert.equal(detail, 'the address has unescaped characters: send é as %C3%A9')
  })

  it('counts like a request without a key from the same address', async (t) => {
    const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
      addresses?.some(({ family }) => family === 'IPv6'),
    )
    for (const HOST of hasIpv6 ? ['127.0.0.1', '::'] : ['127.0.0.1']) {
      const settings = { HOST, ANONYMOUS_MINUTE_LIMIT: '3' }
      const own = await startServer(t, root, { settings, now: new Date('2026-06-15T12:00:00Z') })
      const good = `GET /nothing HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
      const remaining = []
      for (const bytes of [good, 'nonsense\r\n\r\n', good])
        remaining.push(assertRateHeaders(parsed(await say(bytes, own))).remaining)
      assert.deepEqual(remaining, [2, 1, 0], HOST)
      assertProblem(parsed(await say('nonsense\r\n\r\n', own)), 429)
    }
  })

  it('does not disturb other connections', async () => {
    await Promise.all([
      ...Array.from({ length: 20 }, () => say('nonsense\r\n\r\n')),
      ...Array.from({ length: 20 }, async () =>
        assert.equal((await server.ask('/v1/stats')).status, 200),
      ),
    ])
  })
})

describe('odd but well-formed HTTP', () => {
  it('is answered as it should be', async () => {
    const get = (target: string, rest = '') =>
      say(`GET ${target} HTTP/1.1\r\n${host}${rest}Connection: close\r\n\r\n`)
    const key = `X-API-Key: ${server.keys.paid}\r\n`
    assert.match(await get('/healthz'), /^HTTP\/1\.1 200/)
    assert.match(await get('http://directory.example.org/healthz'), /^HTTP\/1\.1 200/)
    assertProblem(parsed(await get('*')), 404)
    assertRateHeaders(parsed(await get('/healthz', 'Expect: miracles\r\n')))
    assertProblem(parsed(await get('/v1/farms/%zz', key)), 400)
    assertProblem(parsed(await get('/v1/farms/%E0%A4%A', key)), 400)
    assertProblem(parsed(await get('/v1/farms?city=a\xffb', key)), 400)
    const twice = await get('/v1/farms', `${key}${key.replace('X-API', 'x-api')}`)
    assert.match(twice, /^HTTP\/1\.1 200/)
    assertProblem(parsed(await get('/v1/farms', `${key}x-api-key: other\r\n`)), 400)
    assertProblem(parsed(await get('/v1/farms', 'X-API-Key: \xff\xfe\r\n')), 401)
  })

  it('is answered after a body that cannot be unpacked, on the same connection', async () => {
    const body = 'x'.repeat(2_000_000)
    const fields = `Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n`
    const post = `POST /v1/keys HTTP/1.1\r\n${host}${fields}\r\n${body}`
    const answers = await say(`${post}GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
    assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 400', 'HTTP/1.1 200'])
  })
})
