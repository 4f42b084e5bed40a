import { buildCommand } from './cli/build.ts'
import { snapshotsCommand } from './cli/snapshots.ts'
import { UsageError } from './cli/usage.ts'
import { BuildInProgress } from './publish/workspace.ts'
import { SourceError } from './read/adapter.ts'

/** Runs a command with its arguments; the exit status comes back: 0 done, 1 or 3 not done. */
const commands: Record<string, (args: string[]) => Promise<number>> = {
  build: buildCommand,
  snapshots: snapshotsCommand,
}

const [name = '', ...args] = process.argv.slice(2)
const command = commands[name]
if (!command) throw new Error(`no command ${name}: one of ${Object.keys(commands).join(', ')}`)

try {
  process.exitCode = await command(args)
} catch (error) {
  const blamesInput = [UsageError, SourceError, BuildInProgress].some(
    (kind) => error instanceof kind,
  )
  if (!blamesInput) throw error
  process.stderr.write(`${name}: ${(error as Error).message}\n`)
  process.exitCode = 2
}
