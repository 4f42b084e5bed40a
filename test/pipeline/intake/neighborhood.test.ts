import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Neighborhood } from '../../../pipeline/intake/intake.ts'

const seattle = { lat: 47.61, lng: -122.33 }
const tacoma = { lat: 47.25, lng: -122.44 }
const boston = { lat: 42.36, lng: -71.06 }

const of = (...rows: [typeof seattle, number][]) => {
  const neighborhood = new Neighborhood()
  for (const [point, times] of rows) for (let n = 0; n < times; n++) neighborhood.add(point)
  return neighborhood
}

describe('Neighborhood', () => {
  it('holds what is in the squares beside those of its rows', () => {
    assert.equal(of([seattle, 3]).holds(tacoma), true)
    assert.equal(of([seattle, 3]).holds({ lat: 45.9, lng: -122.33 }), false)
    assert.equal(of([seattle, 3]).holds(boston), false)
  })

  it('needs three rows, and a tenth of all', () => {
    assert.equal(of([seattle, 2]).holds(seattle), false)
    assert.equal(of([seattle, 3], [boston, 27]).holds(seattle), true)
    assert.equal(of([seattle, 3], [boston, 28]).holds(seattle), false)
  })
})
