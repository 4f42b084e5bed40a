// Runs alone: it measures time.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Openings } from '../../../server/workers/openings.ts'

/** Openings of two who serve, and what of it is done so far. */
function ofTwo() {
  const openings = new Openings<string>()
  for (const each of ['a', 'b']) openings.serves(each)
  const done: string[] = []
  const note = (what: string, promise: Promise<void>) => void promise.then(() => done.push(what))
  return { openings, done, note }
}

describe('Openings', () => {
  it('lets one open at a time', async () => {
    const { openings, done, note } = ofTwo()
    note('a begins', openings.begin('a'))
    note('b begins', openings.begin('b'))
    await setImmediate()
    assert.deepEqual(done, ['a begins'])
    void openings.end('a', 'x')
    await setImmediate()
    assert.deepEqual(done, ['a begins', 'b begins'])
  })

  it('lets all go on when the last has tried', async () => {
    const { openings, done, note } = ofTwo()
    note('a', openings.end('a', 'x'))
    await setImmediate()
    assert.deepEqual(done, [])
    note('b', openings.end('b', 'x'))
    await setImmediate()
    assert.deepEqual(done, ['a', 'b'])
  })

  it('does not wait for one that tried before, that ended, or that does not serve yet', async () => {
    const { openings, done, note } = ofTwo()
    note('a', openings.end('a', 'x'))
    note('b', openings.end('b', 'x'))
    await setImmediate()
    note('b again', openings.end('b', 'x'))
    note('new', openings.end('c', 'x'))
    note('a on', openings.end('a', 'y'))
    openings.ended('b')
    await setImmediate()
    assert.deepEqual(done.toSorted(), ['a', 'a on', 'b', 'b again', 'new'])
  })

  it('does not wait on for a snapshot that another has left behind', async () => {
    const { openings, done, note } = ofTwo()
    note('a at x', openings.end('a', 'x'))
    note('b at y', openings.end('b', 'y'))
    await setImmediate()
    assert.deepEqual(done, ['a at x'])
    note('a at y', openings.end('a', 'y'))
    await setImmediate()
    assert.deepEqual(done, ['a at x', 'b at y', 'a at y'])
  })

  it('gives the turn of one that ended to the next', async () => {
    const { openings, done, note } = ofTwo()
    note('a begins', openings.begin('a'))
    note('b begins', openings.begin('b'))
    openings.ended('a')
    await setImmediate()
    assert.deepEqual(done, ['a begins', 'b begins'])
  })
})
