import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cellToParent, latLngToCell } from 'h3-js'
import { Places } from '../../../../server/snapshot/sets/places.ts'

type Point = { lat: number; lng: number }

/** Places of the points in the order of their cells of a resolution, and `unlocated` rows after them. */
function placesOf(points: Point[], resolution = 9, unlocated = 3) {
  const cellOf = ({ lat, lng }: Point) => latLngToCell(lat, lng, resolution)
  const sorted = points.toSorted((a, b) => (cellOf(a) < cellOf(b) ? -1 : 1))
  const none = Array.from({ length: unlocated }, () => ({ lat: NaN, lng: NaN }))
  const array = (side: keyof Point) =>
    Float64Array.from([...sorted, ...none], (point) => point[side])
  const places = new Places(array('lat'), array('lng'), points.length, resolution)
  return { sorted, places }
}

const degrees = (limit: number) =>
  fc.integer({ min: -limit * 4, max: limit * 4 }).map((quarters) => quarters / 4)
/** Points on a coarse grid, so that many are on edges, and crowds of them. */
const point = fc.oneof(
  fc.record({ lat: degrees(90), lng: degrees(180) }),
  fc.record({ lat: degrees(1), lng: degrees(1) }),
  fc.record({ lat: degrees(2), lng: fc.constantFrom(179.75, 180, -180, -179.75) }),
)
/** A grid of points within some degrees. */
function around({ lat, lng }: Point, reach = 0.005): Point[] {
  const steps = Array.from({ length: 15 }, (_, step) => ((step - 7) / 7) * reach)
  return steps
    .flatMap((north) => steps.map((east) => ({ lat: lat + north, lng: lng + east })))
    .filter((each) => Math.abs(each.lat) <= 90 && Math.abs(each.lng) <= 180)
}
const points = fc.array(point, { maxLength: 700, size: 'max' })
const box = fc
  .record({ west: degrees(180), east: degrees(180), a: degrees(90), b: degrees(90) })
  .map(({ west, east, a, b }) => ({ west, east, south: Math.min(a, b), north: Math.max(a, b) }))
const boxes = fc.oneof(
  box,
  fc.constantFrom(
    { west: -180, south: -90, east: 180, north: 90 },
    { west: 179, south: -5, east: -179, north: 5 },
    { west: -1, south: -1, east: 1, north: 1 },
    { west: 170, south: -5, east: 180, north: 5 },
  ),
)

describe('Places', () => {
  it('finds the rows of a box, its edges included, over the date line too', () => {
    fc.assert(
      fc.property(points, boxes, (all, box) => {
        const { sorted, places } = placesOf(all)
        // Both names of the meridian opposite Greenwich stand for it.
        const isBetween = (lng: number) =>
          box.west <= box.east
            ? box.west <= lng && lng <= box.east
            : lng >= box.west || lng <= box.east
        const expected = sorted.flatMap(({ lat, lng }, row) => {
          const lngs = Math.abs(lng) === 180 ? [180, -180] : [lng]
          return lat >= box.south && lat <= box.north && lngs.some(isBetween) ? [row] : []
        })
        assert.deepEqual([...places.inBox(box)], expected)
      }),
      { numRuns: 300 },
    )
  })

  it('takes the date line for one meridian, whatever its sign', () => {
    for (const lng of [180, -180]) {
      const { places } = placesOf([0, 1, 2].map((lat) => ({ lat, lng })))
      for (const [west, east] of [
        [-180, -170],
        [170, 180],
      ] as const)
        assert.deepEqual([...places.inBox({ west, south: 0, east, north: 2 })], [0, 1, 2])
      assert.deepEqual([...places.inBox({ west: -179, south: 0, east: 179, north: 2 })], [])
    }
  })

  for (const order of [9, 15])
    it(`finds the rows of a cell of any resolution, where they are in order of resolution ${order}`, () => {
      fc.assert(
        fc.property(points, point, fc.integer({ min: 0, max: 15 }), (all, center, resolution) => {
          const { sorted, places } = placesOf([...all, ...around(center), center], order)
          const cellOf = ({ lat, lng }: Point) => {
            const own = latLngToCell(lat, lng, Math.max(order, resolution))
            return cellToParent(own, resolution)
          }
          const cell = cellOf(center)
          assert.deepEqual(
            [...places.inCell(cell)],
            sorted.flatMap((each, row) => (cellOf(each) === cell ? [row] : [])),
          )
        }),
        { numRuns: 100 },
      )
    })

  it('finds the rows of fine cells that reach over the edge of their ancestor', () => {
    const center = { lat: 44.41, lng: -72.14 }
    const { sorted, places } = placesOf(around(center, 0.02))
    for (const resolution of [10, 12, 15])
      for (const [cell, rows] of Map.groupBy(sorted.keys(), (row) =>
        latLngToCell(sorted[row]!.lat, sorted[row]!.lng, resolution),
      ))
        assert.deepEqual([...places.inCell(cell)], rows)
    const outside = sorted.filter(
      ({ lat, lng }) => cellToParent(latLngToCell(lat, lng, 10), 9) !== latLngToCell(lat, lng, 9),
    )
    assert.ok(outside.length > 10, `${outside.length}`)
  })

  it('finds nothing where no row has a location', () => {
    const { places } = placesOf([])
    assert.deepEqual([...places.inBox({ west: -180, south: -90, east: 180, north: 90 })], [])
    assert.deepEqual([...places.inCell('8001fffffffffff')], [])
  })
})
