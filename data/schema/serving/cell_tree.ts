import { unitVector } from '../../geography/distance.ts'

/**
 * Lays out the first `count` of points (degrees) as unit vectors: x, y, z of one after the other.
 * The straight line between two of them, their chord of 0 to 2, grows with their distance on the
 * sphere, and knows no date line and no poles.
 */
export function unitVectors(lat: Float64Array, lng: Float64Array, count: number): Float64Array {
  const vectors = new Float64Array(3 * count)
  for (let row = 0; row < count; row++) {
    const { x, y, z } = unitVector({ lat: lat[row]!, lng: lng[row]! })
    vectors[3 * row] = x
    vectors[3 * row + 1] = y
    vectors[3 * row + 2] = z
  }
  return vectors
}
