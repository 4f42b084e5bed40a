import { getResolution, latLngToCell } from 'h3-js'
import { firstWhere } from '../../../data/binary_search.ts'
import { orderResolution } from '../../../data/geography/cells.ts'
import { Bitmap } from './bitmap.ts'

/** Degrees, edges included; west > east: over the date line (RFC 7946, section 5.2). */
export type Box = { west: number; south: number; east: number; north: number }

/** Rows looked at together: near each other, since rows stand in H3 order. */
const blockRows = 128

/** Where the farms are: the rows of areas. */
export class Places {
  readonly #lat: Float64Array
  readonly #lng: Float64Array
  readonly #located: number
  /** South, north, west and east of each block, one after the other. */
  readonly #bounds: Float64Array

  /** `lat` and `lng` of every row, in H3 order; the first `located` rows have a location. */
  constructor(lat: Float64Array, lng: Float64Array, located: number) {
    this.#lat = lat
    this.#lng = lng
    this.#located = located
    this.#bounds = boundsOf(lat, lng, located)
  }

  /** The farms of a box. */
  inBox(box: Box): Bitmap {
    return Bitmap.fromRanges(this.#ranges(box), this.#lat.length)
  }

  /** The farms whose location lies in a cell by H3's hierarchy: one range of rows. */
  inCell(cell: string): Bitmap {
    const span = 8 ** (orderResolution - getResolution(cell))
    const first = Math.floor(pathOf(cell) / span) * span
    const range = [this.#firstFrom(first), this.#firstFrom(first + span)] as const
    return Bitmap.fromRanges([range], this.#lat.length)
  }

  /** Blocks as a whole where the box has or lacks all of them, rows one by one where it cuts them. */
  *#ranges(box: Box): Iterable<[first: number, end: number]> {
    for (let first = 0; first < this.#located; first += blockRows) {
      const at = (4 * first) / blockRows
      const [south, north, west, east] = this.#bounds.subarray(at, at + 4)
      const block = { south: south!, north: north!, west: west!, east: east! }
      const end = Math.min(first + blockRows, this.#located)
      if (holdsAll(box, block)) yield [first, end]
      else if (mayHold(box, block))
        for (let row = first; row < end; row++) if (this.#holds(box, row)) yield [row, row + 1]
    }
  }

  #holds({ west, south, east, north }: Box, row: number): boolean {
    const lat = this.#lat[row]!
    if (lat < south || lat > north) return false
    const lng = this.#lng[row]!
    return between(lng, west, east) || (Math.abs(lng) === 180 && between(-lng, west, east))
  }

  /** The first row whose path is at least `path`. */
  #firstFrom(path: number): number {
    return firstWhere(0, this.#located, (row) => {
      const cell = latLngToCell(this.#lat[row]!, this.#lng[row]!, orderResolution)
      return pathOf(cell) >= path
    })
  }
}

const between = (lng: number, west: number, east: number) =>
  west <= east ? west <= lng && lng <= east : west <= lng || lng <= east

/** A block's extent never reaches over the date line: its west is its least longitude. */
function holdsAll(box: Box, block: Box): boolean {
  if (block.south < box.south || block.north > box.north) return false
  return box.west <= box.east
    ? box.west <= block.west && block.east <= box.east
    : box.west <= block.west || block.east <= box.east
}

function mayHold(box: Box, block: Box): boolean {
  if (block.south > box.north || block.north < box.south) return false
  if (block.west === -180 || block.east === 180) return true
  return box.west <= box.east
    ? block.west <= box.east && box.west <= block.east
    : box.west <= block.east || block.west <= box.east
}

/**
 * What places a cell in H3 order: base cell and digits, 52 bits, those of finer resolutions than its
 * own all ones. See "Bit layout of H3 index" at h3geo.org.
 */
const pathOf = (cell: string) => Number(BigInt.asUintN(52, BigInt(`0x${cell}`)))

function boundsOf(lat: Float64Array, lng: Float64Array, located: number): Float64Array {
  const bounds = new Float64Array(4 * Math.ceil(located / blockRows))
  for (let row = 0; row < located; row++) {
    const at = 4 * Math.floor(row / blockRows)
    const isFirst = row % blockRows === 0
    bounds[at] = isFirst ? lat[row]! : Math.min(bounds[at]!, lat[row]!)
    bounds[at + 1] = isFirst ? lat[row]! : Math.max(bounds[at + 1]!, lat[row]!)
    bounds[at + 2] = isFirst ? lng[row]! : Math.min(bounds[at + 2]!, lng[row]!)
    bounds[at + 3] = isFirst ? lng[row]! : Math.max(bounds[at + 3]!, lng[row]!)
  }
  return bounds
}
