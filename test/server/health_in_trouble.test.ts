// Runs alone: it measures time.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, readdir, truncate, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { describe, it, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { startProgram } from '../support/server_program.ts'

const skip = !existsSync('/proc/self/task') && 'there is no /proc to read processor time from'
/** What `/healthz` may cost the event loop, from the question to the answer. */
const most_ms = 100
/** Of the clock of /proc. */
const tick_ms = 10

/** Starts the server with a snapshot of its own. */
async function started(t: TestContext, fileBlocks?: number) {
  const { root, folder } = await fixtureSnapshot(t)
  const options = fileBlocks === undefined ? {} : { fileBlocks }
  return { ...(await startProgram(t, { BUILD_DIR: root }, options)), folder }
}
type Started = Awaited<ReturnType<typeof started>>

/** Processor time of the event loop's thread so far, in milliseconds. */
async function loopTime_ms({ process: { pid } }: Started): Promise<number> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return tick_ms * (Number(fields[11]) + Number(fields[12]))
}

/**
 * Asks for the health five times, each time after `stir`, and returns the least that an answer cost:
 * what others cost beside it is collection of garbage, or the machine's.
 */
async function healthCost_ms(server: Started, stir = async () => {}): Promise<number> {
  const costs: number[] = []
  for (let time = 0; time < 5; time++) {
    const before = await loopTime_ms(server)
    await stir()
    const answer = await fetch(`${server.url}/healthz`)
    costs.push((await loopTime_ms(server)) - before)
    assert.equal(answer.status, 200)
    await answer.text()
  }
  return Math.min(...costs)
}

/** Asks for things that need the store or the snapshot, and waits for none of them. */
function askMuch({ url }: Started): void {
  const body = JSON.stringify({ name: 'Test', email: 'someone@example.org' })
  const post = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }
  for (let n = 0; n < 10; n++)
    for (const asked of [
      fetch(`${url}/v1/keys`, post),
      fetch(`${url}/v1/stats`, { headers: { 'X-API-Key': 'unknown' } }),
    ])
      asked.then(
        (answer) => answer.text(),
        () => {},
      )
}

/** Opens so many connections; the function that it returns asks by all of them at once, and waits for nothing. */
async function crowd(t: TestContext, { url }: Started, size: number) {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: size }, () => connect(Number(port), hostname))
  t.after(() => sockets.forEach((socket) => socket.destroy()))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.on('error', () => {}).resume() // the server may end first
  return async () => {
    for (const socket of sockets)
      socket.write('GET /v1/search?lat=42.4&lng=-76.5 HTTP/1.1\r\nHost: test\r\n\r\n')
    await setImmediate()
  }
}

describe('/healthz costs little processor time', { skip }, () => {
  const troubles: Record<string, (server: Started, t: TestContext) => Promise<unknown>> = {
    'while another process holds the lock of the store': async ({ stateDir }, t) => {
      const store = new Database(join(stateDir, 'store.sqlite'))
      store.exec('begin exclusive')
      t.after(() => store.close())
    },
    'when the store is gone': async ({ stateDir }) => {
      for (const name of await readdir(stateDir))
        if (name.startsWith('store.sqlite')) await unlink(join(stateDir, name))
    },
    'when the snapshot is damaged': ({ folder }) =>
      truncate(join(folder, 'serving/columns.bin'), 100),
  }
  for (const [trouble, begin] of Object.entries(troubles))
    it(trouble, async (t) => {
      const server = await started(t)
      await begin(server, t)
      askMuch(server)
      const cost_ms = await healthCost_ms(server)
      t.diagnostic(`${cost_ms} ms`)
      assert.ok(cost_ms <= most_ms, `${cost_ms} ms`)
    })

  it('with 2,000 requests at once', async (t) => {
    const server = await started(t)
    const askAll = await crowd(t, server, 2000)
    const cost_ms = await healthCost_ms(server, askAll)
    t.diagnostic(`${cost_ms} ms`)
    assert.ok(cost_ms <= most_ms, `${cost_ms} ms`)
  })

  it('when the disk of the store is full', async (t) => {
    const server = await started(t, 430)
    askMuch(server)
    assert.ok((await healthCost_ms(server)) <= most_ms)
  })
})
