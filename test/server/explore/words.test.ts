import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newestSaid } from '../../../server/explore/parts/age.ts'
import { dayName, paymentWords } from '../../../server/explore/parts/words.ts'

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

describe('newestSaid(farm)', () => {
  it('is the last update, or else the newest dated statement', () => {
    const said_at = { products: '2012-06-01', hours: '2017-06-01', text: null }
    assert.equal(
      newestSaid({ updated_at: '2020-08-03T15:23:12Z', said_at }),
      '2020-08-03T15:23:12Z',
    )
    assert.equal(newestSaid({ updated_at: null, said_at }), '2017-06-01')
    assert.equal(newestSaid({ updated_at: null, said_at: { products: null } }), null)
  })
})

describe('dayName(day)', () => {
  it('names a day of the week or a date, and leaves what is neither as it is', () => {
    const days = ['sat', '2026-12-05', '2026-13-40', 'someday']
    assert.deepEqual(days.map(dayName), ['Saturday', '5 Dec', '2026-13-40', 'someday'])
  })
})
