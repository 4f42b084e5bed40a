import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { freeGroups, groupNames } from '../../../../data/schema/said_at.ts'
import { noDay } from '../../../../data/schema/serving/columns.ts'
import { JsonBody } from '../../../../server/http/json_body.ts'
import { SaidDays, SaidSince } from '../../../../server/snapshot/said/said_since.ts'

const dayOf = (date: string) => Date.parse(date) / 86_400_000

/** The days on which each of some farms said each group. */
const farms: Record<string, string>[] = [
  { products: '2021-07-30', hours: '2019-12-31', image: '1969-12-31' },
  {},
  Object.fromEntries(groupNames.map((name, at) => [name, `202${at % 7}-02-0${at + 1}`])),
]
const days = new SaidDays(
  Int32Array.from(
    farms.flatMap((said) =>
      groupNames.map((name) => (said[name] === undefined ? noDay : dayOf(said[name]))),
    ),
  ),
)

describe('SaidDays', () => {
  it('writes each date, and to free keys those of free groups alone', () => {
    for (const [row, said] of farms.entries())
      for (const [tier, shown] of [
        ['free', freeGroups],
        ['paid', groupNames],
      ] as const) {
        const body = new JsonBody().text('{"a":1')
        days.append(body, row, tier)
        assert.deepEqual(JSON.parse(body.text('}').toBuffer().toString()), {
          a: 1,
          said_at: Object.fromEntries(shown.map((name) => [name, said[name] ?? null])),
        })
      }
    assert.deepEqual(freeGroups, ['products'])
  })

  it('counts farms by the year of a group, and finds those since a day', () => {
    assert.deepEqual(days.byYear('hours'), [
      { year: 2019, farms: 1 },
      { year: 2022, farms: 1 },
    ])
    const since = (date: string) => [...days.rowsSince('products', dayOf(date))]
    assert.deepEqual(since('2021-07-30'), [0])
    assert.deepEqual(since('2021-07-31'), [])
    assert.deepEqual(since('1969-01-01'), [0, 2])
  })
})

describe('SaidSince', () => {
  const since = new SaidSince(days, dayOf('2021-07-30'))

  it('takes for unknown what was said before its day', () => {
    assert.equal(since.isUnknown(0, 'products'), false, 'on the day')
    assert.equal(since.isUnknown(0, 'hours'), true)
    assert.equal(since.isUnknown(0, 'products', 'hours'), true, 'any of them')
    assert.equal(since.isUnknown(1, 'products', 'hours'), false, 'without a day')
    assert.deepEqual([...since.rows('products')], [0, 1])
    assert.deepEqual([...since.rows('hours', 'image')], [1])
  })
})
