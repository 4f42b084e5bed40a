import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { holdResults } from '../../../server/query/held_results.ts'

describe('held results', () => {
  const counted = () => {
    const made: string[] = []
    const results = holdResults<string[]>(3, (list) => list.length)
    const owner = {}
    const get = (key: string, size = 1) =>
      results(owner, key, async () => {
        made.push(key)
        return Array.from({ length: size }, () => key)
      })
    return { made, get }
  }

  it('makes a result once, however many ask at the same time', async () => {
    const { made, get } = counted()
    assert.deepEqual(await Promise.all([get('a'), get('a'), get('a')]), [['a'], ['a'], ['a']])
    await get('a')
    assert.deepEqual(made, ['a'])
  })

  it('makes room by what was used least recently, and holds the newest whatever its size', async () => {
    const { made, get } = counted()
    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await get(key)
    assert.deepEqual(made, ['a', 'b', 'c', 'd', 'b'])
    await get('large', 10)
    await get('large', 10)
    await get('a')
    assert.deepEqual(made.slice(5), ['large', 'a'])
  })

  it('does not hold a failure', async () => {
    const results = holdResults<string[]>(3, () => 1)
    const owner = {}
    await assert.rejects(results(owner, 'a', () => Promise.reject(new Error('no'))))
    assert.deepEqual(await results(owner, 'a', async () => ['yes']), ['yes'])
  })
})
