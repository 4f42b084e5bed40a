// Runs alone: it sets the clock of its process.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, describe, it, type TestContext } from 'node:test'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'
import { openTestStore } from '../../support/services.ts'
import { listKeys } from '../../../server/access/keys/key_list.ts'

const { root } = await fixtureSnapshot({ after })
const flooding = 800

type Connection = { ask(bytes: string): Promise<Got>; end(): void }
type Got = { status: number; head: string; body: string }

/** Has the time stand still but for what the nth answer takes. */
function setTime(t: TestContext, takes_ms: (answer: number) => number) {
  const clock = { ms: performance.now(), answers: 0 }
  const answered = () => (clock.ms += takes_ms(clock.answers++))
  t.mock.method(performance, 'now', () => clock.ms)
  subscribe('http.server.response.finish', answered)
  t.after(() => unsubscribe('http.server.response.finish', answered))
  return clock
}

/** A connection that asks with all bytes of a request in one piece. */
async function opened({ url }: TestServer): Promise<Connection> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return { ask: (bytes) => answerOf(socket, bytes), end: () => socket.destroy() }
}

function answerOf(socket: Socket, bytes: string): Promise<Got> {
  const { promise, resolve, reject } = Promise.withResolvers<Got>()
  let text = ''
  const read = (chunk: Buffer) => {
    text += chunk.toString('latin1')
    const [head = '', body = ''] = text.split('\r\n\r\n')
    const length = Number(/\r\nContent-Length: (\d+)/i.exec(head)?.[1] ?? Infinity)
    if (body.length < length) return
    socket.off('data', read).off('error', reject).off('close', closed)
    resolve({ status: Number(head.slice(9, 12)), head, body })
  }
  const closed = () => reject(new Error(`closed after ${text}`))
  socket.on('data', read).on('error', reject).on('close', closed).write(bytes)
  return promise
}

const get = (path: string, key?: string) =>
  `GET ${path} HTTP/1.1\r\nHost: directory.example.org\r\n${key ? `X-API-Key: ${key}\r\n` : ''}\r\n`
const paths = [
  '/v1/search?lat=44&lng=-72&radius=100',
  '/v1/farms?q=farm',
  '/v1/farms?format=csv',
  '/v1/stats',
]

/** Connections that the server has accepted: of those that wait for that it knows nothing. */
const connected = (server: TestServer, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const connection = await opened(server)
      await connection.ask(get('/healthz'))
      return connection
    }),
  )

describe('requests of one client at once, each on its own connection', () => {
  it('are all answered, though the first ones of a server are slow', async (t) => {
    const server = await startServer(t, root)
    const connections = await connected(server, 200)
    t.after(() => connections.forEach((each) => each.end()))
    let center = 0
    const search = () => `/v1/search?lat=42.65&lng=${(-73.75 - ++center / 1000).toFixed(3)}`
    await connections[0]!.ask(get(search(), server.keys.paid)) // the key is looked up
    const clock = setTime(t, (answer) => (answer < 100 ? 500 : 1))
    for (const count of [100, 200]) {
      const some = connections.slice(0, count)
      const got = await Promise.all(some.map((each) => each.ask(get(search(), server.keys.paid))))
      const refused = got.filter(({ status }) => status !== 200)
      assert.equal(refused.length, 0, `${refused.length} of ${count} are not answered`)
    }
    assert.equal(clock.answers, 300)
  })
})

describe(`${flooding} requests at once, of which half can be answered in time`, () => {
  it('are answered or refused, and others than their caller go on', async (t) => {
    const server = await startServer(t, root, {
      settings: { PATIENCE_MS: '100', REQUEST_SECONDS: '3600' },
    })
    const { id, key: greedy } = await server.newKey('free')
    const connections = await connected(server, flooding + 2)
    t.after(() => connections.forEach((each) => each.end()))
    const [other, monitor] = connections.splice(0, 2) as [Connection, Connection]
    const clock = setTime(t, () => 1)
    const flood = connections.map((connection, n) =>
      connection.ask(get(paths[n % paths.length]!, greedy)),
    )
    const health = await monitor.ask(get('/healthz'))
    const healthy = await other.ask(get(paths[0]!, server.keys.paid))
    assert.equal(health.status, 200)
    assert.equal(healthy.status, 200, healthy.body)
    assert.ok(clock.answers < flooding / 2, `${clock.answers} went before others than their caller`)
    const got = await Promise.all(flood)
    const refused = got.filter(({ status }) => status === 503)
    const good = got.filter(({ status }) => status === 200)
    const others = got.filter(({ status }) => status !== 200 && status !== 503)
    assert.equal(others.length, 0, `neither answered nor refused: ${others[0]?.head}`)
    assert.ok(refused.length > 0 && good.length >= flooding / 2, `${good.length} answered`)
    for (const { head, body } of refused) assertRefusal(head, body)
    await server.close()
    assert.equal(await requestsOf(server, id), good.length, 'what is refused is not counted')
  })
})

function assertRefusal(head: string, body: string) {
  for (const name of [
    'Retry-After',
    'X-RateLimit-Remaining',
    'X-Request-Id',
    'X-Content-Type-Options',
  ])
    assert.match(head, new RegExp(`\r\n${name}: \\S+`), head)
  assert.match(head, /\r\nContent-Type: application\/problem\+json/)
  const { status, detail, request_id } = JSON.parse(body) as Record<string, unknown>
  assert.equal(status, 503)
  assert.match(String(detail), /the server is overloaded.*try again in \d+ s/)
  assert.ok(head.includes(String(request_id)))
}

async function requestsOf({ stateDir, clock }: TestServer, id: string): Promise<number> {
  const store = await openTestStore(stateDir)
  try {
    const keys = await listKeys({ ...store, now: () => clock.now })
    return keys.find((key) => key.id === id)!.requests_today
  } finally {
    await store.close()
  }
}
