import { earthRadiusMi, unitVector, type Point } from '../../../data/geography/distance.ts'

/**
 * The maximum difference between a computed chord and the chord for haversineMiles: 6 micrometers on the
 * ground, and hundreds of times the rounding errors of both.
 */
const chordTolerance = 1e-12

/** The least and the greatest chord that may tie in distance with `chord`. */
export const leastTie = (chord: number): number => chord - 2 * chordTolerance
export const greatestTie = (chord: number): number => chord + 2 * chordTolerance

/**
 * The points whose haversineMiles from a center are at most radius_mi, the edge included.
 *
 * Chords are compared instead: straight lines between points of the unit sphere (0 to 2). They grow with the
 * distance and need no trigonometry. If a chord leaves a doubt, haversineMiles decides.
 */
export class Circle {
  readonly center: Point
  readonly radius_mi: number
  /** Points at a chord up to this are certainly in the circle. */
  readonly inner: number
  /** Points at a chord beyond this are certainly outside. */
  readonly outer: number
  readonly #vector: ReturnType<typeof unitVector>

  /** Throws a RangeError if the radius is negative or not a number. There is no upper limit. */
  constructor(center: Point, radius_mi: number) {
    if (!(radius_mi >= 0)) throw new RangeError(`radius_mi ${radius_mi} is not 0 or more`)
    const chord = 2 * Math.sin(Math.min(radius_mi / earthRadiusMi, Math.PI) / 2)
    this.center = center
    this.radius_mi = radius_mi
    this.inner = chord - chordTolerance
    this.outer = chord + chordTolerance
    this.#vector = unitVector(center)
  }

  /** The straight line from the center to the point with x, y, z from `vectors[at]` on. */
  chordTo(vectors: Float64Array, at: number): number {
    const { x, y, z } = this.#vector
    const [dx, dy, dz] = [vectors[at]! - x, vectors[at + 1]! - y, vectors[at + 2]! - z]
    return Math.sqrt(dx * dx + dy * dy + dz * dz)
  }
}
