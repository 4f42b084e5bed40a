import type { Tier } from '../../../data/schema/meta.ts'
import { entityTag } from '../../http/entity_tag.ts'
import { readQuery } from '../../http/parameters/query_string.ts'
import { conditions, type FilterValues } from '../../query/filters/conditions.ts'
import { locate } from '../../query/reader/locate.ts'
import { matching, rangesOf } from '../../query/select.ts'
import { requireReady, type Services } from '../../services.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import { readAddress, viewOf, type View } from '../search/view.ts'
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
    const view = viewOf(readAddress(http.querystring, tier), snapshot, tier, now)
    const { id, hidden } = snapshot
    return {
      tag: entityTag(coding, id, hidden.key, tier, view.route.path, JSON.stringify(view.query)),
      headers: { 'Cache-Control': 'private, no-cache', Vary: 'Cookie' },
      content: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify(pointsOf(snapshot, await rowsOf(view, tier, services, snapshot))),
    }
  },
})

/** The farms of a view, selected in the same way as in the API's lists. */
async function rowsOf(
  { route, query, day }: View,
  ofVisitor: Tier,
  { clock }: Pick<Services, 'clock'>,
  snapshot: Snapshot,
): Promise<Bitmap> {
  const wanted = { ...query, ...(day !== undefined && { open_unknown: 'include' }) }
  const given = new Map(Object.entries(wanted).map(([name, value]) => [name, [String(value)]]))
  const values = readQuery(route.query, given) as FilterValues & {
    near?: string
    radius?: number
  }
  // Lists of pages may filter by day, in any tier.
  const tier = day === undefined ? ofVisitor : 'paid'
  const set = await matching(snapshot, conditions(values, { snapshot, tier, now: clock() }))
  const { near, radius } = values
  const ranges: Iterable<readonly [number, number]> =
    near === undefined || radius === undefined
      ? [[0, snapshot.farms]]
      : rangesOf(snapshot, { near: { ...locate(snapshot.gazetteer, near), radius_mi: radius } })
  const scope = Bitmap.fromRanges(ranges, snapshot.farms)
  return set ? scope.and(set) : scope
}

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
