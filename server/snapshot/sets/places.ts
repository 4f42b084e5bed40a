import { cellToParent, getResolution, gridDisk, latLngToCell } from 'h3-js'
import { firstWhere } from '../../../data/binary_search.ts'
import type { Point } from '../../../data/geography/distance.ts'
import { pathOf, pathSpan } from '../../../data/geography/cells.ts'
import { Bitmap } from './bitmap.ts'

/** Degrees, edges included; west > east: over the date line (RFC 7946, section 5.2). */
export type Box = { west: number; south: number; east: number; north: number }

/** Number of rows examined together: rows are in H3 order, so they are near each other. */
const blockRows = 128

/** The extent of the rows [first, end). It never crosses the date line: west is the minimum longitude. */
type Block = Box & { first: number; end: number }

/** The farms' locations. Finds the rows of areas. */
export class Places {
  readonly #lat: Float64Array
  readonly #lng: Float64Array
  readonly #located: number
  readonly #resolution: number
  readonly #blocks: Block[] = []

  /**
   * `lat` and `lng` of every row, by their cells of a resolution; the first `located` rows have a location.
   */
  constructor(lat: Float64Array, lng: Float64Array, located: number, resolution: number) {
    this.#lat = lat
    this.#lng = lng
    this.#located = located
    this.#resolution = resolution
    for (let first = 0; first < located; first += blockRows)
      this.#blocks.push(blockOf(lat, lng, first, Math.min(first + blockRows, located)))
  }

  /** The location of a row's farm; undefined without a location. */
  at(row: number): Point | undefined {
    return row < this.#located ? { lat: this.#lat[row]!, lng: this.#lng[row]! } : undefined
  }

  /** The farms in a box. */
  inBox(box: Box): Bitmap {
    return Bitmap.fromRanges(this.#ranges(box), this.#lat.length)
  }

  /**
   * The farms whose `h3_cell` is the cell or a descendant in H3's hierarchy: one range of rows. If the cell
   * is finer, the farms located in it.
   */
  inCell(cell: string): Bitmap {
    return getResolution(cell) <= this.#resolution
      ? Bitmap.fromRanges([this.#rangeOf(cell)], this.#lat.length)
      : Bitmap.fromRows(this.#rowsIn(cell), this.#lat.length)
  }

  #rangeOf(cell: string): [first: number, end: number] {
    const span = pathSpan(getResolution(cell))
    const first = Math.floor(pathOf(BigInt(`0x${cell}`)) / span) * span
    return [this.#firstFrom(first), this.#firstFrom(first + span)]
  }

  /** A cell reaches slightly beyond its ancestors, so its farms may be in a neighbor of an ancestor. */
  *#rowsIn(cell: string): Iterable<number> {
    const resolution = getResolution(cell)
    for (const near of gridDisk(cellToParent(cell, this.#resolution), 1)) {
      const [first, end] = this.#rangeOf(near)
      for (let row = first; row < end; row++) if (this.#cellOf(row, resolution) === cell) yield row
    }
  }

  /** Yields whole blocks that lie in the box, and single rows of blocks that its edge cuts. */
  *#ranges(box: Box): Iterable<[first: number, end: number]> {
    for (const block of this.#blocks)
      if (holdsAll(box, block)) yield [block.first, block.end]
      else if (mayHold(box, block))
        for (let row = block.first; row < block.end; row++)
          if (this.#holds(box, row)) yield [row, row + 1]
  }

  #holds({ west, south, east, north }: Box, row: number): boolean {
    const lat = this.#lat[row]!
    if (lat < south || lat > north) return false
    const lng = this.#lng[row]!
    return between(lng, west, east) || (Math.abs(lng) === 180 && between(-lng, west, east))
  }

  /** The first row whose path is at least `path`. */
  #firstFrom(path: number): number {
    return firstWhere(
      0,
      this.#located,
      (row) => pathOf(BigInt(`0x${this.#cellOf(row, this.#resolution)}`)) >= path,
    )
  }

  #cellOf(row: number, resolution: number): string {
    return latLngToCell(this.#lat[row]!, this.#lng[row]!, resolution)
  }
}

const between = (lng: number, west: number, east: number) =>
  west <= east ? west <= lng && lng <= east : west <= lng || lng <= east

function holdsAll(box: Box, block: Block): boolean {
  if (block.south < box.south || block.north > box.north) return false
  const [fromWest, toEast] = [box.west <= block.west, block.east <= box.east]
  return box.west <= box.east ? fromWest && toEast : fromWest || toEast
}

function mayHold(box: Box, block: Block): boolean {
  if (block.south > box.north || block.north < box.south) return false
  if (block.west === -180 || block.east === 180) return true
  const [toWest, fromEast] = [block.west <= box.east, box.west <= block.east]
  return box.west <= box.east ? toWest && fromEast : toWest || fromEast
}

function blockOf(lat: Float64Array, lng: Float64Array, first: number, end: number): Block {
  const [lats, lngs] = [lat.subarray(first, end), lng.subarray(first, end)]
  return {
    first,
    end,
    south: Math.min(...lats),
    north: Math.max(...lats),
    west: Math.min(...lngs),
    east: Math.max(...lngs),
  }
}
