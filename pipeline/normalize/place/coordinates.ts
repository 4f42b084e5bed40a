import type { Point } from '../../../data/geography/distance.ts'
import { zipCentroid, zipState } from '../../../data/geography/zip_codes.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import type { SourceFarm } from '../../read/adapter.ts'
import { degreesOf } from '../../read/points.ts'
import { inState, inUnitedStates, statesAt } from './state_cells.ts'

/** The stated place of a farm: state and ZIP code normalized, coordinates as written. */
type StatedPlace = Pick<SourceFarm, 'lat' | 'lng' | 'state' | 'zip'>

/** The checked place: both coordinates or neither. `corrections` names each rule that changed something. */
export type Location = {
  lat: number | null
  lng: number | null
  state: string | null
  location_precision: Farm['location_precision']
  corrections: string[]
}

type Found = { point: Point; state: string | null; corrections: string[] }

/**
 * Checks stated coordinates against the stated state, and corrects certain errors:
 * - coordinates outside the state, if exactly one swapped or sign-flipped variant is inside;
 * - coordinates abroad without state and ZIP code, if exactly one variant is in the United States and the
 *   farm may be there (`isLikely`);
 * - a state that contradicts both the ZIP code and the coordinates;
 * - a missing state that the ZIP code implies, or the coordinates if there is no ZIP code.
 *
 * Drops other coordinates that are unreadable, out of range, near 0,0, outside the United States or outside
 * the state. The ZIP code's centroid replaces them if it is in the state.
 */
export function locate(
  { lat, lng, state, zip }: StatedPlace,
  isLikely: (point: Point) => boolean = () => false,
): Location {
  const [y, x] = [degreesOf(lat, 'NS'), degreesOf(lng, 'EW')]
  const raw = y === null || x === null || isNaN(y) || isNaN(x) ? null : { lat: y, lng: x }
  const zipIn = zip === null ? null : zipState(zip)
  const within = state ?? zipIn
  const found =
    raw &&
    (asStated(raw, state, zipIn) ??
      asVariant(raw, within, state) ??
      (within === null ? asLikelyVariant(raw, isLikely) : null))
  if (found) {
    const { point, ...rest } = found
    return { ...point, ...rest, location_precision: 'exact' }
  }
  const dropped = y === null && x === null ? [] : [problem(raw, y, x)]
  return fromZip(zip, zipIn, state, dropped)
}

/** Takes the coordinates as stated, with the stated or the certain state. */
function asStated(point: Point, state: string | null, zipIn: string | null): Found | null {
  if (!isPlace(point)) return null
  if (state !== null && inState(point, state)) return { point, state, corrections: [] }
  if (zipIn !== null && inState(point, zipIn)) {
    const rule = state === null ? 'state from the ZIP code' : 'state from coordinates and ZIP code'
    return { point, state: zipIn, corrections: [rule] }
  }
  return null
}

/** Finds the only variant of the coordinates in `within`; without a state there, the coordinates decide. */
function asVariant(raw: Point, within: string | null, state: string | null): Found | null {
  if (within !== null) {
    const inside = variants(raw).filter(({ point }) => isPlace(point) && inState(point, within))
    const filled = state === null ? ['state from the ZIP code'] : []
    const [only, ...others] = inside
    if (only && others.length === 0)
      return { point: only.point, state: within, corrections: [...only.corrections, ...filled] }
  }
  return state === null && isPlace(raw) ? withoutState(raw, within) : null
}

/** Finds the only variant of the coordinates in the United States, if it is likely. */
function asLikelyVariant(raw: Point, isLikely: (point: Point) => boolean): Found | null {
  const inside = variants(raw).filter(({ point }) => isPlace(point) && inUnitedStates(point))
  const [only, ...others] = inside
  if (!only || others.length > 0 || !isLikely(only.point)) return null
  const { point, state, corrections } = withoutState(only.point, null)!
  return { point, state, corrections: [...only.corrections, ...corrections] }
}

/** Without a stated state, coordinates in the United States are kept. */
function withoutState(point: Point, zipIn: string | null): Found | null {
  if (!inUnitedStates(point)) return null
  const [only, ...others] = statesAt(point)
  // If a cell touches two states, or the ZIP code contradicts the only one, no state is certain.
  const certain = only !== undefined && others.length === 0 && zipIn === null
  if (!certain) return { point, state: null, corrections: [] }
  return { point, state: only, corrections: ['state from the coordinates'] }
}

const swapped = 'coordinates swapped'
const flippedLat = 'latitude sign flipped'
const flippedLng = 'longitude sign flipped'

const variants = ({ lat, lng }: Point) => [
  { point: { lat, lng: -lng }, corrections: [flippedLng] },
  { point: { lat: -lat, lng }, corrections: [flippedLat] },
  { point: { lat: -lat, lng: -lng }, corrections: [flippedLat, flippedLng] },
  { point: { lat: lng, lng: lat }, corrections: [swapped] },
  { point: { lat: lng, lng: -lat }, corrections: [swapped, flippedLng] },
  { point: { lat: -lng, lng: lat }, corrections: [swapped, flippedLat] },
  { point: { lat: -lng, lng: -lat }, corrections: [swapped, flippedLat, flippedLng] },
]

const isInRange = ({ lat, lng }: Point) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180
/** A blank coordinate often arrives as zero. */
const isNearZero = ({ lat, lng }: Point) => Math.abs(lat) < 1 && Math.abs(lng) < 1
const isPlace = (point: Point) => isInRange(point) && !isNearZero(point)

function problem(raw: Point | null, lat: number | null, lng: number | null): string {
  if (!raw)
    return lat === null || lng === null ? 'coordinates incomplete' : 'coordinates unreadable'
  if (!isInRange(raw)) return 'coordinates out of range'
  if (isNearZero(raw)) return 'coordinates near 0,0'
  if (!inUnitedStates(raw)) return 'coordinates outside the United States'
  return 'coordinates outside the state'
}

/** Places a farm at its ZIP code's centroid, unless that is outside the stated state. */
function fromZip(
  zip: string | null,
  zipIn: string | null,
  state: string | null,
  corrections: string[],
): Location {
  const centroid = zip !== null && (state ?? zipIn) === zipIn ? zipCentroid(zip) : null
  const filled = state === null && zipIn !== null ? ['state from the ZIP code'] : []
  return {
    lat: centroid?.lat ?? null,
    lng: centroid?.lng ?? null,
    state: state ?? zipIn,
    location_precision: centroid ? 'zip_centroid' : null,
    corrections: [...corrections, ...filled, ...(centroid ? ['location from the ZIP code'] : [])],
  }
}
