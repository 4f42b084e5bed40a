import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Bitmap } from '../../../../server/snapshot/sets/bitmap.ts'
import { RowOrder } from '../../../../server/snapshot/columns/row_order.ts'

const shuffled = fc.integer({ min: 1, max: 400 }).chain((length) =>
  fc.shuffledSubarray(
    Array.from({ length }, (_, n) => n),
    { minLength: length },
  ),
)

describe('RowOrder', () => {
  it('gives the pages of any set in its order, be the set dense or sparse', () => {
    fc.assert(
      fc.property(
        shuffled,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(500),
        fc.nat(120),
        (rows, density, offset, limit) => {
          const order = new RowOrder(Uint32Array.from(rows))
          const chosen = rows.filter((row) => ((row * 7919) % 1000) / 1000 < density)
          const set = Bitmap.fromRows(chosen, rows.length)
          assert.deepEqual(
            order.pageOf(set, chosen.length, offset, limit),
            chosen.slice(offset, offset + limit),
          )
          assert.deepEqual(order.page(offset, limit), rows.slice(offset, offset + limit))
        },
      ),
    )
  })
})
