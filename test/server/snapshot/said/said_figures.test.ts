import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { groupNames } from '../../../../data/schema/said_at.ts'
import { noDay } from '../../../../data/schema/serving/columns.ts'
import { SaidAges } from '../../../../server/snapshot/said/said_figures.ts'

const groups = groupNames.length
const day_ms = 86_400_000
const now = new Date('2026-11-25T10:00:00Z')
const dayOf = (date: string) => Date.parse(date) / day_ms
const dateOf = (day: number) => new Date(day * day_ms).toISOString().slice(0, 10)
const [yearAgo, threeYearsAgo] = [dayOf('2025-11-25'), dayOf('2023-11-25')]

/** Days around those that divide ages, and over some years; also before 1970. */
const day = fc.oneof(
  fc.constant(noDay),
  fc.constantFrom(-1, yearAgo - 1, yearAgo, threeYearsAgo - 1, threeYearsAgo, threeYearsAgo + 1),
  fc.integer({ min: dayOf('2009-01-01'), max: dayOf('2026-11-25') }),
)
const farms = fc.array(fc.array(day, { minLength: groups, maxLength: groups }), { maxLength: 700 })
const since = fc.option(fc.oneof(fc.constant(threeYearsAgo), day), { nil: undefined })

/** The figures of a group, from a sorted list of its days. */
function figuresOf(rows: number[][], group: number, from = noDay) {
  const days = rows.map((each) => each[group]!).filter((each) => each !== noDay && each >= from)
  const ordered = days.toSorted((a, b) => a - b)
  const middle = ordered[Math.ceil(ordered.length / 2) - 1]
  return {
    known: days.length,
    recent: days.filter((each) => each >= threeYearsAgo).length,
    median: middle === undefined ? null : dateOf(middle),
  }
}

const named = <Figures>(of: (group: number) => Figures) =>
  Object.fromEntries(groupNames.map((name, group) => [name, of(group)]))

describe('SaidAges', () => {
  it('counts whole nodes, small and large, and single rows as a list of their days', () => {
    const parts = fc.array(fc.tuple(fc.nat(699), fc.nat(699), fc.boolean()), { maxLength: 4 })
    fc.assert(
      fc.property(farms, since, parts, (rows, from, chosen) => {
        const ages = new SaidAges(Int32Array.from(rows.flat()), from)
        const ranges = chosen.map(([a, b, isNode]) => {
          const [first, end] = [Math.min(a, b), Math.max(a, b)].map((at) =>
            Math.min(at, rows.length),
          )
          return { first: first!, end: end!, isNode }
        })
        for (const repeated of [1, 2]) {
          const found = ages.of((visitor) => {
            for (const { first, end, isNode } of ranges)
              if (isNode) visitor.node(700 * first + end, first, end)
              else visitor.rows(first, end)
          }, now)
          const visited = ranges.flatMap(({ first, end }) => rows.slice(first, end))
          assert.deepEqual(
            found,
            named((group) => figuresOf(visited, group, from)),
            `visit ${repeated}`,
          )
        }
      }),
      { numRuns: 60 },
    )
  })

  it('counts a whole node of which all days are about the oldest recent one', () => {
    const rows = Array.from({ length: 200 }, (_, row) =>
      Array.from({ length: groups }, (_, group) => threeYearsAgo - 3 + ((row + group) % 7)),
    )
    const ages = new SaidAges(Int32Array.from(rows.flat()))
    assert.deepEqual(
      ages.of((visitor) => visitor.node(0, 0, rows.length), now),
      named((group) => figuresOf(rows, group)),
    )
  })

  it('counts days of seven centuries', () => {
    const rows = ['1300-01-01', '1700-06-15', '2026-11-25', '2026-11-20'].map((date) =>
      Array<number>(groups).fill(dayOf(date)),
    )
    const ages = new SaidAges(Int32Array.from(rows.flat()))
    assert.deepEqual(
      ages.of((visitor) => visitor.rows(0, rows.length), now),
      named((group) => figuresOf(rows, group)),
    )
  })

  it('counts all farms by age, which together are all', () => {
    fc.assert(
      fc.property(farms, since, (rows, from) => {
        const found = new SaidAges(Int32Array.from(rows.flat()), from).ofAll(now)
        const expected = named((group) => {
          const figures = figuresOf(rows, group, from)
          const lately = rows.filter((each) => each[group]! >= Math.max(yearAgo, from ?? noDay))
          return {
            ...figures,
            within_1_year: lately.length,
            '1_to_3_years': figures.recent - lately.length,
            over_3_years: figures.known - figures.recent,
            never_dated: rows.length - figures.known,
          }
        })
        assert.deepEqual(found, expected)
      }),
      { numRuns: 60 },
    )
  })

  it('counts ages anew on another day', () => {
    const ages = new SaidAges(new Int32Array(groups).fill(yearAgo))
    assert.equal(ages.ofAll(now).products.within_1_year, 1)
    assert.equal(ages.ofAll(new Date('2026-11-26T00:00:00Z')).products.within_1_year, 0)
  })
})
