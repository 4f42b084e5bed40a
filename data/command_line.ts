import { parseArgs, type ParseArgsConfig } from 'node:util'
import { groupDigits } from './digit_grouping.ts'
import { SystemFailure, systemFailure } from './system_failure.ts'
import { nearestOf } from './vocabulary/edit_distance.ts'

/** The command line is wrong; the message says what would be right. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/**
 * Runs a command as this process: its result is the exit status. A wrong command line, a failure of the
 * system and an error of one of the `expected` classes end with 2 and a sentence on standard error;
 * every other error is a fault of the program, and ends with 1 and a stack.
 */
export async function runProgram(
  name: string,
  run: () => Promise<number>,
  expected: (new (...args: never[]) => Error)[] = [],
): Promise<void> {
  const fail = (message: string) => {
    process.stderr.write(`${name}: ${message}\n`)
    process.exitCode = 2
  }
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough (`| head`) is no failure.
    if (error.code !== 'EPIPE') fail(`standard output: ${(systemFailure(error) ?? error).message}`)
  })
  try {
    process.exitCode = await run()
  } catch (error) {
    const failure = systemFailure(error) ?? error
    const kinds = [UsageError, SystemFailure, ...expected]
    if (!kinds.some((kind) => failure instanceof kind)) throw error
    fail((failure as Error).message)
  }
}

/**
 * `parseArgs`, but its errors are UsageErrors, which name the option that was probably meant and the
 * `help` of the command; `program` is how it is called, as `npm run build`.
 */
export function parseCommandLine<Config extends ParseArgsConfig>(
  config: Config,
  program: string,
  help = ` (${program} -- --help)`,
) {
  const names = Object.keys(config.options ?? {})
  refuseTaken(names, program)
  try {
    return parseArgs(config)
  } catch (cause) {
    throw new UsageError(complaint(cause as Error, names) + help, { cause })
  }
}

/** Options that people have set for npm itself. */
const npmsOwn = new Set(['json', 'only', 'email'])

/** Without `--` before them npm takes options for its own, and hands on what is left. */
function refuseTaken(names: string[], program: string): void {
  const taken = names.find(
    (name) =>
      !npmsOwn.has(name) && process.env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined,
  )
  if (taken === undefined) return
  throw new UsageError(
    `npm took --${taken} as its own option: put -- after \`${program}\`, before all options`,
  )
}

function complaint({ message }: Error, names: string[]): string {
  const unknown = /^Unknown option '(--[^']+)'/.exec(message)
  if (!unknown) return message
  const options = names.map((name) => `--${name}`)
  return `${unknown[0]}; ${hintFor(unknown[1]!, options)}`
}

/** Names that may have been meant by one that is unknown. */
export function hintFor(name: string, known: string[]): string {
  const nearest = nearestOf(name, known)
  return nearest ? `did you mean ${nearest}?` : `there are ${known.join(', ')}`
}

/** Reads a whole number from `least` to `most`, both included. Throws a UsageError. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  const range = `${groupDigits(least)} to ${groupDigits(most)}`
  throw new UsageError(`${option} \`${text}\` is not a whole number from ${range}`)
}
