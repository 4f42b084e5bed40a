import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cellToParent, latLngToCell } from 'h3-js'
import { finestResolution, pathOf, pathSpan } from '../../../data/geography/cells.ts'

describe('pathOf(cell) and pathSpan(resolution)', () => {
  it('put cells where h3-js puts them: in ranges of their ancestors, at every resolution', () => {
    const lat = fc.double({ min: -90, max: 90, noNaN: true })
    const lng = fc.double({ min: -180, max: 180, noNaN: true })
    fc.assert(
      fc.property(
        lat,
        lng,
        fc.integer({ min: 0, max: finestResolution }),
        fc.integer({ min: 0, max: finestResolution }),
        (lat, lng, one, other) => {
          const [resolution, finer] = [Math.min(one, other), Math.max(one, other)]
          const cell = latLngToCell(lat, lng, finer)
          const last = pathOf(BigInt(`0x${cellToParent(cell, resolution)}`))
          const path = pathOf(BigInt(`0x${cell}`))
          assert.ok(path <= last && last < path + pathSpan(resolution))
          assert.equal((path + 1) % pathSpan(finer), 0)
          assert.equal((last + 1) % pathSpan(resolution), 0)
        },
      ),
    )
  })
})
