import type { ParseArgsConfig } from 'node:util'
import { parseCommandLine, UsageError, wholeNumber } from '../../data/command_line.ts'
import { endpoints } from './endpoints.ts'
import { overloads } from './overload/overload.ts'

const names = [...endpoints.map(({ name }) => name), ...overloads]

const help = `Measures the real server against bare Koa that sends the same bytes, in one run.

  npm run bench [-- --farms N]

  --farms N       synthetic farms in the snapshot, 1 to 10,000,000 (default 100,000)
  --seed S        seed of the farms and of the requests (default 1)
  --snapshot DIR  a build folder: its live snapshot is measured, or where it has none, one is built
                  in it and kept (default: one is built in a temporary folder)
  --only TEXT     only the endpoints whose name begins so; may be given several times
  --seconds T     how long each measurement takes, 0.1 to 600 (default 5)
  --warm-up T     how long requests run before that, 0 to 600 (default 5)
  --cpu-prof DIR  write a V8 CPU profile of the server to DIR
  --load wrk      wrk asks instead of this program, in whole seconds, and takes less of the processors
  --workers N     the server with N workers, 1 to 64, beside one with 1 (default: as it starts)
  --peers         searches of 25 miles by PostGIS, SQLite's R*Tree and a k-d tree behind Koa, too
  --json FILE     write the result as JSON to FILE, too
  --help          this text

The server runs as npm start runs it: key check, limits (raised) and request log are on. Progress
goes to standard error. Exit status: 0 measured, 2 bad usage.

Endpoints:
${names.map((name) => `  ${name}`).join('\n')}
`

export type Options = {
  /** Undefined where none was given. */
  farms: number | undefined
  seed: number
  buildDir: string | undefined
  only: string[]
  seconds: number
  warmUp_s: number
  profileDir: string | undefined
  load: 'own' | 'wrk'
  workers: number | undefined
  peers: boolean
  /** The file for the result. */
  json: string | undefined
}

/** Reads the command line. Throws a UsageError. */
export function readOptions(args: string[]): Options {
  const values = parse(args)
  for (const start of values.only)
    if (!names.some((name) => name.startsWith(start)))
      throw new UsageError(
        `--only ${start}: no endpoint's name begins so; there are ${names.join('; ')}`,
      )
  const { farms, workers, load } = values
  if (load !== 'own' && load !== 'wrk')
    throw new UsageError(
      `--load ${load} is unknown: wrk is the only one beside the own program of the benchmark`,
    )
  return {
    farms: farms === undefined ? undefined : wholeNumber('--farms', farms, 1, 10_000_000),
    seed: wholeNumber('--seed', values.seed, 0, 2 ** 32 - 1),
    buildDir: values.snapshot,
    only: values.only,
    seconds: seconds('--seconds', values.seconds, 0.1),
    warmUp_s: seconds('--warm-up', values['warm-up'], 0),
    profileDir: values['cpu-prof'],
    load,
    workers: workers === undefined ? undefined : wholeNumber('--workers', workers, 1, 64),
    peers: values.peers,
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
      only: { type: 'string', multiple: true, default: [''] },
      seconds: { type: 'string', default: '5' },
      'warm-up': { type: 'string', default: '5' },
      'cpu-prof': { type: 'string' },
      load: { type: 'string', default: 'own' },
      workers: { type: 'string' },
      peers: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  } satisfies ParseArgsConfig
  return parseCommandLine(command, 'npm run bench', help).values
}

function seconds(option: string, text: string, least: number): number {
  const number = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && number >= least && number <= 600) return number
  throw new UsageError(`${option} \`${text}\` is not a number of seconds from ${least} to 600`)
}
