import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Point } from '../geography/distance.ts'
import { states } from '../geography/states.ts'

/** The corners of a closed line: lng, lat, lng, lat, … */
type Ring = Float64Array
type Outline = { rings: Ring[]; west: number; south: number; east: number; north: number }

/** A county or its equivalent, with the outlines of its parts (Census 2017, simplified to 1:10 m). */
export type County = { name: string; state: string; outlines: Outline[] }

/** Finds the county that a point is in, or null: at sea, abroad, or just off a simplified coast. */
export function countyAt(point: Point): County | null {
  for (const county of grid().get(square(point.lng, point.lat)) ?? []) {
    if (isIn(point, county)) return county
  }
  return null
}

/** Whether a point is inside a county. */
export const isIn = (point: Point, { outlines }: County): boolean =>
  outlines.some((outline) => isInBox(point, outline) && isInRings(point, outline.rings))

const isInBox = ({ lat, lng }: Point, { west, south, east, north }: Outline) =>
  lng >= west && lng <= east && lat >= south && lat <= north

/** Counts the edges that a ray towards the east crosses; holes are rings like the others. */
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

let built: Map<number, Set<County>> | undefined
const grid = () => (built ??= buildGrid())

/** Number of the square of one degree that contains a point. */
const square = (lng: number, lat: number) => Math.floor(lat) * 360 + Math.floor(lng)

/** Lists for each square the counties that reach into it. */
function buildGrid(): Map<number, Set<County>> {
  const squares = new Map<number, Set<County>>()
  for (const county of readCounties()) {
    for (const { west, south, east, north } of county.outlines) {
      for (let lng = Math.floor(west); lng <= east; lng++) {
        for (let lat = Math.floor(south); lat <= north; lat++) {
          const number = square(lng, lat)
          squares.set(number, (squares.get(number) ?? new Set()).add(county))
        }
      }
    }
  }
  return squares
}

function readCounties(): County[] {
  // Read as a file: an imported module would stay in memory.
  const path = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json')
  const atlas: Topology<{ counties: GeometryCollection<{ name: string }> }> = JSON.parse(
    readFileSync(path, 'utf8'),
  )
  const stateByFips = new Map(states.map(({ fips, abbr }) => [fips, abbr]))
  return feature(atlas, atlas.objects.counties).features.map(({ id, properties, geometry }) => ({
    name: properties.name,
    state: stateByFips.get(String(id).slice(0, 2))!,
    outlines: polygonsOf(geometry).map(outline),
  }))
}

function polygonsOf(geometry: GeoJSON.Geometry): GeoJSON.Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  if (geometry.type === 'MultiPolygon') return geometry.coordinates
  throw new Error(`a county's outline is a ${geometry.type}`)
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
