import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { earthRadiusMi } from '../../../data/geography/distance.ts'
import { mapFrame, stateShapes } from '../../../server/pages/state_shapes.ts'

/** Land in square miles, as the Census measured it in 2010: www.census.gov, State Area Measurements. */
const land_mi2 = { TX: 261_232, CO: 103_642, AK: 570_641, KS: 81_759, NM: 121_298, VT: 9_217 }

/** Units of the paths per radian, of d3's geoAlbersUsa: equal-area, Alaska at 0.35 of its size. */
const unitsPerRadian = (abbr: string) => 2600 * (abbr === 'AK' ? 0.35 : 1)

/** The land within a path of rings, each a start and relative lines; holes have the opposite winding. */
function area_mi2({ abbr, path }: { abbr: string; path: string }): number {
  let units2 = 0
  for (const [, ring] of path.matchAll(/M([^z]+)z/g)) {
    const steps = [...ring!.matchAll(/(-?\d+) (-?\d+)/g)].map((step) => step.slice(1).map(Number))
    let [x, y] = steps[0] as [number, number]
    const [startX, startY] = [x, y]
    const end = steps.slice(1).reduce(([dx, dy], step) => [dx! - step[0]!, dy! - step[1]!], [0, 0])
    for (const [dx, dy] of [...steps.slice(1), end]) {
      units2 += ((x - startX) * (y + dy! - startY) - (x + dx! - startX) * (y - startY)) / 2
      ;[x, y] = [x + dx!, y + dy!]
    }
  }
  return Math.abs(units2) * (earthRadiusMi / unitsPerRadian(abbr)) ** 2
}

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

  it('draws them as large as they are, to a twentieth: the shapes hold lakes too', () => {
    for (const [abbr, land] of Object.entries(land_mi2)) {
      const drawn = area_mi2(stateShapes().find((shape) => shape.abbr === abbr)!)
      assert.ok(Math.abs(drawn / land - 1) < 0.05, `${abbr}: ${drawn}`)
    }
  })
})
