// Runs alone: it measures time.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { after, describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn, setInterval } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { createKey, revokeKey } from '../../../server/access/keys/keys.ts'
import { openStore } from '../../../server/access/store/open_store.ts'
import { readConfig } from '../../../server/config.ts'
import { serveByWorkers } from '../../../server/workers/serve_by_workers.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { publishAgain } from '../../support/publish_again.ts'
import { startProgram } from '../../support/server_program.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const { root, id } = await fixtureSnapshot({ after })

/** For a test that asks until something happens. */
const unlimited = { FREE_DAILY_LIMIT: '1000000' }

/** Serves from two threads, and makes keys in their store. */
async function serveByTwo(t: TestContext, settings: Record<string, string> = {}) {
  const stateDir = join(await temporaryFolder(t), 'state')
  const store = await openStore(stateDir)
  t.after(() => store.close())
  const env = { BUILD_DIR: root, STATE_DIR: stateDir, PORT: '0', METRICS_PORT: '0', ...settings }
  const given = { ...env, WORKERS: '2', PATIENCE_MS: '60000', LOG_LEVEL: 'silent' }
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _, done) => (lines.push(String(chunk)), done()),
  })
  /** Waits until the log says something so often, though not for ever. */
  const says = async (what: string, often = 1) => {
    const end_ms = performance.now() + 60_000
    for await (const _ of setInterval(20)) {
      if (lines.filter((line) => line.includes(what)).length >= often) return
      assert.ok(performance.now() < end_ms, `the log does not say: ${what}`)
    }
  }
  const threads: Worker[] = []
  const note = (thread: Worker) => threads.push(thread)
  process.on('worker', note)
  t.after(() => process.off('worker', note))
  const server = await serveByWorkers(readConfig(given), given, pino(sink))
  t.after(() => server.close())
  const newKey = () =>
    createKey(store, { name: 'k', tier: 'free', email: null, origins: undefined })
  return { ...server, store, newKey, says, threads }
}

/** Runs a program in one worker of this process, as a debugger does. Resolves when it is done. */
async function inspectorOfWorkers(t: TestContext): Promise<(program: string) => Promise<unknown>> {
  const session = new Session()
  session.connect()
  t.after(() => session.disconnect())
  const attached = once(session, 'NodeWorker.attachedToWorker')
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  const [{ params }] = (await attached) as [{ params: { sessionId: string } }]
  return (expression) => {
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } })
    const done = once(session, 'NodeWorker.receivedMessageFromWorker')
    session.post('NodeWorker.sendMessageToWorker', { sessionId: params.sessionId, message })
    return done
  }
}

/**
 * A program that lets something befall its worker in its next swap, when it has opened the snapshot. Not before:
 * a thread that ends while DuckDB works for it may end the process.
 */
const inSwap = (fault: string) => `{
  const { parentPort } = process.getBuiltinModule('node:worker_threads')
  const post = parentPort.postMessage.bind(parentPort)
  parentPort.postMessage = (message, ...more) => {
    post(message, ...more)
    if (message.name === 'endOpening') setImmediate(() => { ${fault} })
  }
}`

/** Whether a worker that has ended is followed by another when the longest pause is over. */
async function isReplaced(t: TestContext, threads: Worker[]): Promise<boolean> {
  const before = threads.length
  t.mock.timers.tick(60_000)
  await nextTurn()
  return threads.length > before
}

type Answered = { status: number; body: { data?: { snapshot: string } } }

/** Asks by a connection of its own, so that each worker gets some. */
async function ask(url: string, path: string, key?: string): Promise<Answered> {
  const headers = key === undefined ? {} : { 'X-API-Key': key }
  const asked = request(url + path, { headers, agent: new Agent() }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, body: JSON.parse(await text(response)) as never }
}

/** The same; asks once more if the connection went to a worker that ended meanwhile. */
const askAgain = (url: string, path: string, key?: string): Promise<Answered> =>
  ask(url, path, key).catch((error: { code?: string }) => {
    if (error.code !== 'ECONNRESET') throw error
    return askAgain(url, path, key)
  })

const times = <Result>(count: number, ask: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, ask))

const counted = (answers: Answered[], status: number) =>
  answers.filter((each) => each.status === status).length

