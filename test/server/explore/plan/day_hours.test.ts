import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clock, dateOf, openingWords } from '../../../../server/explore/plan/day_hours.ts'

describe('words of hours', () => {
  it('are as people say them', () => {
    assert.deepEqual([0, 510, 540, 720, 780, 1440].map(clock), [
      'midnight',
      '8:30',
      '9',
      'noon',
      '1',
      'midnight',
    ])
    assert.equal(openingWords([[540, 780], [960, 1080]]), '9–1 and 4–6') // prettier-ignore
    assert.equal(openingWords([]), 'closed')
    assert.equal(openingWords(null), 'not known')
  })
})

describe('dateOf(day, now)', () => {
  const now = new Date('2026-11-25T15:00:00Z')
  it('is the next such day, today included, or the date itself', () => {
    assert.equal(dateOf('sat', now), '2026-11-28')
    assert.equal(dateOf('wed', now), '2026-11-25')
    assert.equal(dateOf('tue', now), '2026-12-01')
    assert.equal(dateOf('2027-01-02', now), '2027-01-02')
  })
})
