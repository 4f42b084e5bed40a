import { buildCommand } from './cli/build.ts'
import { doctorCommand } from './cli/doctor.ts'
import { farmsCommand } from './cli/farms.ts'
import { snapshotsCommand } from './cli/snapshots.ts'
import { endingOf, expectedErrors } from './cli/record_run.ts'
import { runProgram, UsageError } from '../data/command_line.ts'

/** Commands take their arguments and return the exit status: 0 done, 1 or 3 not done. */
const commands: Record<string, (args: string[]) => Promise<number>> = {
  build: buildCommand,
  snapshots: snapshotsCommand,
  farms: farmsCommand,
  doctor: doctorCommand,
}

const [name = '', ...args] = process.argv.slice(2)
const run = async () => {
  const command = commands[name]
  if (command) return command(args)
  throw new UsageError(`there is no such command; there are ${Object.keys(commands).join(', ')}`)
}
await runProgram(name, run, expectedErrors, (failure) => endingOf(failure).status)
