import { haversineMiles, type Point } from '../../../data/geography/distance.ts'
import type { Opening } from '../../query/open_hours/schedule_rule.ts'

/** A farm to visit. `openings`: null = unknown, so that it may be visited at any time. */
export type Visit = { id: string; at: Point | null; openings: readonly Opening[] | null }

/** A visit in its place. Minutes are after midnight; `isLate`: it closes, or the day ends, before the visit does. */
export type Stop<Of extends Visit = Visit> = Of & {
  begin: number
  drive_min: number
  drive_mi: number
  isLate: boolean
}

/** Length of a visit. */
export const visit_min = 30

/** The beginning and the end of a day without known hours. */
const [usualStart, midnight] = [9 * 60, 24 * 60]

/** Country roads: 1.3 times the straight line, at 35 miles an hour. */
const minutesPerMile = (1.3 * 60) / 35

/**
 * Orders visits, at most eight, so that as many as possible are in time, and the day is short. Every order
 * is tried. The day begins at `start` if it is known.
 */
export function orderStops<Of extends Visit>(
  visits: readonly Of[],
  start: Point | null,
): Stop<Of>[] {
  let best: { stops: Stop<Of>[]; cost: number } | undefined
  for (const order of ordersOf(visits)) {
    const stops = timed(order, start)
    const cost = costOf(stops)
    if (best === undefined || cost < best.cost) best = { stops, cost }
  }
  return best?.stops ?? []
}

function* ordersOf<Of>(all: readonly Of[]): Generator<Of[]> {
  if (all.length === 0) yield []
  for (const [at, first] of all.entries())
    for (const rest of ordersOf(all.toSpliced(at, 1))) yield [first, ...rest]
}

function timed<Of extends Visit>(order: readonly Of[], start: Point | null): Stop<Of>[] {
  const stops: Stop<Of>[] = []
  let [from, free] = [start, null as number | null]
  for (const visit of order) {
    const drive_mi = from && visit.at ? haversineMiles(from, visit.at) * 1.3 : 0
    const drive_min = Math.round((drive_mi / 1.3) * minutesPerMile)
    const arrive = free === null ? null : free + drive_min
    const { begin, isLate } = beginOf(visit.openings, arrive)
    stops.push({ ...visit, begin, drive_min, drive_mi, isLate })
    from = visit.at ?? from
    free = begin + visit_min
  }
  return stops
}

/** The first visit begins when the farm opens; a later one on arrival, or when it opens. */
function beginOf(openings: readonly Opening[] | null, arrive: number | null) {
  if (openings === null) {
    const begin = arrive ?? usualStart
    return { begin, isLate: begin + visit_min > midnight }
  }
  const first = openings.find(([, until]) => (arrive ?? 0) + visit_min <= until)
  if (first) return { begin: Math.max(arrive ?? 0, first[0]), isLate: false }
  return { begin: arrive ?? openings[0]![0], isLate: true }
}

const costOf = (stops: readonly Stop[]): number => {
  const late = stops.filter(({ isLate }) => isLate).length
  const [first, last] = [stops[0], stops.at(-1)]
  const long = first && last ? last.begin - first.begin + first.drive_min : 0
  return 100_000 * late + long
}
