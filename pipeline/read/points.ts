/** Returns the first of these cells that is not blank. */
export type Cells = { get(...names: string[]): string | null }

/** Degrees as written; both null = no point. */
type PointText = { lat: string | null; lng: string | null }

const written = /^([NSEW]?) ?([-+]? ?[.\d]+(?:E[-+]?\d+)?(?: [.\d]+){0,2}) ?([NSEW]?)$/

/**
 * Reads degrees from text such as `-72.14,`, `72,1404`, `72.14° W` or `N 44° 28.55'`; null if blank, NaN if
 * unreadable.
 */
export function degreesOf(text: string | number | null, sides: 'NS' | 'EW'): number | null {
  if (typeof text === 'number' || text === null) return text
  if (/^-?\d+\.\d+$/.test(text)) return Number(text)
  const plain = text
    .trim()
    .replace(/^[−–]/, '-')
    .replace(/^([-+]?\d+),(?=\d)/, '$1.')
    .toUpperCase()
    .replaceAll(/[°º'′’"″”,\s]+/g, ' ')
    .trim()
  if (/^(NAN|NULL|NONE|N\/A|-*)$/.test(plain)) return null
  const [, before, numbers, after] = written.exec(plain) ?? []
  const side = before || after || sides[0]!
  if (numbers === undefined || !sides.includes(side)) return NaN
  const size = sizeOf(numbers.replace(/^[-+] ?/, ''))
  return side === sides[1] || numbers.startsWith('-') ? -size : size
}

/** Degrees of `44.5`, `44 28.55` or `44 28 33`; NaN for `44.5 10`, and for 60 minutes or seconds and more. */
function sizeOf(numbers: string): number {
  const [degrees = NaN, ...parts] = numbers.split(' ').map(Number)
  if (parts.length === 0) return degrees
  if (!Number.isInteger(degrees) || !parts.every((part) => part < 60)) return NaN
  const [minutes = 0, seconds = 0] = parts
  return Number((degrees + minutes / 60 + seconds / 3600).toFixed(7))
}

const number = String.raw`(-?\d+(?:\.\d*)?)`
const bracketed = new RegExp(String.raw`\(\s*${number}(?:\s*,\s*|\s+)${number}\s*\)`)
/** With decimals: `25,000` is a number. */
const bare = /^\s*(-?\d+\.\d+)\s*,\s*(-?\d+\.\d+)\s*$/

/** Coordinates in a text: `(lat, lng)`, also after an address, `lat, lng`, or `POINT (lng lat)`. */
export function pointIn(text: string): PointText {
  const [, first = null, second = null] = bracketed.exec(text) ?? bare.exec(text) ?? []
  const isWellKnownText = /\bpoint ?z? ?\(/i.test(text)
  return isWellKnownText ? { lat: second, lng: first } : { lat: first, lng: second }
}

/** The address in a text for a point: `12 Main St, Barre, VT 05641 (44.19, -72.5)`; null if there is none. */
export function addressBefore(text: string): string | null {
  const before = text.slice(0, bracketed.exec(text)?.index).trim()
  return /[a-z]{2}/i.test(before) && /[\d,]/.test(before) ? before : null
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

/**
 * The point of a GeoJSON geometry (RFC 7946: longitude first): a point itself, for other types the middle of
 * the bounding box. Degrees as in the file; null if there are none.
 */
export function pointOf(geometry: unknown): { lat: number; lng: number } | null {
  const positions = positionsIn(membersOf(geometry))
  if (positions.length === 0) return null
  const middle = (axis: 0 | 1) => {
    const values = positions.map((position) => position[axis])
    const sum = values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))
    return Number((sum / 2).toFixed(7))
  }
  const [only, ...others] = positions
  return others.length === 0 ? { lat: only![1], lng: only![0] } : { lat: middle(1), lng: middle(0) }
}

function membersOf(geometry: unknown): unknown[] {
  if (typeof geometry !== 'object' || geometry === null) return []
  const { coordinates, geometries } = geometry as { coordinates?: unknown; geometries?: unknown }
  return Array.isArray(geometries) ? geometries.flatMap(membersOf) : [coordinates]
}

function positionsIn(value: unknown): [lng: number, lat: number][] {
  if (!Array.isArray(value)) return []
  const [lng, lat] = value.map((part) => (typeof part === 'string' ? Number(part) : part))
  return typeof lng === 'number' && typeof lat === 'number'
    ? [[lng, lat]]
    : value.flatMap(positionsIn)
}
