import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { paymentWords } from '../../../server/explore/parts/words.ts'

describe('paymentWords(name)', () => {
  it('says what a program is, and leaves all else as it is', () => {
    const names = ['SNAP', 'WIC cash', 'cash', 'constructor', '__proto__', '']
    assert.deepEqual(names.map(paymentWords), [
      'SNAP (food stamps)',
      'WIC cash (fruit and vegetables)',
      ...names.slice(2),
    ])
  })
})
