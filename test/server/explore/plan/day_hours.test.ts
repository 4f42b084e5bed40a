import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Season } from '../../../../data/schema/hours.ts'
import type { Profile } from '../../../../server/explore/farm/profile.ts'
import { clock, dateOf, dayWords, statedHours } from '../../../../server/explore/plan/day_hours.ts'

describe('words of hours', () => {
  it('are as people say them', () => {
    assert.deepEqual([0, 510, 720, 780, 1440, 1500].map(clock), [
      'midnight',
      '8:30\u00a0AM',
      'noon',
      '1\u00a0PM',
      'midnight',
      '1\u00a0AM',
    ])
    assert.equal(dayWords([[540, 780], [960, 1080]]), '9–1 and 4–6') // prettier-ignore
    assert.equal(dayWords([[0, 1440]]), 'all day')
    assert.equal(dayWords([]), 'closed')
    assert.equal(dayWords(null), 'not known')
  })
})

describe('statedHours(farm, date)', () => {
  const stated = (seasons: Season[]) =>
    statedHours({ hours_json: { seasons, timezone: null, note: null } } as Profile, '2026-07-01')

  it('has the words of the farm’s page, of a season without times too', () => {
    const bounds = { from: '05-01', to: '10-31' }
    const weekly: Season['weekly'] = { sat: [['09:00', '13:00']] }
    assert.equal(stated([{ ...bounds, weekly }]), 'Sat 9–1, May to October')
    assert.equal(stated([{ ...bounds, weekly: null }]), 'May to October; times not known')
    assert.equal(stated([]), null)
  })
})

describe('dateOf(day, now, farms)', () => {
  const now = new Date('2026-11-25T15:00:00Z')
  it('is the next such day, today included, or the date itself', () => {
    assert.equal(dateOf('sat', now, []), '2026-11-28')
    assert.equal(dateOf('wed', now, []), '2026-11-25')
    assert.equal(dateOf('tue', now, []), '2026-12-01')
    assert.equal(dateOf('2027-01-02', now, []), '2027-01-02')
  })

  it('counts today by the clock of the farms, else by that of the middle of the country', () => {
    const evening = new Date('2026-11-29T05:30:00Z')
    const inZone = (timezone: string | null) => ({
      hours_json: { timezone, seasons: [], note: null },
    })
    assert.equal(dateOf('sat', evening, []), '2026-11-28')
    assert.equal(dateOf('sat', evening, [{ hours_json: null }, inZone(null), inZone('Pacific/Honolulu')]), '2026-11-28') // prettier-ignore
    assert.equal(dateOf('sat', evening, [inZone('America/New_York')]), '2026-12-05')
  })
})
