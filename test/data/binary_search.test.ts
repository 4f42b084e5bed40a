import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { firstWhere } from '../../data/binary_search.ts'

describe('firstWhere(low, high, holds)', () => {
  it('finds the first number from which on the condition holds, as looking at each does', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(100), fc.nat(250), (low, length, from) => {
        const range = Array.from({ length }, (_, each) => low + each)
        const found = firstWhere(low, low + length, (each) => each >= from)
        assert.equal(found, range.find((each) => each >= from) ?? low + length)
      }),
    )
  })

  it('asks about few of many numbers, and of none outside the range', () => {
    let asked = 0
    const found = firstWhere(5, 2 ** 40, (each) => {
      asked++
      assert.ok(each >= 5 && each < 2 ** 40)
      return each >= 3e9 + 1
    })
    assert.equal(found, 3e9 + 1)
    assert.ok(asked <= 41, `${asked} numbers`)
  })
})
