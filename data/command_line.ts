import { parseArgs, type ParseArgsConfig } from 'node:util'
import { groupDigits } from './digit_grouping.ts'

/** The command line is wrong; the message says what would be right. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** `parseArgs`, but its errors are UsageErrors, which name the command for `help` where it is given. */
export function parseCommandLine<Config extends ParseArgsConfig>(config: Config, help?: string) {
  try {
    return parseArgs(config)
  } catch (cause) {
    const hint = help === undefined ? '' : ` (${help})`
    throw new UsageError((cause as Error).message + hint, { cause })
  }
}

/** Reads a whole number from `least` to `most`, both included. Throws a UsageError. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  const range = `${groupDigits(least)} to ${groupDigits(most)}`
  throw new UsageError(`${option} \`${text}\` is not a whole number from ${range}`)
}
