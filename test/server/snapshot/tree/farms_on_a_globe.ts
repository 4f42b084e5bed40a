import fc from 'fast-check'
import { latLngToCell } from 'h3-js'
import { haversineMiles, type Point } from '../../../../data/geography/distance.ts'
import { buildCellTree } from '../../../../pipeline/publish/serving/cell_tree.ts'
import { CellTree } from '../../../../server/snapshot/tree/cell_tree.ts'

/**
 * Farms in H3 order, one of them without a location at the end; ids in no order but in a cell.
 * `isHidden`: those that no answer shows.
 */
export function farmsAt(points: Point[], isHidden: (row: number) => boolean = () => false) {
  const farms = points
    .map((point, i) => ({ ...point, cell: cellOf(point), id: (i * 7919) % 10_007 }))
    .sort((a, b) => (a.cell === b.cell ? a.id - b.id : a.cell < b.cell ? -1 : 1))
  const lat = Float64Array.of(...farms.map((farm) => farm.lat), NaN)
  const lng = Float64Array.of(...farms.map((farm) => farm.lng), NaN)
  const cells = BigUint64Array.from(farms, ({ cell }) => BigInt(`0x${cell}`))
  const arrays = buildCellTree(cells, lat, lng)
  const compareIds = (a: number, b: number) => farms[a]!.id - farms[b]!.id
  const hiddenRows = farms.map((_, row) => row).filter(isHidden)
  const hidden = {
    has: (row: number) => hiddenRows.includes(row),
    anyIn: (first: number, end: number) => hiddenRows.some((row) => row >= first && row < end),
  }
  return { farms, arrays, hidden, tree: new CellTree(arrays, { lat, lng, compareIds, hidden }) }
}

export type Farms = ReturnType<typeof farmsAt>

const cellOf = ({ lat, lng }: Point) => latLngToCell(lat, lng, 9)

/** The oracle: every farm measured, those in the circle in order of distance, then id. */
export function measured({ farms, hidden }: Farms, center: Point, radius_mi: number) {
  return farms
    .map((farm, row) => ({ row, id: farm.id, distance_mi: haversineMiles(center, farm) }))
    .filter(({ row, distance_mi }) => distance_mi <= radius_mi && !hidden.has(row))
    .sort((a, b) => a.distance_mi - b.distance_mi || a.id - b.id)
}

const anywhere = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

/** Whole degrees, where many pairs of points are equally far apart. */
const onTheGrid = fc.record({
  lat: fc.integer({ min: -3, max: 3 }),
  lng: fc.integer({ min: -3, max: 3 }),
})

const awkward = fc.constantFrom(
  { lat: 90, lng: 0 },
  { lat: 90, lng: 135 },
  { lat: -90, lng: -70 },
  { lat: 89.999999, lng: 10 },
  { lat: 10, lng: 180 },
  { lat: 10, lng: -180 },
  { lat: 10, lng: 179.9999999 },
  { lat: 10, lng: -179.9999999 },
  { lat: 0, lng: 0 },
  { lat: 0, lng: -180 },
)

export const point: fc.Arbitrary<Point> = fc.oneof(anywhere, onTheGrid, awkward)

const cluster = fc
  .record({
    middle: point,
    spread: fc.constantFrom(0, 1e-13, 1e-9, 1e-4, 0.05, 1),
    offsets: fc.array(
      fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })),
      {
        maxLength: 120,
        size: 'max',
      },
    ),
  })
  .map(({ middle, spread, offsets }) =>
    offsets.map(([north, east]) => ({
      lat: Math.max(-90, Math.min(90, middle.lat + (north / 50) * spread)),
      lng: Math.max(-180, Math.min(180, middle.lng + (east / 50) * spread)),
    })),
  )

/** None to some hundreds of farms: strewn, clustered, on a grid, many at the very same point. */
export const points: fc.Arbitrary<Point[]> = fc
  .tuple(fc.array(point, { maxLength: 200, size: 'max' }), fc.array(cluster, { maxLength: 4 }))
  .map(([strewn, clusters]) => [...strewn, ...clusters.flat()])

/**
 * A question about farms: where, and how far. The centre is anywhere, or at a farm,
 * or opposite to it; the radius is any, or exactly another farm's distance, or the least bit shorter.
 */
export const question = fc.record({
  points,
  anywhere: point,
  farm: fc.nat(),
  edgeFarm: fc.nat(),
  /** Each farm whose row is a multiple of it is hidden; 0 = none is. */
  hiddenStep: fc.constantFrom(0, 0, 1, 2, 40),
  center: fc.constantFrom('anywhere', 'at the farm', 'opposite'),
  radius_mi: fc.oneof(
    fc.constantFrom('to the farm', 'just short of it'),
    fc.constantFrom(0, 1e-7, 1, 25, 100, 1000, 6000, 12_436, 12_437, 50_000, Infinity),
    fc.double({ min: 0, max: 13_000, noNaN: true }),
  ),
})
export type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never

export function posed(asked: Question): { farms: Farms; center: Point; radius_mi: number } {
  const farms = farmsAt(asked.points, (row) => row % asked.hiddenStep === 0)
  const farm = asked.points[asked.farm % asked.points.length] ?? asked.anywhere
  const opposite = { lat: -farm.lat, lng: farm.lng > 0 ? farm.lng - 180 : farm.lng + 180 }
  const center = { anywhere: asked.anywhere, 'at the farm': farm, opposite }[asked.center]
  const edgeFarm = asked.points[asked.edgeFarm % asked.points.length] ?? farm
  const distance_mi = haversineMiles(center, edgeFarm)
  return { farms, center, radius_mi: radius(asked.radius_mi, distance_mi) }
}

function radius(asked: Question['radius_mi'], distance_mi: number): number {
  if (asked === 'to the farm') return distance_mi
  if (asked === 'just short of it') return previousNumber(distance_mi)
  return asked
}

/** The greatest number below a positive one; 0 for 0. */
function previousNumber(number: number): number {
  const bits = new BigUint64Array(Float64Array.of(number).buffer)
  if (bits[0]! > 0n) bits[0]!--
  return new Float64Array(bits.buffer)[0]!
}
