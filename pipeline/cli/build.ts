import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from '../build.ts'
import { gates, type Acceptance } from '../gates/gates.ts'
import { progressOn } from '../progress.ts'
import { layout } from '../../data/schema/layout.ts'
import { adapters } from '../read/adapters.ts'
import { reportText } from '../report/text.ts'
import { readDecisions } from '../resolve/overrides/decisions.ts'
import { readOverrides, type Overrides } from '../resolve/overrides/read.ts'
import { sourceOf, sourcesOf } from './sources.ts'
import { suggestCommand } from './suggest.ts'
import { hintFor, parseCommandLine, UsageError, wholeNumber } from '../../data/command_line.ts'
import { workingIn } from '../../data/system_failure.ts'

const help = `Builds a snapshot from source files and makes it the live one.

  npm run build -- --source KIND=PATH [--source KIND=PATH …] [--out DIR] [--json]
  npm run build -- --config FILE [--out DIR] [--json]
                   [--accept GATE --reason "why"]
  npm run --silent build -- --suggest FILE > sources.json

  --source KIND=PATH  a source file, gzipped or not; several make one snapshot
  --config FILE       a JSON file that names sources (see below); --source adds to them
  --suggest FILE      print a sources file for a table that no kind knows, with its columns mapped
                      as far as names and values say; what is not certain is on standard error
  --overrides FILE    corrections, which are applied last (default: data/overrides.json); a .csv is the
                      list of npm run snapshots -- doubtful with a person's decisions, and adds to
                      them; may be given several times
  --out DIR           the build folder (default: BUILD_DIR, else build)
  --accept GATE       publish although this gate refuses; may be given several times
  --reason TEXT       why that is right; the manifest records it
  --threads N         read the sources in so many threads beside the first, 0 to 64 (default: as many as
                      there are processors, at most 8); what is built is the same
  --memory MB         how much memory DuckDB may use, at least 500 (default 1600, enough for some 300,000
                      farms): of more it writes what it is working on to disk; what is built is the same
  --full              read every row anew; without it rows that are as in the last build, and read by the
                      same program, are taken from there (DIR/readings): what is built is the same
  --json              print the report as JSON on standard output
  --help              this text

Kinds of source:
${adapters.map(({ kind, description }) => `  ${kind}\n      ${description}`).join('\n')}

A sources file, its paths relative to itself; name is the namespace of the source's ids (default:
the kind). Of several files of one series (default: the name), the newest says what is listed; its
date is retrieved_at, else the date in its file name, else the newest date in it:
  {"sources": [
    {"kind": "usda-local-food-portal", "path": "csa.xlsx", "retrieved_at": "2024-04-18"},
    {"kind": "csv", "name": "city-markets", "path": "markets.csv",
     "publisher": "The city", "licence": "Open data", "attribution": "The city's markets",
     "mapping": {"name": "Market Name", "address": ["House", "Street"], "state": {"constant": "NY"},
                 "payment_methods": {"flags": {"EBT": "SNAP"}}, "products": "Crops",
                 "hours": {"days": "Day", "opens": "Start", "closes": "End"}}}]}
A mapping goes from our fields to the file's columns; data/README.md has all that it can say.

The report and the rejected rows are kept in DIR/reports/ID. Exit status: 0 published,
2 bad usage or input, 3 refused by a gate (the live snapshot stays as it was).
`

const ownOverrides = fileURLToPath(new URL('../../data/overrides.json', import.meta.url))

const options = {
  source: { type: 'string', multiple: true },
  config: { type: 'string' },
  suggest: { type: 'string' },
  overrides: { type: 'string', multiple: true },
  out: { type: 'string', default: process.env.BUILD_DIR || 'build' },
  accept: { type: 'string', multiple: true },
  reason: { type: 'string' },
  threads: { type: 'string' },
  memory: { type: 'string' },
  full: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** `npm run build`. Returns the exit status; throws UsageError or SourceError for bad input. */
export async function buildCommand(args: string[]): Promise<number> {
  const { values } = parseCommandLine({ args, options }, 'npm run build')
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  if (values.suggest !== undefined) return suggestCommand(values.suggest)
  const sources = [
    ...(values.config === undefined ? [] : sourcesOf(values.config)),
    ...(values.source ?? []).map(sourceOf),
  ]
  if (sources.length === 0)
    throw new UsageError('no --source KIND=PATH or --config FILE given (npm run build -- --help)')
  if (existsSync(values.out) && !statSync(values.out).isDirectory())
    throw new UsageError(`--out ${values.out} is a file; name a folder`)
  const overrides = await overridesOf(values.overrides ?? [])
  const place = { doing: 'build into', folder: values.out, setting: '--out DIR' }
  const accepted = acceptances(values)
  const threads =
    values.threads === undefined ? undefined : wholeNumber('--threads', values.threads, 0, 64)
  const memory_mb =
    values.memory === undefined ? undefined : wholeNumber('--memory', values.memory, 500, 1_000_000)
  const report = await workingIn(place, () =>
    build(
      { sources, out: values.out, accepted, overrides, full: values.full, threads, memory_mb },
      progressOn(),
    ),
  )
  process.stdout.write((values.json ? JSON.stringify(report) : reportText(report)) + '\n')
  if (report.snapshot === null) return 3
  if (!values.json)
    process.stdout.write(`published ${layout(values.out).snapshot(report.snapshot)}\n`)
  return 0
}

async function overridesOf(files: string[]): Promise<Overrides> {
  const isList = (file: string) => file.toLowerCase().endsWith('.csv')
  const [corrections = ownOverrides, ...others] = files.filter((file) => !isList(file))
  if (others.length > 0)
    throw new UsageError(`--overrides ${others[0]}: there is ${corrections} already; name one file`)
  const decisions = await readDecisions(files.filter(isList))
  return { ...(await readOverrides(corrections)), decisions }
}

function acceptances(values: { accept?: string[]; reason?: string }): Acceptance[] {
  const { accept = [], reason } = values
  if (accept.length > 0 && !reason?.trim())
    throw new UsageError('--accept needs --reason "why": the manifest records it')
  if (accept.length === 0 && reason !== undefined)
    throw new UsageError('--reason goes with --accept GATE')
  const acceptable = gates.filter(({ severity }) => severity === 'refusal').map(({ name }) => name)
  const wrong = accept.find((gate) => !acceptable.includes(gate))
  if (wrong !== undefined)
    throw new UsageError(
      `--accept ${wrong}: no gate that can be accepted; ${hintFor(wrong, acceptable)}`,
    )
  return accept.map((gate) => ({ gate, reason: reason!.trim() }))
}
