import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FairQueue } from '../../../server/load/fair_queue.ts'

function filled(...callers: string[]) {
  const queue = new FairQueue<string>()
  for (const [n, caller] of callers.entries()) queue.push(caller, `${caller}${n}`)
  return queue
}

describe('FairQueue', () => {
  it('takes one of each caller in a round, whatever each has waiting', () => {
    const queue = filled(...Array.from({ length: 100 }, () => 'a'), 'b', 'c', 'b')
    const order = Array.from({ length: 6 }, () => queue.shift())
    assert.deepEqual(order, ['a0', 'b100', 'c101', 'a1', 'b102', 'a2'])
    assert.deepEqual([queue.length, queue.callers], [97, 1])
  })

  it('passes over callers that may not go, which keep their place', () => {
    const queue = filled('a', 'a', 'b')
    assert.equal(
      queue.shift((caller) => caller !== 'a'),
      'b2',
    )
    assert.equal(
      queue.shift(() => false),
      undefined,
    )
    assert.deepEqual([queue.shift(), queue.shift(), queue.shift()], ['a0', 'a1', undefined])
  })

  it('forgets what no longer waits', () => {
    const queue = filled('a', 'a', 'b')
    queue.delete('a', 'a0')
    queue.delete('a', 'a0')
    queue.delete('c', 'c0')
    assert.deepEqual(queue.length, 2)
    queue.delete('a', 'a1')
    assert.deepEqual([queue.callers, queue.shift(), queue.length], [1, 'b2', 0])
  })
})
