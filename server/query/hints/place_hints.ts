import { counted } from '../../../data/digit_grouping.ts'
import type { Point } from '../../../data/geography/distance.ts'
import { mostRadius_mi } from '../../http/parameters/places.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import { after, type Eventual } from '../../eventual.ts'
import { nearest_mi, type Near } from '../select.ts'

/**
 * Explains in a sentence why no farm in a circle matches: its coordinates are swapped, or lack their sign.
 * Otherwise states the distance to the nearest match. The distance is in whole miles that work as a radius,
 * if the largest radius reaches the farm. Returns nothing if no farm matches anywhere.
 */
export function placeHint(
  snapshot: Snapshot,
  near: Near,
  conditions: Condition[],
): Eventual<string[]> {
  const { lat, lng, radius_mi } = near
  const hasFarms = (point: Point) =>
    Math.abs(point.lat) <= 90 &&
    snapshot.tree.nearest(point, radius_mi, { limit: 1 }).rows.length > 0
  if (!hasFarms(near)) {
    if (hasFarms({ lat: lng, lng: lat }))
      return [`lat and lng look swapped: farms are around lat=${lng} and lng=${lat}`]
    if (lng > 0 && hasFarms({ lat, lng: -lng }))
      return [`lng seems to lack its minus sign: farms are around lng=${-lng}`]
  }
  return after(nearest_mi(snapshot, near, conditions), (away_mi) => {
    if (away_mi === undefined) return []
    if (!isInArea(snapshot, near))
      return [`the directory has no farm within ${mostRadius_mi} miles of this place`]
    if (away_mi > mostRadius_mi)
      return [`no farm that matches is within ${mostRadius_mi} miles, the largest radius`]
    return [
      `no farm that matches is within ${counted(radius_mi, 'mile')}: the nearest is ${counted(Math.ceil(away_mi), 'mile')} away`,
    ]
  })
}

/** Returns true if a circle of the largest radius has any farm. */
const isInArea = ({ tree }: Snapshot, point: Point): boolean =>
  tree.nearest(point, mostRadius_mi, { limit: 1 }).rows.length > 0
