import { setImmediate } from 'node:timers/promises'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import type { Schedules } from '../../../data/schema/serving/schedules.ts'
import {
  noHours,
  oldHours,
  silentSchedules,
} from '../../../data/schema/serving/silent_schedules.ts'
import { clockOf, open, stateOf, unknown, type Clock } from './schedule_rule.ts'

const minute_ms = 60_000

/**
 * The farms that are known to be open at an instant, by the clock of their own time zone; with
 * `orUnknown` also those of which it is not known. The same for every instant of a minute.
 */
export function openAt(schedules: Schedules, at: Date, orUnknown: boolean): Condition {
  const minute = new Date(Math.floor(at.getTime() / minute_ms) * minute_ms)
  return {
    key: `open${orUnknown ? ' or unknown' : ''} at ${minute.toISOString()}`,
    rows: () => openFarms(schedules, (zone) => clockOf(zone, minute), orUnknown),
  }
}

/** The farms that are open by the clocks of their zones, or are not known to be closed. */
export async function openFarms(
  schedules: Schedules,
  clockIn: (zone: string) => Clock,
  orUnknown: boolean,
): Promise<Bitmap> {
  const states = await openStates(schedules, clockIn)
  const wanted = states.map((state) => +(state === open || (orUnknown && state === unknown)))
  return Bitmap.fromNumbers(schedules.ofRow, wanted)
}

/** The farms whose hours are known, as data or as text, and have not grown old. */
export const knownHours = (schedules: Schedules): Condition => ({
  key: 'known hours',
  rows() {
    const wanted = new Uint8Array(schedules.zone.length).fill(1)
    wanted[noHours] = wanted[oldHours] = 0
    return Bitmap.fromNumbers(schedules.ofRow, wanted)
  },
})

/** Some milliseconds' work: the event loop gets a turn after each. */
const [zonesPerTurn, schedulesPerTurn] = [8, 50_000]

/** What each schedule says by the clock of its zone (see `stateOf`): 0 = closed, 1 = open, 2 = unknown. */
export async function openStates(
  schedules: Schedules,
  clockIn: (zone: string) => Clock,
): Promise<Uint8Array> {
  const clocks: Clock[] = []
  for (const name of schedules.timeZones)
    if (clocks.push(clockIn(name)) % zonesPerTurn === 0) await setImmediate()
  const states = new Uint8Array(schedules.zone.length)
  states.fill(unknown, 0, silentSchedules)
  for (let schedule = silentSchedules; schedule < states.length; schedule++) {
    states[schedule] = stateOf(schedules, schedule, clocks[schedules.zone[schedule]!]!)
    if (schedule % schedulesPerTurn === 0) await setImmediate()
  }
  return states
}
