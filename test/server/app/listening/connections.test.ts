// Runs alone: it measures time.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, describe, it, type TestContext } from 'node:test'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { startServer, type TestServer } from '../../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const host = 'Host: directory.example.org\r\n'
const ping = `GET /healthz HTTP/1.1\r\n${host}\r\n`

function open(t: TestContext, { url }: TestServer, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress })
  t.after(() => socket.destroy())
  return socket
}

/** Asks on an open connection, and waits for the answer's head. */
async function ask(socket: Socket): Promise<string> {
  socket.write(ping)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk.toString()
}

function assertRefused(answer: string, detail: RegExp) {
  assert.match(answer, /^HTTP\/1\.1 503 Service Unavailable\r\n/)
  assert.match(answer, /\r\nRetry-After: \d+\r\n/)
  assert.match(answer, /\r\nX-RateLimit-Remaining: \d+\r\n/)
  assert.match(answer, /\r\nContent-Type: application\/problem\+json\r\n/)
  assert.match(answer, detail)
}

describe('connections', () => {
  it('are no more than are allowed to an address; those that are one too many get a 503', async (t) => {
    const server = await startServer(t, root, { settings: { ADDRESS_CONNECTIONS: '2' } })
    const held = [open(t, server), open(t, server)]
    for (const socket of held) assert.match(await ask(socket), /^HTTP\/1\.1 200/)
    assertRefused(await text(open(t, server)), /this address has 2 connections already/)
    assert.match(await ask(open(t, server, '127.0.0.2')), /^HTTP\/1\.1 200/)
    held[0]!.destroy()
    for (;;) {
      const again = open(t, server)
      const answer = await Promise.race([ask(again), text(again)])
      if (answer.startsWith('HTTP/1.1 200')) break // as soon as the server has seen it go
    }
  })

  it('are no more than are allowed in all', async (t) => {
    const server = await startServer(t, root, { settings: { MAX_CONNECTIONS: '2' } })
    for (const address of ['127.0.0.2', '127.0.0.3'])
      assert.match(await ask(open(t, server, address)), /^HTTP\/1\.1 200/)
    assertRefused(await text(open(t, server)), /the server has 2 connections already/)
  })

  it('are not counted by address where it is that of a trusted proxy', async (t) => {
    const settings = { ADDRESS_CONNECTIONS: '2', TRUSTED_PROXIES: '1' }
    const server = await startServer(t, root, { settings })
    for (let n = 0; n < 5; n++) assert.match(await ask(open(t, server)), /^HTTP\/1\.1 200/)
  })

  it('end where header fields or a body are too slow to come', async (t) => {
    const server = await startServer(t, root, { settings: { REQUEST_SECONDS: '3' } })
    const slow = {
      header: `GET /healthz HTTP/1.1\r\n${host}`,
      'header of a later request': `${ping}GET /healthz HTTP/1.1\r\n${host}`,
      body: `POST /v1/keys HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    }
    const answersTo = async (bytes: string) => {
      const socket = open(t, server)
      socket.write(bytes)
      const drip = setInterval(() => socket.write('x'), 100)
      let answers = ''
      socket.on('data', (chunk) => (answers += chunk.toString()))
      socket.on('error', () => {}) // a server that ends a connection with a byte unread resets it
      await new Promise((done) => socket.once('close', done))
      clearInterval(drip)
      return answers.split('HTTP/1.1 ').slice(1)
    }
    const dripping = Object.entries(slow).map(async ([what, bytes]) => {
      const last = (await answersTo(bytes)).at(-1) ?? ''
      assert.match(last, /^408 Request Timeout\r\n/, what)
      assert.match(last, /"\/docs\/errors\/request-timeout"/, what)
    })
    const answered = answersTo(slow.body.replace('/v1/keys', '/v1/nothing'))
    await Promise.all(dripping)
    assert.deepEqual(
      (await answered).map((answer) => answer.slice(0, 3)),
      ['404'],
      'nothing follows an answer to the same request',
    )
    assert.equal((await server.ask('/v1/stats')).status, 200)
    assert.deepEqual(
      server.log.lines().filter(({ level }) => Number(level) >= 50),
      [],
      'no error',
    )
  })
})
