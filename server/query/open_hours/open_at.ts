import { setImmediate } from 'node:timers/promises'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import type { Schedules } from '../../../data/schema/serving/schedules.ts'
import { noHours, silentSchedules } from '../../../data/schema/serving/silent_schedules.ts'
import { clockOf, closed, open, scheduleState, type ScheduleClock } from './schedule_rule.ts'

const minute_ms = 60_000

/**
 * The farms known to be open at an instant, by the clock of their own time zone; with `orUnknown` also farms
 * whose state is unknown. The result is the same within a minute.
 */
export function openAt(schedules: Schedules, at: Date, orUnknown: boolean): Condition {
  const minute = new Date(Math.floor(at.getTime() / minute_ms) * minute_ms)
  return {
    key: `open${orUnknown ? ' or unknown' : ''} at ${minute.toISOString()}`,
    rows: () => farmsOpen(schedules, (zone) => clockOf(zone, minute), orUnknown),
  }
}

/** The farms that are open by their local clocks, or not known to be closed. */
export async function farmsOpen(
  schedules: Schedules,
  clockIn: (zone: string) => ScheduleClock,
  orUnknown: boolean,
): Promise<Bitmap> {
  const { ofRow, saidAt } = schedules
  const known = orUnknown ? closed : open
  const rows = Bitmap.fromLeast(ofRow, saidAt, await knownSince(schedules, clockIn, known))
  return orUnknown ? Bitmap.fromRanges([[0, ofRow.length]], ofRow.length).andNot(rows) : rows
}

/** The farms whose hours are known, as data or as text, however old. */
export const knownHours = (schedules: Schedules): Condition & { rows: () => Bitmap } => ({
  key: 'known hours',
  rows() {
    const wanted = new Uint8Array(schedules.zone.length).fill(1)
    wanted[noHours] = 0
    return Bitmap.fromNumbers(schedules.ofRow, wanted)
  },
})

/** Some milliseconds of work, after which the event loop gets a turn. */
const [zonesPerTurn, schedulesPerTurn] = [8, 50_000]

/**
 * For each schedule, the second since 1970 from which its hours must be confirmed for the state `known` to
 * hold by the zone's clock. Infinity if the schedule does not have that state.
 */
async function knownSince(
  schedules: Schedules,
  clockIn: (zone: string) => ScheduleClock,
  known: number,
): Promise<Float64Array> {
  const clocks: ScheduleClock[] = []
  for (const name of schedules.timeZones)
    if (clocks.push(clockIn(name)) % zonesPerTurn === 0) await setImmediate()
  const since = new Float64Array(schedules.zone.length).fill(Infinity)
  for (let schedule = silentSchedules; schedule < since.length; schedule++) {
    const clock = clocks[schedules.zone[schedule]!]!
    if (scheduleState(schedules, schedule, clock) === known) since[schedule] = clock.saidSince
    if (schedule % schedulesPerTurn === 0) await setImmediate()
  }
  return since
}
