import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listValue, type DuckDBListValue } from '@duckdb/node-api'
import fc from 'fast-check'
import {
  priceFigures,
  dollars,
  mean,
  percent,
  percentile,
} from '../../../../server/query/market/rounding.ts'
import { withDuckDb } from '../../../support/duckdb.ts'

describe('percent(count, of), mean(sum, count), dollars(amount, of)', () => {
  it('round halves up, which binary fractions would not', () => {
    assert.equal(percent(1, 2000), 0.1)
    assert.equal(percent(23, 2000), 1.2) // 1.15
    assert.equal(percent(2, 3), 66.7)
    assert.equal(mean(121, 20), 6.1) // 6.05
    assert.equal(dollars(9_010_000, 2), 4.51) // 4.505
    assert.equal(dollars(1_005_000), 1.01)
  })

  it('say 0 or nothing of nothing', () => {
    assert.equal(percent(0, 0), 0)
    assert.equal(mean(0, 0), null)
    assert.equal(percentile(0, 0, 0), null)
  })
})

describe('priceFigures(prices)', () => {
  it('has the figures of DuckDB: quantile_cont, avg, min, max', async () => {
    const cents = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 30 })
    await withDuckDb((connection) =>
      fc.assert(
        fc.asyncProperty(cents, async (cents) => {
          const found = priceFigures(cents.map((each) => each * 10_000))
          const reader = await connection.runAndReadAll(
            `select count(each), min(each), max(each), avg(each), unnest(
              [quantile_cont(each, [0.5, 0.25, 0.75])]
            ) from (select unnest($cents::double[]) as each)`,
            { cents: listValue(cents) },
          )
          const [count, min, max, avg, quantiles] = reader.getRows()[0]!
          const [median, p25, p75] = (quantiles as DuckDBListValue).items
          assert.equal(found.count, Number(count))
          const pairs: [number | null, unknown][] = [
            [found.min, min],
            [found.max, max],
            [found.avg, avg],
            [found.median, median],
            [found.p25, p25],
            [found.p75, p75],
          ]
          for (const [figure, of] of pairs)
            assert.ok(
              Math.abs(100 * figure! - Number(of)) <= 0.5 + 1e-6,
              `${figure} for ${String(of)}`,
            )
        }),
        { numRuns: 60 },
      ),
    )
  })

  it('has nulls of no price', () => {
    const { count, ...others } = priceFigures([])
    assert.equal(count, 0)
    for (const figure of Object.values(others)) assert.equal(figure, null)
  })
})
