import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HoursJson } from '../../../../data/schema/hours.ts'
import {
  clock,
  dateOf,
  openingsOn,
  openingWords,
} from '../../../../server/explore/plan/day_hours.ts'

const hours = (...seasons: HoursJson['seasons']): HoursJson => ({
  timezone: 'America/New_York',
  note: null,
  seasons,
})
const saturdays = { sat: [['09:00', '13:00']] } as HoursJson['seasons'][number]['weekly']

describe('openingsOn(hours, date)', () => {
  const summer = hours({ from: '05-01', to: '10-31', weekly: saturdays })
  const of2017 = hours({ from: '2017-05-01', to: '2017-10-31', weekly: saturdays })

  it('reads the openings of a day in season, whatever year they were said for', () => {
    assert.deepEqual(openingsOn(summer, '2026-06-20'), [[540, 780]])
    assert.deepEqual(openingsOn(of2017, '2026-06-20'), [[540, 780]])
  })

  it('tells closed from unknown', () => {
    assert.deepEqual(openingsOn(summer, '2026-06-21'), [], 'a Sunday')
    assert.deepEqual(openingsOn(summer, '2026-11-28'), [], 'out of season')
    assert.equal(openingsOn(hours({ from: null, to: null, weekly: null }), '2026-06-20'), null)
    assert.equal(openingsOn(hours(), '2026-06-20'), null)
    assert.equal(openingsOn(null, '2026-06-20'), null)
  })

  it('follows a season over New Year, and an opening past midnight', () => {
    const winter = hours({ from: '11-01', to: '03-31', weekly: { sat: [['20:00', '02:00']] } })
    assert.deepEqual(openingsOn(winter, '2026-11-28'), [[1200, 1560]])
    assert.deepEqual(openingsOn(winter, '2026-06-20'), [])
  })
})

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
