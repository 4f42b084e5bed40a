import { haversineMiles, kmPerMile } from '../../../../data/geography/distance.ts'

type Place = { lat: number | null; lng: number | null }

/** Measures the great-circle distance in kilometers; NaN where either place is unknown. */
export function distanceKm(from: Place, to: Place): number {
  if (from.lat === null || from.lng === null || to.lat === null || to.lng === null) return NaN
  const [a, b] = [
    { lat: from.lat, lng: from.lng },
    { lat: to.lat, lng: to.lng },
  ]
  return haversineMiles(a, b) * kmPerMile
}
