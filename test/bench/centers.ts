import { countyAt } from '../../data/geography/counties.ts'
import type { Point } from '../../data/geography/distance.ts'
import type { Random } from '../../data/sample/random.ts'

/** Degrees from its south-western corner on. */
type Square = { south: number; west: number; height: number; width: number }

/** Draws centers of requests, in some squares, that are as likely as each other. None comes twice. */
export class Centers {
  readonly #squares: Square[]
  readonly #random: Random
  #drawn = 0

  constructor(squares: Square[], random: Random) {
    this.#squares = squares
    this.#random = random
  }

  /** Over the contiguous states, evenly by their area. */
  static overAllStates = (random: Random) => new Centers(landSquares(), random)

  /** Within some 10 miles of a place. */
  static near = ({ lat, lng }: Point, random: Random) =>
    new Centers([{ south: lat - 0.125, west: lng - 0.125, height: 0.25, width: 0.25 }], random)

  /**
   * The nth center has the nth of the points of its square, in an order that spreads them: two
   * centers in one square differ, up to 16 million of them.
   */
  next(): Point {
    const point = Math.imul(this.#drawn++, 0x9e3779b1) >>> 8
    const { south, west, height, width } = this.#random.pick(this.#squares)
    return {
      lat: south + (height * (point >>> 12)) / side,
      lng: west + (width * (point & (side - 1))) / side,
    }
  }
}

/** A square has so many points along each side. */
const side = 1 << 12

/** The contiguous states lie within these degrees. */
const box = { west: -124.8, south: 24.5, east: -66.9, north: 49.4 }
const [rows, columns] = [128, 256]

/** Squares of equal area, some 15 by 13 miles, whose middle is in a county. */
function landSquares(): Square[] {
  const squares: Square[] = []
  const width = (box.east - box.west) / columns
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [south, north] = [latitude(row), latitude(row + 1)]
      const square = { south, west: box.west + column * width, height: north - south, width }
      const middle = { lat: (south + north) / 2, lng: square.west + width / 2 }
      if (countyAt(middle)) squares.push(square)
    }
  return squares
}

/** Equal areas between two parallels are equal differences of the sines (Archimedes). */
function latitude(row: number): number {
  const [south, north] = [sine(box.south), sine(box.north)]
  return (Math.asin(south + (row / rows) * (north - south)) * 180) / Math.PI
}

const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180)
