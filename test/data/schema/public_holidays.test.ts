// Runs with files that set the time zone to UTC.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import OpeningHours from 'opening_hours'
import { mayBePublicHoliday } from '../../../data/schema/public_holidays.ts'

// The oracle reads dates by the clock of this process.
process.env.TZ = 'UTC'

const daysOf = (year: number): string[] => {
  const days = []
  for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += 86_400_000)
    days.push(new Date(ms).toISOString().slice(0, 10))
  return days
}

/** Federal holidays as the Office of Personnel Management lists them, and where those are observed. */
const whole: Record<number, string> = {
  2021: '01-01 01-18 02-15 04-02 05-31 06-18 06-19 07-04 07-05 09-06 10-11 11-11 11-25 11-26 12-24 12-25 12-31',
  2022: '01-01 01-17 02-21 04-15 05-30 06-19 06-20 07-04 09-05 10-10 11-11 11-24 11-25 12-25 12-26',
  2023: '01-01 01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 10-09 11-10 11-11 11-23 11-24 12-25',
  2026: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 07-04 09-07 10-12 11-11 11-26 11-27 12-25',
}
/** Good Fridays, the earliest and the latest that there are among them. */
const goodFridays = ['1818-03-20', '1943-04-23', '2000-04-21', '2008-03-21', '2019-04-19'].concat([
  '2024-03-29',
  '2025-04-18',
  '2038-04-23',
  '2049-04-16',
  '2076-04-17',
])

describe('mayBePublicHoliday(date)', () => {
  for (const [year, days] of Object.entries(whole)) {
    it(`has the holidays of ${year} and no other day`, () => {
      const found = daysOf(Number(year)).filter(mayBePublicHoliday)
      assert.equal(found.map((date) => date.slice(5)).join(' '), days)
    })
  }

  for (const date of goodFridays)
    it(`has Good Friday, ${date}`, () => {
      const spring = daysOf(Number(date.slice(0, 4))).filter((day) => /-0[34]-/.test(day))
      assert.deepEqual(spring.filter(mayBePublicHoliday), [date])
    })

  it('has every day that is a holiday to the opening_hours package', () => {
    const place = { lat: 38.9, lon: -77, address: { country_code: 'us', state: '' } }
    const oracle = new OpeningHours('PH', place, 0)
    const holidays = [2000, 2011, 2016, 2020, 2024, 2027, 2033].flatMap(daysOf).filter((date) => {
      return oracle.getState(new Date(`${date}T12:00:00Z`))
    })
    assert.ok(holidays.length > 60, String(holidays.length))
    assert.deepEqual(
      holidays.filter((date) => !mayBePublicHoliday(date)),
      [],
    )
  })
})
