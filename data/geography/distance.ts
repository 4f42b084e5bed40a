export type Point = { lat: number; lng: number }

/** Mean radius of the sphere for all distances. */
export const earthRadiusMi = 3958.7613

export const kmPerMile = 1.609344

/** Length of a degree of latitude on that sphere. */
export const kmPerDegree = (earthRadiusMi * kmPerMile * Math.PI) / 180

const radians = (degrees: number) => (degrees * Math.PI) / 180

/**
 * Measures the great-circle distance of two points (degrees), in miles from 0 to half the sphere's
 * circumference, by the haversine formula (Sinnott 1984).
 */
export function haversineMiles(a: Point, b: Point): number {
  const sinLat = Math.sin(radians(b.lat - a.lat) / 2)
  const sinLng = Math.sin(radians(b.lng - a.lng) / 2)
  const h = sinLat * sinLat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * sinLng * sinLng
  return 2 * earthRadiusMi * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The same in kilometers. */
export const haversineKm = (a: Point, b: Point): number => haversineMiles(a, b) * kmPerMile

/** Rounds miles to the two decimals of answers. */
export const roundedMiles = (distance_mi: number): number => Math.round(distance_mi * 100) / 100

/**
 * Turns a point (degrees) into a unit vector from the sphere's center. Axes: x to 0° E on the equator, y
 * to 90° E, z to the north pole.
 */
export function unitVector({ lat, lng }: Point): { x: number; y: number; z: number } {
  const cosLat = Math.cos(radians(lat))
  return {
    x: cosLat * Math.cos(radians(lng)),
    y: cosLat * Math.sin(radians(lng)),
    z: Math.sin(radians(lat)),
  }
}

/** Number of the square of one degree (about 110 by 85 km) that contains a point. */
export const square = ({ lat, lng }: Point): number => Math.floor(lat) * 360 + Math.floor(lng)

/** Numbers of a point's square and the eight around it. */
export const squaresAround = ({ lat, lng }: Point): number[] =>
  [-1, 0, 1].flatMap((north) =>
    [-1, 0, 1].map((east) => square({ lat: lat + north, lng: lng + east })),
  )
