import { buildCommand } from './cli/build.ts'
import { snapshotsCommand } from './cli/snapshots.ts'
import { UsageError } from '../data/command_line.ts'
import { RetentionError } from './snapshots/retention.ts'
import { BuildInProgress } from './snapshots/workspace.ts'
import { SourceError } from './read/source_error.ts'

/** Each takes its arguments and returns the exit status: 0 done, 1 or 3 not done. */
const commands: Record<string, (args: string[]) => Promise<number>> = {
  build: buildCommand,
  snapshots: snapshotsCommand,
}

const [name = '', ...args] = process.argv.slice(2)
try {
  const command = commands[name]
  if (!command)
    throw new UsageError(`there is no such command; there are ${Object.keys(commands).join(', ')}`)
  process.exitCode = await command(args)
} catch (error) {
  const blamesInput = [UsageError, SourceError, BuildInProgress, RetentionError].some(
    (kind) => error instanceof kind,
  )
  if (!blamesInput) throw error
  process.stderr.write(`${name}: ${(error as Error).message}\n`)
  process.exitCode = 2
}
