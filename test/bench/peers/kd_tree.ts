import { around, distance } from 'geokdbush'
import KDBush from 'kdbush'
import { limits, meters_per_mile, type Engine } from './engine.ts'

const km_per_mile = meters_per_mile / 1000

/** A static k-d tree in memory, with great-circle distances. */
export const kdTree: Engine = async ({ lat, lng, located, card }) => {
  const tree = new KDBush(located)
  for (let row = 0; row < located; row++) tree.add(lng[row]!, lat[row]!)
  tree.finish()
  return (center) =>
    around(tree, center.lng, center.lat, limits.farms, limits.radius_mi * km_per_mile).map(
      (row) => ({
        card: card(row),
        distance_mi: distance(center.lng, center.lat, lng[row]!, lat[row]!) / km_per_mile,
      }),
    )
}
