import { find } from 'geo-tz/all'
import { kmPerDegree, type Point } from './distance.ts'
import table from './time_zones.json' with { type: 'json' }

const zonesByState: Readonly<Record<string, string[]>> = table.zones
const allZones = [...new Set(Object.values(zonesByState).flat())]

/**
 * Finds the IANA time zone of a point (degrees) by the boundaries of geo-tz, among the state's zones
 * (`time_zones.json`; state: a postal abbreviation; null = unknown). A point just across the border has the
 * zone of the state's nearest part; null = none within 40 km, or in no known state.
 */
export function zoneAt(point: Point, state: string | null): string | null {
  const ofState = state === null ? undefined : zonesByState[state]
  if (ofState?.length === 1) return ofState[0]!
  const zones = ofState ?? allZones
  for (const { lat, lng } of around(point)) {
    const zone = find(lat, lng).find((each) => zones.includes(each))
    if (zone !== undefined) return zone
  }
  return ofState?.[0] ?? null
}

/** A point, then points around it in eight directions, near to far. */
function* around({ lat, lng }: Point): Iterable<Point> {
  yield { lat, lng }
  for (const km of [5, 10, 20, 40])
    for (let eighth = 0; eighth < 8; eighth++) {
      const angle = (eighth * Math.PI) / 4
      const north = (km / kmPerDegree) * Math.cos(angle)
      const east = (km / kmPerDegree / Math.cos((lat * Math.PI) / 180)) * Math.sin(angle)
      if (Math.abs(lat + north) <= 90 && Math.abs(lng + east) <= 180)
        yield { lat: lat + north, lng: lng + east }
    }
}
