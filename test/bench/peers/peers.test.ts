import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { haversineMiles } from '../../../data/geography/distance.ts'
import { Random } from '../../../data/sample/random.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'
import { limits, type Farms } from './engine.ts'
import { kdTree } from './kd_tree.ts'
import { sqlite } from './sqlite.ts'

const random = new Random(7)
const draw = (least: number) =>
  Float64Array.from({ length: 3000 }, () => least + 4 * random.fraction())
const [lat, lng] = [draw(40), draw(-77)]
/** The last of them have no location. */
const farms: Farms = { lat, lng, located: 2900, card: (row) => `{"row":${row}}` }

const distances = (center: { lat: number; lng: number }) =>
  Array.from({ length: farms.located }, (_, row) => ({
    row,
    distance_mi: haversineMiles(center, { lat: lat[row]!, lng: lng[row]! }),
  }))

describe('peers', () => {
  for (const [name, engine] of Object.entries({ kdTree, sqlite }))
    it(`${name} finds the nearest farms, as one by one`, async (t) => {
      const nearest = await engine(farms, await temporaryFolder(t))
      for (let asked = 0; asked < 40; asked++) {
        const center = { lat: 39 + 6 * random.fraction(), lng: -78 + 6 * random.fraction() }
        const expected = distances(center)
          .filter(({ distance_mi }) => distance_mi <= limits.radius_mi)
          .sort((a, b) => a.distance_mi - b.distance_mi)
          .slice(0, limits.farms)
        const found = await nearest(center)
        assert.deepEqual(
          found.map(({ card }) => JSON.parse(card).row),
          expected.map(({ row }) => row),
        )
        for (const [place, { distance_mi }] of found.entries())
          assert.ok(Math.abs(distance_mi - expected[place]!.distance_mi) < 0.05)
      }
    })
})
