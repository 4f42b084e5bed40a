import { earthRadiusMi, unitVector, type Point } from '../../../data/geography/distance.ts'

/**
 * How far the chord of two points, as computed here, may be from the one that haversineMiles
 * amounts to: 6 micrometres on the ground, and hundreds of times the rounding errors of both.
 */
const chordTolerance = 1e-12

/** The chords that a distance may belong to, where another belongs to `chord`, if the two are equal. */
export const leastTie = (chord: number): number => chord - 2 * chordTolerance
export const greatestTie = (chord: number): number => chord + 2 * chordTolerance

/**
 * The points whose haversineMiles from a centre are at most radius_mi, the edge included.
 *
 * Chords, straight lines between points of the unit sphere (0 to 2), are compared instead: they
 * grow with the distance and take no trigonometry. Where a chord leaves a doubt, haversineMiles
 * decides.
 */
export class Circle {
  readonly center: Point
  readonly radius_mi: number
  /** Points at a chord up to this are in the circle for certain. */
  readonly inner: number
  /** Points at a chord beyond this are outside for certain. */
  readonly outer: number
  readonly #vector: ReturnType<typeof unitVector>

  /** Throws a RangeError where the radius is negative or not a number; any length will do. */
  constructor(center: Point, radius_mi: number) {
    if (!(radius_mi >= 0)) throw new RangeError(`radius_mi ${radius_mi} is not 0 or more`)
    const chord = 2 * Math.sin(Math.min(radius_mi / earthRadiusMi, Math.PI) / 2)
    this.center = center
    this.radius_mi = radius_mi
    this.inner = chord - chordTolerance
    this.outer = chord + chordTolerance
    this.#vector = unitVector(center)
  }

  /** The straight line from the centre to the point with x, y, z from `vectors[at]` on. */
  chordTo(vectors: Float64Array, at: number): number {
    const { x, y, z } = this.#vector
    const [dx, dy, dz] = [vectors[at]! - x, vectors[at + 1]! - y, vectors[at + 2]! - z]
    return Math.sqrt(dx * dx + dy * dy + dz * dz)
  }
}
