import { roundedMiles, type Point } from '../../../data/geography/distance.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import { select, type Near } from '../select.ts'

/** A little less than half the sphere's circumference. */
const anywhere_mi = 12_400

/**
 * Says in a sentence why a circle has no farm that matches: its coordinates are swapped, or lack their
 * sign, or else how far the nearest one is; nothing where no farm matches anywhere.
 */
export async function placeHint(
  snapshot: Snapshot,
  near: Near,
  conditions: Condition[],
): Promise<string[]> {
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
  const everywhere = { ...near, radius_mi: anywhere_mi }
  const { distances_mi } = await select(snapshot, {
    conditions,
    near: everywhere,
    order: 'distance',
    page: 1,
    per_page: 1,
  })
  const nearest = distances_mi?.[0]
  if (nearest === undefined) return []
  return [
    `no farm that matches is within ${radius_mi} miles: the nearest is ${roundedMiles(nearest)} miles away`,
  ]
}
