import { kmPerDegree, type Point } from './distance.ts'

/** The corners of a closed line: lng, lat, lng, lat, … */
type Ring = Float64Array

/** A connected area, with its holes (degrees). */
export type Outline = { rings: Ring[]; west: number; south: number; east: number; north: number }

/** Reads the outlines of a GeoJSON area, one per part. */
export function outlinesOf(geometry: GeoJSON.Geometry): Outline[] {
  if (geometry.type === 'Polygon') return [outline(geometry.coordinates)]
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.map(outline)
  throw new Error(`an area's outline is a ${geometry.type}`)
}

function outline(rings: GeoJSON.Position[][]): Outline {
  const lngs = rings[0]!.map(([lng]) => lng!)
  const lats = rings[0]!.map(([, lat]) => lat!)
  return {
    rings: rings.map((ring) => Float64Array.from(ring.flat())),
    west: Math.min(...lngs),
    south: Math.min(...lats),
    east: Math.max(...lngs),
    north: Math.max(...lats),
  }
}

/** Returns true if a point is inside one of the outlines. */
export const isInside = (point: Point, outlines: Outline[]): boolean =>
  outlines.some((outline) => isInBox(point, outline) && isInRings(point, outline.rings))

const isInBox = ({ lat, lng }: Point, { west, south, east, north }: Outline) =>
  lng >= west && lng <= east && lat >= south && lat <= north

/** Counts the edges that a ray to the east crosses; holes are rings too. */
function isInRings({ lat, lng }: Point, rings: readonly Ring[]): boolean {
  let inside = false
  for (const ring of rings) {
    for (let at = 2; at < ring.length; at += 2) {
      const [lat1, lat2] = [ring[at - 1]!, ring[at + 1]!]
      if (lat1 > lat === lat2 > lat) continue
      const [lng1, lng2] = [ring[at - 2]!, ring[at]!]
      if (lng < lng1 + ((lat - lat1) / (lat2 - lat1)) * (lng2 - lng1)) inside = !inside
    }
  }
  return inside
}

/** The center of gravity of the largest area, with degrees as a plane. */
export function middleOf(outlines: Outline[]): Point {
  const [largest] = outlines.map(weightsOf).toSorted((a, b) => b.area - a.area)
  const { area, lat, lng } = largest!
  const { west, south, east, north } = outlines[0]!
  if (area === 0) return { lat: (south + north) / 2, lng: (west + east) / 2 }
  return { lat: lat / area, lng: lng / area }
}

/**
 * Adds up the triangles that each edge makes with the origin (Bourke 1988); those of holes are subtracted.
 */
function weightsOf({ rings }: Outline): Point & { area: number } {
  const sum = { area: 0, lat: 0, lng: 0 }
  for (const ring of rings)
    for (let at = 2; at < ring.length; at += 2) {
      const [lng1, lat1] = [ring[at - 2]!, ring[at - 1]!]
      const [lng2, lat2] = [ring[at]!, ring[at + 1]!]
      const area = lng1 * lat2 - lng2 * lat1
      sum.area += area / 2
      sum.lat += (area * (lat1 + lat2)) / 6
      sum.lng += (area * (lng1 + lng2)) / 6
    }
  const sign = Math.sign(sum.area)
  return { area: sign * sum.area, lat: sign * sum.lat, lng: sign * sum.lng }
}

/**
 * Measures the distance of a point to the nearest edge of outlines, 0 inside them. Exact enough for some
 * tens of kilometers: degrees are treated as a plane around the point.
 */
export function kmToOutlines(point: Point, outlines: Outline[]): number {
  if (isInside(point, outlines)) return 0
  return Math.min(...outlines.flatMap(({ rings }) => rings.map((ring) => kmToRing(point, ring))))
}

function kmToRing({ lat, lng }: Point, ring: Ring): number {
  const kmPerDegreeLng = kmPerDegree * Math.cos((lat * Math.PI) / 180)
  const x = (at: number) => (ring[at]! - lng) * kmPerDegreeLng
  const y = (at: number) => (ring[at + 1]! - lat) * kmPerDegree
  let nearest = Infinity
  for (let at = 2; at < ring.length; at += 2)
    nearest = Math.min(nearest, toEdge(x(at - 2), y(at - 2), x(at), y(at)))
  return nearest
}

/** Distance from the origin to the line between two points. */
function toEdge(x1: number, y1: number, x2: number, y2: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length2 = dx * dx + dy * dy
  const along = length2 === 0 ? 0 : -(x1 * dx + y1 * dy) / length2
  const part = Math.max(0, Math.min(1, along))
  return Math.hypot(x1 + part * dx, y1 + part * dy)
}
