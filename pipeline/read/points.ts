/** Returns the first of these cells that is not blank. */
export type Cells = { get(...names: string[]): string | null }

/** Degrees as written; both null = no point. */
type PointText = { lat: string | null; lng: string | null }

const number = String.raw`(-?\d+(?:\.\d*)?)`
const bracketed = new RegExp(String.raw`\(\s*${number}(?:\s*,\s*|\s+)${number}\s*\)`)
const bare = new RegExp(String.raw`^\s*${number}\s*,\s*${number}\s*$`)

/** Coordinates in a text: `(lat, lng)`, also after an address, `lat, lng`, or `POINT (lng lat)`. */
export function pointIn(text: string): PointText {
  const [, first = null, second = null] = bracketed.exec(text) ?? bare.exec(text) ?? []
  const isWellKnownText = /\bpoint ?z? ?\(/i.test(text)
  return isWellKnownText ? { lat: second, lng: first } : { lat: first, lng: second }
}

/**
 * The point in the first column that is not blank: a text for `pointIn`, or in JSON an object with `latitude`
 * and `longitude`, or with GeoJSON's `coordinates`.
 */
export function pointInColumns(row: Cells, columns: readonly string[]): PointText {
  const inside = (name: string) => row.get(...columns.map((column) => `${column}.${name}`))
  const [lat, lng] = [inside('latitude'), inside('longitude')]
  if (lat !== null && lng !== null) return { lat, lng }
  const found = pointIn(row.get(...columns) ?? '')
  if (found.lat !== null) return found
  const [x = null, y = null] = inside('coordinates')?.split(';') ?? []
  return { lat: y, lng: x }
}
