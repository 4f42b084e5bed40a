import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'
import { openTestStore } from '../../support/services.ts'
import { listKeys } from '../../../server/access/keys/key_list.ts'

const { root } = await fixtureSnapshot({ after })
const flooding = 2000

type Got = { status: number; head: string; body: string }

/** A connection that asks with all bytes of a request in one piece. */
async function opened({
  url,
}: TestServer): Promise<{ ask(bytes: string): Promise<Got>; end(): void }> {
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

describe(`${flooding} requests at once`, () => {
  it('are answered or refused at once, and others than their caller go on', async (t) => {
    const server = await startServer(t, root, {
      // a slow machine opens so many connections slowly, and the first requests are late
      settings: { PATIENCE_MS: '250', REQUEST_SECONDS: '3600' },
    })
    const { id, key: greedy } = await server.newKey('free')
    const connections = await Promise.all(Array.from({ length: flooding }, () => opened(server)))
    const [other, monitor] = [await opened(server), await opened(server)]
    t.after(() => [...connections, other, monitor].forEach((each) => each.end()))
    let answered = 0
    const flood = connections.map(async (connection, n) => {
      const got = await connection.ask(get(paths[n % paths.length]!, greedy))
      answered++
      return got
    })
    const health = await monitor.ask(get('/healthz'))
    const healthy = await other.ask(get(paths[0]!, server.keys.paid))
    assert.equal(health.status, 200)
    assert.equal(healthy.status, 200, healthy.body)
    const got = await Promise.all(flood)
    const refused = got.filter(({ status }) => status === 503)
    const good = got.filter(({ status }) => status === 200)
    assert.equal(answered, flooding)
    const others = got.filter(({ status }) => status !== 200 && status !== 503)
    assert.deepEqual(others, [], 'neither answered nor refused')
    assert.ok(good.length > 0 && refused.length > 0, `${good.length} answered`)
    for (const { head, body } of refused) assertRefusal(head, body)
    const metrics = server.log.lines().filter(({ msg }) => msg === 'refused')
    assert.ok(metrics.length > 0)
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
  assert.match(String(detail), /too much is asked of the server.*ask again in \d+ s/)
  assert.ok(head.includes(String(request_id)))
}

async function requestsOf({ stateDir }: TestServer, id: string): Promise<number> {
  const store = await openTestStore(stateDir)
  try {
    return (await listKeys(store)).find((key) => key.id === id)!.requests_today
  } finally {
    await store.close()
  }
}
