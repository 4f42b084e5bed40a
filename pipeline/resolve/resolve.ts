import type { Report } from '../../data/schema/report.ts'
import type { Tombstone } from '../../data/schema/tombstones.ts'
import type { Database } from '../database/database.ts'
import { runSteps, type Step } from '../database/step.ts'
import { requireDates } from '../intake/edition.ts'
import type { Input } from '../intake/read_sources.ts'
import { Tally } from '../tally.ts'
import { wholeSeconds } from '../read/instant.ts'
import { type Previous, earlierSnapshot } from './before/previous.ts'
import { beforeSteps } from './before/steps.ts'
import { comparabilitySteps } from './comparability/steps.ts'
import { editionSteps, successionSteps } from './editions/steps.ts'
import { editionsReadSteps, handedOnSteps, historySteps } from './history/steps.ts'
import { identitySteps } from './identity/steps.ts'
import { intakeSteps, listedSteps } from './intake/steps.ts'
import { letterSteps } from './letters/steps.ts'
import { noWordings } from './match/listings/steps.ts'
import { matchSteps } from './match/match.ts'
import { mergeSteps, precedenceSteps, recordSteps } from './merge/steps.ts'
import {
  endOf,
  pairsOf,
  resultsOf,
  type Decided,
  type Decisions,
  readDecisions,
  withdrawnRemovals,
} from './decisions/read.ts'
import { appliedSteps, correctionSteps, groupedSteps, targetSteps } from './decisions/steps.ts'
import { panelSteps } from './panel/steps.ts'
import { saidSteps } from './said/steps.ts'
import { removalSteps } from './removal/steps.ts'
import { readRemoved, type Tombstones, readTombstones } from './removal/tombstones.ts'
import type { Layout } from '../../data/schema/layout.ts'
import type { Run } from '../../data/schema/run.ts'
import { judgeClock, type Clock } from '../runs/clock.ts'
import { readLedger } from '../runs/ledger.ts'
import { liveSnapshot } from '../snapshots/snapshots.ts'

export type ResolveOptions = {
  input: Input
  previous: Previous | null
  tombstones: Tombstones
  decisions: Decisions
  /** Start of the build. */
  now: Date
  /** The moment by which decisions expire: `now`, unless the clock leapt. */
  expiry: Date
}

export type Resolution = {
  /** The newest date of a listing, from which freshness is counted; null = nothing is listed. */
  asOf: string | null
  /** The newest date (`YYYY-MM-DD`) of the current editions; null = nothing is listed. */
  edition: string | null
  /** Every removed farm. Removals take effect with the snapshot. */
  tombstones: Tombstone[]
  decided: Report['decided']
  /** Refused rows of removed farms, per input, by reason. */
  refused: Tally[]
  /** Rows whose point is doubtful beside the points of other rows, per input, by reason. */
  doubted: Tally[]
  /** Texts whose lost letters were restored, per input, by reason. */
  restored: Tally[]
}

/**
 * Groups observations into farms, gives each its id, and merges its record. Makes tables:
 *
 * - `merge.listings`: each source row with its farm;
 * - `merge.farms`: a record of each farm;
 * - `removal.refused`: rows of removed farms;
 * - `published.registry`, `published.lineage`;
 * - `published.values`: what each listing last said;
 * - `published.listings_history`, `published.bridges`: listings over time.
 *
 * `done`: see `runSteps`. Throws a SourceError if a file has no date (see `requireDates`).
 */
export async function resolve(
  database: Database,
  options: ResolveOptions,
  done?: (share: number) => void,
): Promise<Resolution> {
  requireDates(options.input.intakes)
  await runSteps(database, resolveSteps(options), done)
  const [newest] = await database.rows<{ as_of: string | null; edition: string | null }>(
    "select strftime(as_of, '%Y-%m-%dT%H:%M:%SZ') as as_of, edition::varchar as edition from merge.as_of",
  )
  const states = await database.rows<{ entry: number; state: 'applied' | 'waits' }>(
    'from decisions.states',
  )
  const tallies = (table: string) => talliesOf(database, table, options.input.intakes.length)
  return {
    asOf: newest!.as_of,
    edition: newest!.edition,
    tombstones: await readRemoved(database),
    decided: resultsOf(
      options.decisions,
      endOf(options.decisions, options.expiry),
      new Map(states.map(({ entry, state }) => [entry, state])),
    ),
    refused: await tallies('removal.refused'),
    doubted: await tallies('intake.shared_points'),
    restored: await tallies('letters.restored'),
  }
}

/** Counts the rows of a table per input, by reason. */
async function talliesOf(database: Database, table: string, inputs: number): Promise<Tally[]> {
  const tallies = Array.from({ length: inputs }, () => new Tally())
  for (const { input, reason } of await database.rows<{ input: number; reason: string }>(
    `select input, reason from ${table}`,
  ))
    tallies[input]!.add(reason)
  return tallies
}

export function resolveSteps(options: ResolveOptions): Step[] {
  const { input, previous, tombstones, decisions, now, expiry } = options
  const end = endOf(decisions, expiry)
  const inForce = decisions.entries.filter((each) => end(each) === null)
  const identified = (decided: Decided[]) => [
    ...listedSteps,
    ...historySteps,
    ...matchSteps(pairsOf(inForce)),
    ...identitySteps,
    ...targetSteps(decided),
    ...removalSteps(wholeSeconds(now)),
    ...letterSteps,
  ]
  return [
    ...intakeSteps(input),
    ...successionSteps,
    ...beforeSteps(previous, tombstones),
    ...editionSteps([...identified([]), ...handedOnSteps], noWordings),
    ...identified(inForce),
    ...handedOnSteps,
    ...precedenceSteps,
    ...appliedSteps,
    ...groupedSteps(decisions.entries),
    ...saidSteps,
    ...mergeSteps,
    ...correctionSteps(decisions.file, inForce),
    ...recordSteps,
    ...panelSteps,
    ...comparabilitySteps,
    ...editionsReadSteps,
  ]
}

/** The state of the build folder at the start of a build. */
type Basis = {
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
  const previous = await liveSnapshot(places)
  const decisions = await readDecisions(decisionsFile)
  const { runs } = readLedger(places)
  const clock = judgeClock(runs, previous?.manifest ?? null, now, places.root, isSet)
  const withdrawn = withdrawnRemovals(decisions, clock.expiry)
  const tombstones = await readTombstones(places, clock.expiry, withdrawn)
  const earlier = previous && (await earlierSnapshot(places, previous))
  return { previous, earlier, runs, decisions, tombstones, clock }
}
