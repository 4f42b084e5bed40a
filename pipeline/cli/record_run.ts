import { existsSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Layout } from '../../data/schema/layout.ts'
import type { Run, RunDraft, RunCause } from '../../data/schema/run.ts'
import { systemFailure, SystemFailure } from '../../data/system_failure.ts'
import { entryOf, appendRun } from '../runs/ledger.ts'
import { takeNotSent } from '../notify/notify_run.ts'
import { BucketError } from '../../data/bucket/bucket.ts'
import { UsageError } from '../../data/command_line.ts'
import { ThreadEnded } from '../intake/row_readers.ts'
import { SourceError } from '../read/source_error.ts'
import { ClockBehind } from '../runs/clock.ts'
import { SnapshotsError } from '../snapshots/snapshots.ts'
import { BuildInProgress } from '../snapshots/workspace.ts'

/**
 * Runs a command and adds its line to the ledger, however it ends. `work` fills in the draft and returns the
 * exit status; `notify` gets the line, even if it can't be added. Without a build folder there is no ledger, and bad usage makes none.
 */
export async function recordRun(
  places: Layout,
  action: Run['action'],
  work: (draft: RunDraft) => Promise<number>,
  notify: (run: Omit<Run, 'run'>) => Promise<void> = async () => {},
  begun = new Date(),
): Promise<number> {
  const draft: RunDraft = {}
  const start = performance.now()
  const record = async (ended: RunDraft & Pick<Run, 'outcome' | 'status'>) => {
    const begun_at = begun.toISOString()
    const ended_at = new Date(begun.getTime() + performance.now() - start).toISOString()
    const not_sent = takeNotSent(places)
    const entry = entryOf({ action, begun_at, ended_at, not_sent, ...draft, ...ended })
    try {
      if (existsSync(places.root)) appendRun(places, entry)
    } finally {
      await notify(entry)
    }
  }
  let status: number
  try {
    status = await work(draft)
  } catch (error) {
    const { message } = systemFailure(error) ?? (error as Error)
    try {
      const ending = endingOf(error)
      await record({ outcome: ending.status === 3 ? 'refused' : 'failed', ...ending, message })
    } catch (unrecorded) {
      const why = (unrecorded as Error).message
      process.stderr.write(`can't record this run in ${places.runs}: ${why}\n`)
    }
    throw error
  }
  await record({ outcome: status === 0 ? 'published' : 'refused', ...draft, status })
  return status
}
type Ending = { cause: RunCause; status: number }

/** The exit status and the cause in the ledger, by class of error. */
const endings: [new (...args: never[]) => Error, Ending][] = [
  [UsageError, { cause: 'usage', status: 2 }],
  [SourceError, { cause: 'source', status: 2 }],
  [ClockBehind, { cause: 'clock', status: 3 }],
  [SnapshotsError, { cause: 'state', status: 2 }],
  [BucketError, { cause: 'state', status: 2 }],
  [BuildInProgress, { cause: 'busy', status: 4 }],
  [SystemFailure, { cause: 'machine', status: 5 }],
  [ThreadEnded, { cause: 'machine', status: 5 }],
]

/** How a command ends that throws `error`; a fault of the program ends with 1. */
export function endingOf(error: unknown): Ending {
  const failure = systemFailure(error) ?? error
  if (failure instanceof SourceError && failure.reason === 'quarantined')
    return { cause: 'quarantined', status: 3 }
  const found = endings.find(([kind]) => failure instanceof kind)
  return found?.[1] ?? { cause: 'program', status: 1 }
}

export const expectedErrors = endings.map(([kind]) => kind)
