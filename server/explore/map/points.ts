import { entityTag } from '../../http/entity_tag.ts'
import { requireReady } from '../../services.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { Bitmap } from '../../snapshot/sets/bitmap.ts'
import { matchedBy, settled } from '../search/matched.ts'
import { readAddress, viewOf } from '../search/view.ts'
import { visitedPage } from '../visit.ts'

/** Maximum number of farms with a point each; more farms are counted by square. */
const mostPoints = 50_000

/** Degrees: about 11 m, and about 1 km. */
const [fine, coarse] = [0.0001, 0.01]

/**
 * The points of a view's farms without their ids: `{step, points, counts}`. `points` are lng and lat in
 * units of `step` degrees, each as the difference from the previous point. `counts` is the number of farms
 * at each point; absent if each point is one farm. The entity tag depends on the snapshot and the view.
 */
export const pointsRoute = visitedPage({
  path: '/explore/points',
  async answer({ http, coding, tier, services, now }) {
    const snapshot = requireReady(services)
    const by = { snapshot, tier, now: services.clock() }
    const read = viewOf(readAddress(http.querystring, tier), snapshot, tier, now)
    const view = await settled(read, by)
    const { id, hidden } = snapshot
    return {
      tag: entityTag(coding, id, hidden.key, tier, view.route.path, JSON.stringify(view.query)),
      headers: { 'Cache-Control': 'private, no-cache', Vary: 'Cookie' },
      content: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify(pointsOf(snapshot, await matchedBy(view, by))),
    }
  },
})

/** The points of some rows; `most`: the maximum number of rows with a point each. */
export function pointsOf(
  { places, farms }: Pick<Snapshot, 'farms'> & { places: Pick<Snapshot['places'], 'at'> },
  rows: Bitmap,
  most = mostPoints,
) {
  const step = rows.count() > most ? coarse : fine
  const points: number[] = []
  const counts: number[] = []
  let [lastX, lastY] = [0, 0]
  // Rows are in H3 order, so that successive farms are close and the differences small.
  for (let row = 0; row < farms; row++) {
    const point = rows.has(row) ? places.at(row) : undefined
    if (!point) continue
    const [x, y] = [Math.round(point.lng / step), Math.round(point.lat / step)]
    if (step === coarse && counts.length > 0 && x === lastX && y === lastY) {
      counts[counts.length - 1]!++
      continue
    }
    points.push(x - lastX, y - lastY)
    counts.push(1)
    ;[lastX, lastY] = [x, y]
  }
  return { step, points, ...(step === coarse && { counts }) }
}
