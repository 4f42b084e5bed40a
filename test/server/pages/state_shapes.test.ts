import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mapFrame, stateShapes } from '../../../server/pages/state_shapes.ts'

/** Land in square miles, as the Census measured it in 2010: www.census.gov, State Area Measurements. */
const land_mi2 = { TX: 261_232, CO: 103_642, AK: 570_641, KS: 81_759, NM: 121_298, VT: 9_217 }

const isWithin = (value: number, limit: number) => value >= 0 && value <= limit

describe('stateShapes()', () => {
  it('has the 50 states and DC, each inside the frame', () => {
    const shapes = stateShapes()
    assert.equal(shapes.length, 51)
    assert.equal(new Set(shapes.map(({ abbr }) => abbr)).size, 51)
    for (const { abbr, path } of shapes) {
      assert.match(path, /^(M-?\d+ \d+l(-?\d+ -?\d+ ?)+z)+$/, abbr)
      for (const [, x, y] of path.matchAll(/M(-?\d+) (\d+)/g))
        assert.ok(
          isWithin(Number(x) - mapFrame.left, mapFrame.width) &&
            isWithin(Number(y), mapFrame.height),
          abbr,
        )
    }
  })

  it('knows how large they are, to a twentieth: the shapes hold lakes too', () => {
    for (const [abbr, land] of Object.entries(land_mi2)) {
      const { area_mi2 } = stateShapes().find((shape) => shape.abbr === abbr)!
      assert.ok(Math.abs(area_mi2 / land - 1) < 0.05, `${abbr}: ${area_mi2}`)
    }
  })
})
