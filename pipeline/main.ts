import { buildCommand } from './cli/build.ts'
import { snapshotsCommand } from './cli/snapshots.ts'
import { BucketError } from '../data/bucket/bucket.ts'
import { runProgram, UsageError } from '../data/command_line.ts'
import { SnapshotsError } from './snapshots/snapshots.ts'
import { BuildInProgress } from './snapshots/workspace.ts'
import { ThreadEnded } from './intake/row_readers.ts'
import { SourceError } from './read/source_error.ts'

/** Commands take their arguments and return the exit status: 0 done, 1 or 3 not done. */
const commands: Record<string, (args: string[]) => Promise<number>> = {
  build: buildCommand,
  snapshots: snapshotsCommand,
}

const [name = '', ...args] = process.argv.slice(2)
await runProgram(name, async () => {
  const command = commands[name]
  if (command) return command(args)
  throw new UsageError(`there is no such command; there are ${Object.keys(commands).join(', ')}`)
}, [SourceError, ThreadEnded, BuildInProgress, SnapshotsError, BucketError])
