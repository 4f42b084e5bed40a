import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pointsOf } from '../../../server/explore/map/points.ts'
import { Bitmap } from '../../../server/snapshot/sets/bitmap.ts'

const points = [
  { lat: 44.4112, lng: -72.1401 },
  { lat: 44.4113, lng: -72.1402 },
  undefined,
  { lat: 18.25, lng: -66.5 },
]
const snapshot = { farms: points.length, places: { at: (row: number) => points[row] } }
const rows = Bitmap.fromRanges([[0, points.length]], points.length)

describe('pointsOf(snapshot, rows, most)', () => {
  it('says each point as its difference from the one before, in steps', () => {
    assert.deepEqual(pointsOf(snapshot, rows), {
      step: 0.0001,
      points: [-721401, 444112, -1, 1, 56402, -261613],
    })
  })

  it('counts the farms of a square where there are more than that', () => {
    assert.deepEqual(pointsOf(snapshot, rows, 2), {
      step: 0.01,
      points: [-7214, 4441, 564, -2616],
      counts: [2, 1],
    })
  })
})