describe('serveByWorkers(config, settings, log)', () => {
  it('counts the requests of a key exactly, and of an address, whichever worker they reach', async (t) => {
    const limits = { FREE_DAILY_LIMIT: '50', ANONYMOUS_MINUTE_LIMIT: '1000000' }
    const { url, newKey } = await serveByTwo(t, limits)
    const { key } = await newKey()
    const answers = await times(120, () => ask(url, '/v1/stats', key))
    assert.equal(counted(answers, 200), 50)
    assert.equal(counted(answers, 429), 70)
  })

  it('hears of a revocation in every worker at once', async (t) => {
    const { url, newKey, store } = await serveByTwo(t)
    const { key, id: keyId } = await newKey()
    assert.equal(counted(await times(20, () => ask(url, '/v1/stats', key)), 200), 20)
    await revokeKey(store, { id: keyId })
    assert.equal(counted(await times(20, () => ask(url, '/v1/stats', key)), 401), 20)
  })

  it('takes up a snapshot in all workers before any of them answers from it', async (t) => {
    const { url, newKey } = await serveByTwo(t, unlimited)
    const { key } = await newKey()
    const next = await publishAgain(root, id, '0badc0de')
    for (;;) {
      const { status, body } = await ask(url, '/v1/stats', key)
      assert.equal(status, 200)
      if (body.data?.snapshot === next) break
    }
    const answers = await times(40, () => ask(url, `/v1/farms?snapshot=${next}`, key))
    assert.equal(counted(answers, 200), 40)
  })

  it('goes on when a worker dies, says so, and begins another', async (t) => {
    const { url, newKey, says, threads } = await serveByTwo(t, { FREE_DAILY_LIMIT: '40' })
    const { key } = await newKey()
    await times(10, () => ask(url, '/v1/stats', key))
    t.mock.timers.enable({ apis: ['setTimeout'] })
    await threads[0]!.terminate()
    assert.equal((await ask(url, '/v1/stats', key)).status, 200)
    await says('a worker ended')
    assert.ok(await isReplaced(t, threads))
    await says('the worker is replaced')
    const answers = await times(60, () => ask(url, '/v1/stats', key))
    assert.equal(counted(answers, 200), 29)
    await threads[1]!.terminate()
    t.mock.timers.reset() // the next one never begins: a planted fault
    t.mock.timers.enable({ apis: ['setTimeout'] })
    assert.equal(await isReplaced(t, threads), false)
  })

  it('takes up a snapshot although a worker throws or hangs when it has opened it', async (t) => {
    const { url, newKey, says } = await serveByTwo(t, unlimited)
    const { key } = await newKey()
    for (const [nth, fault] of ["throw new Error('planted')", 'for (;;) {}'].entries()) {
      await (
        await inspectorOfWorkers(t)
      )(inSwap(fault))
      const next = await publishAgain(root, id, `fffffff${nth}`)
      const stats = () => askAgain(url, '/v1/stats', key)
      let answer = await stats()
      for (; answer.body.data?.snapshot !== next; answer = await stats())
        assert.equal(answer.status, 200)
      const farms = () => times(20, () => askAgain(url, `/v1/farms?snapshot=${next}`, key))
      assert.equal(counted(await farms(), 200), 20)
      await says('the worker is replaced', nth + 1)
      assert.equal(counted(await farms(), 200), 20)
    }
  })

  for (const [what, program, settings] of [
    ['hangs', 'for (;;) {}', {}],
    [
      'takes too much memory',
      'globalThis.kept = []; for (;;) kept.push(Array(100_000).fill(Math.random()))',
      { WORKER_HEAP_MB: '96' },
    ],
  ] as const)
    it(`replaces a worker that ${what}, and answers meanwhile`, async (t) => {
      const { url, says } = await serveByTwo(t, settings)
      assert.deepEqual((await ask(url, '/readyz')).body, {
        ...(await ask(url, '/readyz')).body,
        problems: [],
      })
      const runIn = await inspectorOfWorkers(t)
      const begun = performance.now()
      void runIn(program)
      await says('a worker ended')
      const noticed_s = (performance.now() - begun) / 1000
      const { status, body } = await askAgain(url, '/readyz')
      assert.equal(status, 200)
      assert.match(JSON.stringify(body), /worker \d does not answer and is being replaced/)
      await says('the worker is replaced')
      t.diagnostic(`noticed after ${noticed_s.toFixed(1)} s`)
      const answers = await times(20, () => ask(url, '/readyz'))
      assert.equal(counted(answers, 200), 20)
      assert.doesNotMatch(JSON.stringify(answers), /being replaced/)
    })

  it('gives up a worker that hangs in its start, or while all close', async (t) => {
    const { url, says, threads, close } = await serveByTwo(t)
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const session = new Session()
    session.connect()
    session.post('NodeWorker.enable', { waitForDebuggerOnStart: true })
    await threads[0]!.terminate()
    await says('a worker ended')
    const waits = once(session, 'NodeWorker.attachedToWorker')
    t.mock.timers.tick(1000)
    await waits
    t.mock.timers.tick(120_000)
    await says('it did not serve after 120 s')
    session.disconnect()
    assert.equal((await ask(url, '/readyz')).status, 200)
    t.mock.timers.tick(2000)
    await says('the worker is replaced')
    t.mock.timers.reset()
    const runIn = await inspectorOfWorkers(t)
    void runIn('for (;;) {}')
    await close()
  })

  it('says with the class of the failure why it can not begin', async (t) => {
    const { url } = await serveByTwo(t)
    const taken = { PORT: new URL(url).port }
    await assert.rejects(serveByTwo(t, taken), { name: 'ConfigError', message: /^PORT: another/ })
    await assert.rejects(serveByTwo(t, { STORE_URL: 'postgres://127.0.0.1:1/none' }), {
      name: 'StoreError',
    })
  })
})

describe('WORKERS=2 npm start', () => {
  it('has one address of metrics, and ends with the requests that are under way', async (t) => {
    const metricsPort = String(20_000 + (process.pid % 10_000))
    const env = { BUILD_DIR: root, WORKERS: '2', METRICS_PORT: metricsPort }
    const server = await startProgram(t, env)
    await times(30, () => ask(server.url, '/v1/stats'))
    const report = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    assert.match(report, /^farm_directory_workers_serving 2$/m)
    assert.match(report, /^farm_directory_requests_total\{route="\/v1\/stats",status="401"\} 30$/m)
    assert.match(report, /^farm_directory_snapshot_farms \d+$/m)
    const answers = times(10, () => ask(server.url, '/healthz'))
    assert.equal(counted(await answers, 200), 10)
    server.process.kill('SIGTERM')
    const { status, err } = await server.ended
    assert.equal(status, 0, err)
    for (const worker of [1, 2]) assert.ok(err.includes(`"worker":${worker},`), err)
  })
})
