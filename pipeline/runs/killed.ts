import type { Layout } from '../../data/schema/layout.ts'
import { entryOf } from './entry.ts'
import { appendRun } from './ledger.ts'

/** When a build began, and the live snapshot then and now. */
type Killed = { begun_at: string; previous: string | null; live: string | null }

/** Adds the line of a build that was killed, and so could not add it. */
export function recordKilled(places: Layout, { begun_at, previous, live }: Killed): void {
  const isLive = live !== previous
  const outcome = isLive ? 'published' : 'failed'
  const message = isLive
    ? `killed after ${live} went live, before its report was kept`
    : 'killed before it published; the live snapshot stays'
  const ended_at = new Date().toISOString()
  const known = { begun_at, ended_at, outcome, status: null, cause: 'killed', message } as const
  const snapshot = isLive ? live : null
  appendRun(places, entryOf({ action: 'build', ...known, snapshot, previous }))
}
