import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { momentOf } from '../../../../../server/access/limits/counters/counter.ts'
import { ThreadCounter } from '../../../../../server/access/limits/counters/thread_counter.ts'
import { CountsInMemory } from '../../../../../server/workers/counts.ts'

const at = (now_ms: number) => momentOf(now_ms, 1000)

/** Counters as threads have them, over the same counts. */
function counters(known: Map<string, number>[], policy = 'daily') {
  const counts = new CountsInMemory()
  const shared = {
    counts: counts.counts,
    placeOf: async (...args: Parameters<CountsInMemory['placeOf']>) => counts.placeOf(...args),
  }
  return known.map((each) => new ThreadCounter(shared, policy, at(5000), each))
}

describe('ThreadCounter', () => {
  it('counts with other threads, from what the first of them knew', async () => {
    const [one, other] = counters([new Map([['a', 2]]), new Map([['a', 7]])])
    assert.deepEqual(await one!.consume('a', at(5000), 4), { count: 3, allowed: true })
    assert.deepEqual(await other!.consume('a', at(5999), 4), { count: 4, allowed: true })
    assert.deepEqual(await one!.consume('a', at(5999), 4), { count: 4, allowed: false })
    assert.equal(await other!.count('a', at(5999)), 4)
    assert.deepEqual(await one!.consume('a', at(5999), 9, 6), { count: 4, allowed: false })
    assert.deepEqual(await one!.consume('a', at(5999), 9, 5), { count: 9, allowed: true })
    assert.equal(await other!.count('b', at(5999)), 0)
    assert.deepEqual(await one!.consume('a', at(6000), 4), { count: 1, allowed: true })
  })

  it('waits for a subject that is new in its window only', async () => {
    const [counter] = counters([new Map()])
    assert.ok(counter!.consume('a', at(5000), 9) instanceof Promise)
    await counter!.count('a', at(5000))
    assert.deepEqual(counter!.consume('a', at(5000), 9), { count: 2, allowed: true })
    assert.ok(counter!.consume('a', at(6000), 9) instanceof Promise)
  })

  it('lets through as many as the quota allows, of requests at the same time', async () => {
    const both = counters([new Map(), new Map()])
    const asked = Array.from({ length: 100 }, async (_, n) =>
      both[n % 2]!.consume('a', at(5000), 30),
    )
    const allowed = (await Promise.all(asked)).filter((each) => each.allowed)
    assert.deepEqual(
      allowed.map(({ count }) => count).toSorted((a, b) => a - b),
      Array.from({ length: 30 }, (_, n) => n + 1),
    )
  })
})

describe('Counts.placeOf(name, known)', () => {
  const name = (subject: string, start_ms: number, policy = 'p') => {
    return { policy, subject, start_ms, end_ms: start_ms + 1000 }
  }

  it('keeps policies, windows and subjects apart', () => {
    const counts = new CountsInMemory()
    const names = [name('a', 0), name('b', 0), name('a', 1000), name('a', 0, 'q')]
    const places = names.map((each) => counts.placeOf(each, 0))
    assert.equal(new Set(places).size, 4)
    assert.deepEqual(
      names.map((each) => counts.placeOf(each, 9)),
      places,
    )
    assert.deepEqual([...counts.counts.subarray(0, 4)], [0, 0, 0, 0])
  })

  it('takes the places of windows that are over for others, begun anew', () => {
    const counts = new CountsInMemory()
    const old = counts.placeOf(name('a', 0), 5)
    for (const start_ms of [1000, 2000])
      assert.notEqual(counts.placeOf(name('a', start_ms), 0), old)
    assert.equal(counts.placeOf(name('a', 3000), 1), old)
    assert.equal(counts.counts[old], 1)
  })

  it('grows with the subjects, under the eyes of those who count', () => {
    const counts = new CountsInMemory()
    const seen = counts.counts
    const many = seen.length + 1
    for (let n = 0; n < many; n++) counts.placeOf(name(`${n}`, 0), n)
    assert.equal(seen[counts.placeOf(name(`${many - 1}`, 0), 0)], many - 1)
  })
})
