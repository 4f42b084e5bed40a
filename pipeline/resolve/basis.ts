import type { Layout } from '../../data/schema/layout.ts'
import type { Run } from '../../data/schema/run.ts'
import { judgeClock, type Clock } from '../runs/clock.ts'
import { readLedger } from '../runs/ledger.ts'
import { earlierSnapshot, previousSnapshot, type Previous } from './before/previous.ts'
import { readDecisions, withdrawnRemovals, type Decisions } from './decisions/read.ts'
import { readTombstones, type Tombstones } from './removal/tombstones.ts'

/** The state of the build folder at the start of a build. */
export type Basis = {
  /** The live snapshot; null = none yet. */
  previous: Previous | null
  /** The oldest kept snapshot of the last thirty days; null = none. */
  earlier: Previous | null
  runs: Run[]
  decisions: Decisions
  tombstones: Tombstones
  clock: Clock
}

/** Reads it for a build at `now`; `isSet`: the moment was given. Throws ClockBehind as `judgeClock` does. */
export async function readBasis(
  places: Layout,
  decisionsFile: string,
  now: Date,
  isSet: boolean,
): Promise<Basis> {
  const previous = await previousSnapshot(places)
  const decisions = await readDecisions(decisionsFile)
  const { runs } = readLedger(places)
  const clock = judgeClock(runs, previous?.manifest ?? null, now, isSet)
  const withdrawn = withdrawnRemovals(decisions, clock.expiry)
  const tombstones = await readTombstones(places, clock.expiry, withdrawn)
  const earlier = previous && (await earlierSnapshot(places, previous))
  return { previous, earlier, runs, decisions, tombstones, clock }
}
