import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cellToParent, latLngToCell } from 'h3-js'
import fc from 'fast-check'
import { ancestorCell } from '../../../pipeline/database/ancestor_cell.ts'
import { withDuckDb } from '../../support/duckdb.ts'

describe('ancestorCell(resolution)', () => {
  it('gives the cell that h3-js gives, at every resolution', async () => {
    const cells = fc
      .sample(
        fc.record({
          lat: fc.double({ min: -90, max: 90, noNaN: true }),
          lng: fc.double({ min: -180, max: 180, noNaN: true }),
        }),
        200,
      )
      .map(({ lat, lng }) => latLngToCell(lat, lng, 9))
    await withDuckDb(async (connection) => {
      for (const resolution of [0, 1, 4, 5, 8, 9]) {
        const sql = `select h3_cell, ${ancestorCell(resolution)} as ancestor from (select unnest([${cells.map((cell) => `'${cell}'`).join(', ')}]) as h3_cell)`
        for (const [cell, ancestor] of (await connection.runAndReadAll(sql)).getRows())
          assert.equal(ancestor, cellToParent(String(cell), resolution))
      }
    })
  })

  it('has none finer than the cell', () => {
    assert.throws(() => ancestorCell(10), RangeError)
  })
})
