import { commandOn } from '../../data/command_line.ts'
import { day_ms, utcDay } from '../../data/calendar.ts'
import type { Run } from '../../data/schema/run.ts'

/** The clock is before the live snapshot; the message names the remedy. */
export class ClockBehind extends Error {
  override name = 'ClockBehind'
}

/** The state of a build's clock, and the moment by which decisions expire. */
export type Clock = { state: NonNullable<Run['clock']>; expiry: Date }

const thirtyDays_ms = 30 * day_ms

/**
 * Judges the clock of a build by earlier runs and by the live snapshot (null = none). A leap is over thirty
 * days since the last run in the folder `root`: until a person confirms the clock, decisions expire as on the day
 * before the leap. `set`: the moment was given (`--at`). Throws ClockBehind if it is before the live snapshot was
 * built, unless a person confirmed the clock since.
 */
export function judgeClock(
  runs: readonly Run[],
  live: { id: string; built_at: string } | null,
  now: Date,
  root: string,
  set = false,
): Clock {
  const confirmed = runs.findLastIndex(({ action }) => action === 'confirm-clock')
  const made = runs.findLastIndex(
    ({ action, snapshot }) => action === 'build' && snapshot === live?.id,
  )
  const isConfirmed = confirmed > made
  if (live && now.getTime() < Date.parse(live.built_at) && !isConfirmed)
    throw set ? beforeLive(live, now) : behind(live, now, root)
  if (set) return { state: 'set', expiry: now }
  const since = runs.slice(confirmed + 1).filter(({ action }) => action === 'build')
  const leapt = since.findIndex(({ clock }) => clock === 'leapt')
  if (leapt >= 0) return { state: 'unconfirmed', expiry: before(runs, since[leapt]!, live, now) }
  const last = runs.at(-1)?.at ?? live?.built_at
  if (last === undefined || now.getTime() - Date.parse(last) <= thirtyDays_ms)
    return { state: isConfirmed ? 'confirmed' : 'sound', expiry: now }
  return { state: 'leapt', expiry: new Date(last) }
}

/** The moment of the run before a leap. */
function before(
  runs: readonly Run[],
  leapt: Run,
  live: { built_at: string } | null,
  now: Date,
): Date {
  const last = runs[runs.indexOf(leapt) - 1]
  return new Date(last?.at ?? live?.built_at ?? now)
}

const confirm = (root: string) => commandOn(root, 'npm run snapshots -- confirm-clock --by WHO')

const behind = ({ id, built_at }: { id: string; built_at: string }, now: Date, root: string) =>
  new ClockBehind(
    `the clock says ${now.toISOString()}, and the live snapshot ${id} was built at ${built_at}: set the clock; ` +
      `if it is right, and was wrong then, ${confirm(root)}`,
  )

const beforeLive = ({ id, built_at }: { id: string; built_at: string }, now: Date) =>
  new ClockBehind(
    `--at ${now.toISOString()} is before the live snapshot ${id}, built at ${built_at}: roll a copy of the ` +
      'build folder back to the snapshot before that moment, and build there (--out DIR)',
  )

/** The warning of a report about the clock; null = none. */
export function clockLine({ state, expiry }: Clock, root: string): string | null {
  if (state !== 'leapt' && state !== 'unconfirmed') return null
  const day = utcDay(expiry)
  return `the clock leapt over thirty days: decisions expire as on ${day} until a person confirms it (${confirm(root)})`
}
