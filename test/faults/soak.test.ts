// Runs alone: it measures its process.
import assert from 'node:assert/strict'
import { readdir, rm } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, it, type TestContext } from 'node:test'
import { layout } from '../../data/schema/layout.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { publishAgain } from '../support/publish_again.ts'
import { startServer } from '../support/running_server.ts'
import { tries } from './promises.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const paths = ['/v1/farms', '/v1/search?lat=44.411&lng=-72.14', '/v1/stats', '/v1/none', '/']

/** What a process holds: bytes of memory, what keeps it alive, threads and open files. */
async function held() {
  for (let times = 0; times < 3; times++) {
    collect()
    await new Promise(setImmediate)
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  const count = async (place: string) => (await readdir(place).catch(() => [])).length
  return {
    bytes: heapUsed + arrayBuffers,
    resources: process.getActiveResourcesInfo().filter((each) => !/Socket|TCPWrap/.test(each))
      .length,
    threads: await count('/proc/self/task'),
    files: await count('/proc/self/fd'),
  }
}

type Held = Awaited<ReturnType<typeof held>>

/** What has grown from the middle of the rounds to their end, in each: bytes by more than 1 MB a round. */
function grown(rounds: Held[]): string[] {
  const [middle, end] = [rounds[rounds.length >> 1]!, rounds.at(-1)!]
  const count = rounds.length - 1 - (rounds.length >> 1)
  const most = { bytes: 1e6 * count, resources: count - 1, threads: count - 1, files: count - 1 }
  return (Object.keys(most) as (keyof Held)[])
    .filter((each) => end[each] - middle[each] > most[each])
    .map((each) => `${each}: ${rounds.map((round) => round[each]).join(', ')}`)
}

/** Rounds of requests, each from another snapshot; `leak` runs in each. */
async function soak(t: TestContext, count: number, leak: () => void): Promise<Held[]> {
  const { root, id } = await fixtureSnapshot(t)
  const server = await startServer(t, root)
  const rounds: Held[] = []
  const last = [id]
  for (let round = 0; round < count; round++) {
    const next = await publishAgain(root, id, String(round).padStart(8, 'f'))
    last.push(next)
    await server.refresh()
    for (const path of paths) await server.ask(path, { key: path === '/' ? null : 'paid' })
    for (const old of last.splice(0, last.length - 3))
      if (old !== id) await rm(layout(root).snapshot(old), { recursive: true })
    leak()
    rounds.push(await held())
  }
  return rounds
}

describe('a server that swaps snapshots and answers, round after round', () => {
  it('holds no more memory, handles, threads and files', async (t) => {
    const rounds = await soak(t, tries(8, 16), () => {})
    t.diagnostic(rounds.map(({ bytes }) => (bytes / 1e6).toFixed(1)).join(', '))
    assert.deepEqual(grown(rounds), [])
  })

  it('would be found to hold more: a planted fault', async (t) => {
    const kept: unknown[] = []
    const timers: NodeJS.Timeout[] = []
    t.after(() => timers.forEach(clearInterval))
    const leak = () => {
      kept.push(Buffer.alloc(2e6))
      timers.push(setInterval(() => {}, 1e9))
    }
    const found = grown(await soak(t, 8, leak)).join()
    assert.match(found, /bytes: .*resources: /)
  })
})
