import { parseArgs, type ParseArgsConfig } from 'node:util'
import { groupDigits } from './digit_grouping.ts'
import { SystemFailure, systemFailure } from './system_failure.ts'
import { nearestOf } from './vocabulary/edit_distance.ts'

/** The command line is wrong; the message states the remedy. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The option of commands that names the build folder. */
export const outOption = { type: 'string', default: process.env.BUILD_DIR || 'build' } as const

/** A command on a build folder as it is typed: with its option, unless every shell has that folder by default. */
export const commandOn = (root: string, command: string): string =>
  root === 'build' && !process.env.BUILD_DIR ? command : `${command} --out "${root}"`

/** `--help` is given: its message is printed in place of the command's work. */
class HelpAsked extends Error {}

/**
 * Runs a command as this process: its result is the exit status. A wrong command line, a system failure or
 * an error of an `expected` class ends with `statusOf` it and a sentence on standard error. Every other error is
 * a fault of the program: it ends with status 1 and a stack.
 */
export async function runProgram(
  name: string,
  run: () => Promise<number>,
  expected: (new (...args: never[]) => Error)[] = [],
  statusOf: (failure: Error) => number = () => 2,
): Promise<void> {
  const fail = (failure: Error, prefix = '') => {
    process.stderr.write(`${name}: ${prefix}${failure.message}\n`)
    process.exitCode = statusOf(failure)
  }
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    // A reader that stops early (`| head`) is no failure.
    if (error.code !== 'EPIPE') fail(systemFailure(error) ?? error, 'standard output: ')
  })
  try {
    process.exitCode = await run()
  } catch (error) {
    if (error instanceof HelpAsked) return void process.stdout.write(error.message)
    const failure = systemFailure(error) ?? error
    const kinds = [UsageError, SystemFailure, ...expected]
    if (!kinds.some((kind) => failure instanceof kind)) throw error
    fail(failure as Error)
  }
}

/**
 * `parseArgs` with an option `--help`, or `-h`, which ends the command with the text `help`. Its errors are
 * UsageErrors, which suggest the nearest option and end with a `hint`; `program` is the command as typed, such
 * as `npm run build`.
 */
export function parseCommandLine<Config extends ParseArgsConfig>(
  config: Config,
  program: string,
  help: string,
  hint = ` (${program}${program.includes(' -- ') ? '' : ' --'} --help)`,
): ReturnType<typeof parseArgs<Config>> {
  const options: ParseArgsConfig['options'] = {
    ...config.options,
    help: { type: 'boolean', short: 'h' },
  }
  const names = Object.keys(options)
  refuseTaken(names, program)
  const { values, ...parsed } = parse({ ...config, options }, names, hint)
  const { help: isAsked, ...others } = values
  if (isAsked === true) throw new HelpAsked(help)
  const empty = Object.keys(others).find((name) => others[name] === '')
  if (empty !== undefined) throw new UsageError(`--${empty} is empty: give it a value${hint}`)
  return { ...parsed, values: others } as ReturnType<typeof parseArgs<Config>>
}

function parse(config: ParseArgsConfig, names: string[], hint: string) {
  try {
    return parseArgs(config)
  } catch (cause) {
    throw new UsageError(complaint(cause as Error, names) + hint, { cause })
  }
}

/** Options that users set for npm itself. */
const npmsOwn = new Set(['json', 'only', 'email'])

/** Without a preceding `--`, npm takes options as its own, and passes on the rest. */
function refuseTaken(names: string[], program: string): void {
  const taken = names.find(
    (name) =>
      !npmsOwn.has(name) && process.env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined,
  )
  if (taken === undefined) return
  throw new UsageError(
    `npm took --${taken} as its own option: put -- after \`${program.split(' -- ', 1)[0]}\`, before all options`,
  )
}

function complaint({ message }: Error, names: string[]): string {
  const valueless =
    /^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' argument (missing|is ambiguous)/.exec(message)
  if (valueless) {
    const [, option, what] = valueless
    return `${option} needs a value${what === 'missing' ? '' : `; write one with a dash before it as ${option}=VALUE`}`
  }
  const unknown = /^Unknown option '(--[^']+)'/.exec(message)
  if (!unknown) return message
  const options = names.map((name) => `--${name}`)
  return `${unknown[0]}; ${hintFor(unknown[1]!, options)}`
}

/** Suggests the known name nearest to an unknown one, or lists all. */
export function hintFor(name: string, known: string[]): string {
  const nearest = nearestOf(name, known)
  return nearest ? `did you mean ${nearest}?` : `there are ${known.join(', ')}`
}

/** The error for an action that a command does not have, or for none. */
export function noSuchAction(name: string, known: string[], program: string): UsageError {
  const what =
    name === ''
      ? `name an action: ${known.join(', ')}`
      : `there is no action ${name}; ${hintFor(name, known)}`
  return new UsageError(`${what} (${program} -- --help)`)
}

/** Reads a whole number from `least` to `most`, inclusive. Throws a UsageError. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  const range = `${groupDigits(least)} to ${groupDigits(most)}`
  throw new UsageError(`${option} \`${text}\` is not a whole number from ${range}`)
}
