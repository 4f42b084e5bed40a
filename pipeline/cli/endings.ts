import { BucketError } from '../../data/bucket/bucket.ts'
import { UsageError } from '../../data/command_line.ts'
import type { RunCause } from '../../data/schema/run.ts'
import { systemFailure, SystemFailure } from '../../data/system_failure.ts'
import { ThreadEnded } from '../intake/row_readers.ts'
import { SourceError } from '../read/source_error.ts'
import { ClockBehind } from '../runs/clock.ts'
import { SnapshotsError } from '../snapshots/snapshots.ts'
import { BuildInProgress } from '../snapshots/workspace.ts'

type ErrorClass = new (...args: never[]) => Error
type Ending = { cause: RunCause; status: number }

/** The exit status and the cause in the ledger, by class of error. */
const endings: [ErrorClass, Ending][] = [
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
