import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closesOnHolidays, hoursJson, weekdaysOf, type Season } from '../../../data/schema/hours.ts'

const hours = (...weeks: Season['weekly'][]) => ({
  timezone: null,
  seasons: weeks.map((weekly): Season => ({ from: null, to: null, weekly })),
  note: null,
})

describe('hoursJson', () => {
  const isHours = (season: object) =>
    hoursJson.safeParse({
      timezone: null,
      seasons: [{ from: null, to: null, weekly: null, ...season }],
      note: null,
    }).success

  it('takes seasons of every year, or of stated years, not of both', () => {
    assert.ok(isHours({ from: '06-14', to: '08-30' }))
    assert.ok(isHours({ from: '2017-06-14', to: '2017-08-30' }))
    assert.ok(isHours({ from: '2017-06-14', to: null }))
    assert.ok(!isHours({ from: '06-14', to: '2017-08-30' }))
    assert.ok(!isHours({ from: '06-14', to: null }))
    assert.ok(!isHours({ from: '13-14', to: '12-30' }))
  })

  it('takes times from 00:00 to 24:00', () => {
    assert.ok(isHours({ weekly: { sat: [['00:00', '24:00']] } }))
    for (const time of ['24:01', '9:00', '12:60', '25:00'])
      assert.ok(!isHours({ weekly: { sat: [['08:00', time]] } }), time)
  })
})

describe('weekdaysOf(hours)', () => {
  it('gives the days of all seasons, Monday first', () => {
    const given = hours({ sun: [['09:00', '13:00']] }, null, {
      wed: [['15:00', '18:00']],
      sun: [['10:00', '12:00']],
    })
    assert.deepEqual(weekdaysOf(given), ['wed', 'sun'])
  })

  it('leaves out a day without openings', () => {
    assert.deepEqual(weekdaysOf(hours({ mon: [], sat: [['09:00', '13:00']] })), ['sat'])
    assert.deepEqual(weekdaysOf(hours({})), [])
  })

  it('is null where no times are known', () => {
    for (const unknown of [null, hours(), hours(null)]) assert.equal(weekdaysOf(unknown), null)
  })
})

describe('closesOnHolidays(hours)', () => {
  for (const [note, expected] of [
    ['PH off', true],
    ['Closed in rain; PH off; By appointment', true],
    [null, false],
    ['Closed in rain', false],
    ['PH off in summer', false],
  ] as const)
    it(`${note}: ${expected}`, () => assert.equal(closesOnHolidays({ note }), expected))
})
