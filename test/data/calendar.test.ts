import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDays, isInYear, isRecurring, weekday } from '../../data/calendar.ts'

describe('isRecurring(day)', () => {
  it('tells days of every year from those of one, and from none', () => {
    assert.deepEqual(['06-14', '2017-06-14', null].map(isRecurring), [true, false, false])
  })
})

describe('isInYear(from, to, day)', () => {
  it('includes both ends, over the turn of the year too', () => {
    const days = ['03-31', '04-01', '10-31', '11-01']
    assert.deepEqual(
      days.map((day) => isInYear('04-01', '10-31', day)),
      [false, true, true, false],
    )
    assert.deepEqual(
      days.map((day) => isInYear('11-01', '03-31', day)),
      [true, false, false, true],
    )
    assert.ok(isInYear(1101, 331, 101))
  })
})

describe('addDays(date, days)', () => {
  it('goes over months, years and leap days, both ways', () => {
    assert.equal(addDays('2016-02-28', 1), '2016-02-29')
    assert.equal(addDays('2017-02-28', 1), '2017-03-01')
    assert.equal(addDays('2018-01-01', -1), '2017-12-31')
    assert.equal(addDays('2016-01-01', 366), '2017-01-01')
  })
})

describe('weekday(date)', () => {
  it('counts from Monday, 0', () => {
    const week = Array.from({ length: 7 }, (_, day) => weekday(addDays('2026-11-16', day)))
    assert.deepEqual(week, [0, 1, 2, 3, 4, 5, 6])
  })
})
