import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, describe, it, type TestContext } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { Liveness } from '../../../server/workers/liveness.ts'
import { allRoutes } from '../../../server/app/all_routes.ts'
import { serve } from '../../../server/app/serve.ts'
import { readConfig } from '../../../server/config.ts'
import { anybody } from '../../../server/routes/callers.ts'
import { apiRoute } from '../../../server/routes/route.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const { root } = await fixtureSnapshot({ after })
/** A server that waits for what is under way for as long as it takes. */
const start = (t: TestContext) => startServer(t, root, { settings: { DRAIN_SECONDS: '60' } })

/** Opens a connection and sends the beginning of a request; `answer` is all that comes back. */
function begin({ url }: TestServer, bytes: string) {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return { socket, answer: text(socket), send: (rest: string) => socket.write(rest) }
}

describe('an answer', () => {
  it('is not watched by Koa until its end', async (t) => {
    const server = await start(t)
    const watched: boolean[] = []
    const look = (message: unknown) => {
      watched.push('__onFinished' in (message as { response: object }).response)
    }
    subscribe('http.server.response.finish', look)
    t.after(() => unsubscribe('http.server.response.finish', look))
    for (const path of ['/v1/stats', '/v1/farms/none', '/']) await server.ask(path)
    assert.deepEqual(watched, [false, false, false])
  })
})

describe('the OpenAPI document', () => {
  const added = apiRoute({
    method: 'get',
    path: '/v1/added',
    caller: anybody,
    operation: 'getAdded',
    tag: 'Service',
    summary: 'Added by a test',
    details: 'Answers nothing.',
    answers: { 200: { description: 'Nothing', schema: z.strictObject({}) } },
    answer: () => ({ body: {} }),
  })

  it('is made before the first request, so that none waits for it', async (t) => {
    const settings = { PUBLIC_URL: 'https://first.example.org' } // of no other server
    const server = await startServer(t, root, { settings })
    allRoutes.push(added)
    t.after(() => allRoutes.splice(allRoutes.indexOf(added), 1))
    const { body } = await server.ask<{ paths: object }>('/openapi.json', { key: null })
    assert.ok('/v1/search' in body.paths && !('/v1/added' in body.paths))
    assert.equal((await server.ask('/docs/getStats', { key: null })).status, 200)
    assert.equal((await server.ask('/docs/getAdded', { key: null })).status, 404)
  })

  it('is taken from the thread that made it', async (t) => {
    const made = JSON.stringify({ openapi: '3.1.0', info: { version: '9.8.7' } })
    const env = { BUILD_DIR: root, STATE_DIR: await temporaryFolder(t), METRICS_PORT: '0' }
    const server = await serve(readConfig({ ...env, PORT: '0' }), pino({ level: 'silent' }), {
      openApi: made,
      together: {
        counts: { counts: new Int32Array(100), placeOf: async () => 0 },
        open: (_, open) => open(),
        workers: undefined,
      },
    })
    t.after(() => server.close())
    assert.equal(server.openApi, made)
    assert.equal(await (await fetch(`${server.url}/openapi.json`)).text(), made)
    assert.match(await (await fetch(`${server.url}/docs`)).text(), /Version 9\.8\.7/)
  })

  it('is not ready before every worker of its process has served', async (t) => {
    const workers = new Liveness(2)
    const env = { BUILD_DIR: root, STATE_DIR: await temporaryFolder(t), METRICS_PORT: '0' }
    const server = await serve(readConfig({ ...env, PORT: '0' }), pino({ level: 'silent' }), {
      openApi: '{}',
      together: {
        counts: { counts: new Int32Array(100), placeOf: async () => 0 },
        open: (_, open) => open(),
        workers,
      },
    })
    t.after(() => server.close())
    const ready = async () => (await fetch(`${server.url}/readyz`)).status
    assert.equal(await ready(), 503)
    for (const worker of [1, 2]) workers.note(worker, true)
    assert.equal(await ready(), 503)
    workers.start()
    assert.equal(await ready(), 200)
  })
})

describe('a server that is closing', () => {
  it('answers what is under way, and ends the connection with it', async (t) => {
    const server = await start(t)
    const body = '{"name": "last", "email": "last@example.org"}'
    const post = begin(
      server,
      'POST /v1/keys HTTP/1.1\r\nHost: directory.example.org\r\n' +
        'Content-Type: application/json\r\nExpect: 100-continue\r\n' +
        `Content-Length: ${body.length}\r\n\r\n`,
    )
    await once(post.socket, 'data') // 100 Continue: the request is being handled
    const closed = server.close()
    post.send(body)
    await closed
    const answer = await post.answer
    assert.match(answer, /\r\nHTTP\/1\.1 201 Created\r\n/)
    assert.match(
      answer,
      /\r\nConnection: close\r\n/i,
      'else it waits for more until its time is over',
    )
  })

  it('turns new requests away with a 503 and Retry-After', async (t) => {
    const server = await start(t)
    const key = `X-API-Key: ${server.keys.paid}\r\n`
    const paths = ['/readyz', '/v1/stats', '/v1/search?lat=44&lng=-72']
    const begun = paths.map((path) =>
      begin(server, `GET ${path} HTTP/1.1\r\nHost: directory.example.org\r\n${key}`),
    )
    await server.ask('/healthz') // by then it has read what came before
    const closed = server.close()
    for (const { send } of begun) send('Connection: close\r\n\r\n')
    for (const { answer } of begun) {
      assert.match(await answer, /^HTTP\/1\.1 503 Service Unavailable\r\n/)
      assert.match(await answer, /\r\nRetry-After: \d+\r\n/)
      assert.match(await answer, /\r\nContent-Type: application\/problem\+json/)
    }
    await closed
  })

  it('can be followed by another on the same store', async (t) => {
    const first = await start(t)
    await first.ask('/v1/stats')
    await first.close()
    const second = await startServer(t, root, { settings: { STATE_DIR: first.stateDir } })
    assert.equal((await second.ask('/v1/stats', { key: first.keys.paid })).status, 200)
    await second.close()
  })
})
