import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isWithin, spansBy, yearDays } from '../../../../pipeline/normalize/hours/year_days.ts'

describe('yearDays', () => {
  it('are those of a leap year, in order', () => {
    const leap = Array.from({ length: 366 }, (_, day) =>
      new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(5, 10),
    )
    assert.deepEqual(yearDays, leap)
  })
})

describe('spansBy(valueOf)', () => {
  it('gives the whole year to a value that all days have', () => {
    assert.deepEqual(
      spansBy(() => 'x'),
      new Map([['x', [{ from: null, to: null }]]]),
    )
    assert.deepEqual(
      spansBy(() => null),
      new Map(),
    )
  })

  it('runs a span over the turn of the year', () => {
    const isWinter = (day: string) => (day >= '11-01' || day <= '03-31' ? true : null)
    assert.deepEqual(spansBy(isWinter).get(true), [{ from: '11-01', to: '03-31' }])
  })

  it('has every day in just one span, of its own value, and as few as can be', () => {
    const runs = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 90 }), fc.constantFrom('a', 'b', null)),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(runs, fc.nat(365), (runs, turn) => {
        const values = runs.flatMap(([length, value]) => Array<string | null>(length).fill(value))
        const valueOf = (day: string) =>
          values[((yearDays.indexOf(day) + turn) % 366) % values.length] ?? null
        const spans = [...spansBy(valueOf)].flatMap(([value, spans]) =>
          spans.map((span) => ({ value, span })),
        )
        for (const day of yearDays) {
          const found = spans.filter(({ span }) => isWithin(span, day)).map(({ value }) => value)
          assert.deepEqual(found, valueOf(day) === null ? [] : [valueOf(day)])
        }
        const changes = yearDays.filter(
          (day, i) => valueOf(day) !== null && valueOf(day) !== valueOf(yearDays.at(i - 1)!),
        )
        assert.equal(spans.length, Math.max(changes.length, spans.length && 1))
      }),
      { numRuns: 60 },
    )
  })
})
