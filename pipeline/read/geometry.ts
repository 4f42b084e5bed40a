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

type Position = [lng: number, lat: number]

function positionsIn(value: unknown): Position[] {
  if (!Array.isArray(value)) return []
  const [lng, lat] = value.map((part) => (typeof part === 'string' ? Number(part) : part))
  return typeof lng === 'number' && typeof lat === 'number'
    ? [[lng, lat]]
    : value.flatMap(positionsIn)
}
