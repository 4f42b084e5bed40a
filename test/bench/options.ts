import { parseCommandLine, UsageError, wholeNumber } from '../../data/command_line.ts'
import { endpoints } from './endpoints.ts'

export const help = `Measures the real server against bare Koa that sends the same bytes, in one run.

  npm run bench [-- --farms N]

  --farms N       synthetic farms in the snapshot, 1 to 10,000,000 (default 100,000)
  --seed S        seed of the farms and of the requests (default 1)
  --snapshot DIR  a build folder: its live snapshot is measured, or where it has none, one is built
                  in it and kept (default: one is built in a temporary folder)
  --only TEXT     only the endpoints whose name begins so
  --seconds T     how long each measurement takes, 0.1 to 600 (default 5)
  --warm-up T     how long requests run before that, 0 to 600 (default 5)
  --cpu-prof DIR  write a V8 CPU profile of the server to DIR
  --json          print the result as JSON on standard output
  --help          this text

The server runs as npm start runs it: key check, limits (raised) and request log are on. Progress
goes to standard error. Exit status: 0 measured, 2 bad usage.

Endpoints:
${endpoints.map(({ name }) => `  ${name}`).join('\n')}
`

export type Options = {
  /** Undefined where none was given. */
  farms: number | undefined
  seed: number
  buildDir: string | undefined
  only: string
  seconds: number
  warmUp_s: number
  profileDir: string | undefined
  json: boolean
}

/** Reads the command line; null where help is asked for. Throws a UsageError. */
export function readOptions(args: string[]): Options | null {
  const values = parse(args)
  if (values.help) return null
  if (!endpoints.some(({ name }) => name.startsWith(values.only)))
    throw new UsageError(
      `--only ${values.only}: no endpoint's name begins so; there are ${endpoints.map(({ name }) => name).join('; ')}`,
    )
  return {
    farms:
      values.farms === undefined ? undefined : wholeNumber('--farms', values.farms, 1, 10_000_000),
    seed: wholeNumber('--seed', values.seed, 0, 2 ** 32 - 1),
    buildDir: values.snapshot,
    only: values.only,
    seconds: seconds('--seconds', values.seconds, 0.1),
    warmUp_s: seconds('--warm-up', values['warm-up'], 0),
    profileDir: values['cpu-prof'],
    json: values.json,
  }
}

function parse(args: string[]) {
  const command = {
    args,
    options: {
      farms: { type: 'string' },
      seed: { type: 'string', default: '1' },
      snapshot: { type: 'string' },
      only: { type: 'string', default: '' },
      seconds: { type: 'string', default: '5' },
      'warm-up': { type: 'string', default: '5' },
      'cpu-prof': { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  } as const
  return parseCommandLine(command, 'npm run bench').values
}

function seconds(option: string, text: string, least: number): number {
  const number = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && number >= least && number <= 600) return number
  throw new UsageError(`${option} \`${text}\` is not a number of seconds from ${least} to 600`)
}
