import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { agesOn } from '../../../server/snapshot/figures.ts'

const ages = (days: (string | null)[], now: string) =>
  agesOn(
    days.map((day) => ({ day, farms: 1 })),
    new Date(now),
  )

describe('the ages of farms', () => {
  it('counts a farm of the same day a year, or three years, before as the younger', () => {
    const days = [null, '2022-03-01', '2023-02-28', '2023-03-01', '2025-02-28', '2025-03-01']
    assert.deepEqual(ages(days, '2026-03-01T23:59:59Z'), {
      within_1_year: 1,
      '1_to_3_years': 2,
      over_3_years: 2,
      never_dated: 1,
      median: '2023-02-28',
    })
  })

  it('counts from 28 February in a year that has no 29 February', () => {
    const { within_1_year, '1_to_3_years': older } = ages(
      ['2023-02-27', '2023-02-28'],
      '2024-02-29T00:00:00Z',
    )
    assert.deepEqual([within_1_year, older], [1, 1])
  })

  it('has no median of no farms, nor when half are not dated', () => {
    assert.equal(ages([], '2026-03-01').median, null)
    assert.equal(ages([null, '2020-01-01'], '2026-03-01').median, null)
    assert.equal(ages([null, '2020-01-01', '2021-01-01'], '2026-03-01').median, '2020-01-01')
  })

  it('has the median of the farms written out one by one', () => {
    const day = fc.integer({ min: 0, max: 9 }).map((at) => (at === 0 ? null : `2020-01-0${at}`))
    const counts = fc.uniqueArray(fc.record({ day, farms: fc.integer({ min: 1, max: 5 }) }), {
      selector: (each) => each.day,
      minLength: 1,
    })
    fc.assert(
      fc.property(counts, (given) => {
        const days = given.toSorted((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1))
        const farms = days.flatMap((each) => Array.from({ length: each.farms }, () => each.day))
        const { median } = agesOn(days, new Date('2026-01-01'))
        assert.equal(median, farms[Math.ceil(farms.length / 2) - 1])
      }),
    )
  })
})
