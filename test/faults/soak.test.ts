// Runs alone: it measures its process.
import assert from 'node:assert/strict'
import { closeSync, openSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { layout } from '../../data/schema/layout.ts'
import { SnapshotDatabase } from '../../server/snapshot/database.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { publishAgain } from '../support/publish_again.ts'
import { startServer } from '../support/running_server.ts'
import { tries } from './promises.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const paths = ['/v1/farms', '/v1/search?lat=44.411&lng=-72.14', '/v1/stats', '/v1/none', '/']

/** The database of each snapshot that was opened, as long as something holds it. */
const opened: WeakRef<SnapshotDatabase>[] = []
const open = SnapshotDatabase.open.bind(SnapshotDatabase)
SnapshotDatabase.open = async (...args) => {
  const database = await open(...args)
  opened.push(new WeakRef(database))
  return database
}

/** What a process holds without its garbage. */
async function held() {
  for (let times = 0; times < 2; times++) {
    await setImmediate()
    collect()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  const count = async (place: string) => (await readdir(place).catch(() => [])).length
  const resources = process.getActiveResourcesInfo()
  return {
    databases: opened.filter((each) => each.deref()).length,
    bytes: heapUsed + arrayBuffers,
    resources: resources.filter((each) => !/Socket|TCPWrap|FSReq|Immediate/.test(each)).length,
    threads: await count('/proc/self/task'),
    files: await count('/proc/self/fd'),
  }
}

type Held = Awaited<ReturnType<typeof held>>

/**
 * What grows by at least so much in a round. Bytes grow by less while code is compiled and caches fill: by
 * 0.4 MB in the first rounds, and by 0.05 MB after thirty.
 */
const growth = { databases: 1, bytes: tries(2e6, 5e5), resources: 1, threads: 1, files: 1 }

/** What grows from the second third of the rounds to the last; the least of a third has no passing peak. */
function grown(rounds: Held[]): string[] {
  const third = Math.floor(rounds.length / 3)
  const least = (from: number, each: keyof Held) =>
    Math.min(...rounds.slice(from, from + third).map((round) => round[each]))
  return (Object.keys(growth) as (keyof Held)[])
    .filter((each) => least(2 * third, each) - least(third, each) >= growth[each] * third)
    .map((each) => `${each}: ${rounds.map((round) => round[each]).join(', ')}`)
}

/** A server, and what runs rounds of requests to it, each from another snapshot. */
async function soaking(t: TestContext) {
  const { root, id } = await fixtureSnapshot(t)
  const server = await startServer(t, root)
  const last = [id]
  let published = 0
  const round = async () => {
    last.push(await publishAgain(root, id, String(published++).padStart(8, 'f')))
    await server.refresh()
    for (const path of paths)
      await (await fetch(server.url + path, { headers: { 'X-API-Key': server.keys.paid } })).text()
    for (const old of last.splice(0, last.length - 3))
      if (old !== id) await rm(layout(root).snapshot(old), { recursive: true })
    return held()
  }
  return async (count: number, leak = () => {}) => {
    const rounds: Held[] = []
    for (let nth = 0; nth < count; nth++, leak()) rounds.push(await round())
    return rounds
  }
}

/** Leaks of each kind, in each round. */
function planted(t: TestContext): () => void {
  const kept: unknown[] = []
  return () => {
    kept.push(Buffer.alloc(4e6), opened.at(-1)!.deref())
    const timer = setInterval(() => {}, 1e9)
    const thread = new Worker('setInterval(() => {}, 1e9)', { eval: true })
    const file = openSync(import.meta.filename, 'r')
    t.after(() => {
      clearInterval(timer)
      closeSync(file)
      return thread.terminate()
    })
  }
}

describe('a server that swaps snapshots and answers, round after round', () => {
  it('holds no more of anything, and what would is found', async (t) => {
    const soak = await soaking(t)
    const rounds = await soak(tries(6, 24))
    t.diagnostic(rounds.map(({ bytes }) => (bytes / 1e6).toFixed(1)).join(', '))
    assert.deepEqual(grown(rounds), [])
    const found = grown(await soak(3, planted(t))).join('; ')
    for (const each of Object.keys(growth)) assert.match(found, new RegExp(`${each}: `))
  })
})
