import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cellToParent, latLngToCell } from 'h3-js'
import { ancestorOf, orderResolution } from '../../../data/geography/cells.ts'

describe('ancestorOf(cell, resolution)', () => {
  it('gives the cell that h3-js gives, at every resolution', () => {
    const lat = fc.double({ min: -90, max: 90, noNaN: true })
    const lng = fc.double({ min: -180, max: 180, noNaN: true })
    fc.assert(
      fc.property(
        lat,
        lng,
        fc.integer({ min: 0, max: orderResolution }),
        (lat, lng, resolution) => {
          const cell = latLngToCell(lat, lng, orderResolution)
          const ancestor = ancestorOf(BigInt(`0x${cell}`), resolution).toString(16)
          assert.equal(ancestor, cellToParent(cell, resolution))
        },
      ),
    )
  })
})
