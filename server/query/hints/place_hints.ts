import { roundedMiles, type Point } from '../../../data/geography/distance.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import { after, type Eventual } from '../../eventual.ts'
import { nearest_mi, type Near } from '../select.ts'

/**
 * Says in a sentence why a circle has no farm that matches: its coordinates are swapped, or lack their
 * sign, or else how far the nearest one is; nothing where no farm matches anywhere.
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
      return [`lat and lng look swapped: there are farms around lat=${lng} and lng=${lat}`]
    if (lng > 0 && hasFarms({ lat, lng: -lng }))
      return [`lng looks as if it lacks its minus sign: there are farms around lng=${-lng}`]
  }
  return after(nearest_mi(snapshot, near, conditions), (away_mi) =>
    away_mi === undefined
      ? []
      : [
          `no farm that matches is within ${radius_mi} miles: the nearest is ${roundedMiles(away_mi)} miles away`,
        ],
  )
}
