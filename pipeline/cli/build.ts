import { existsSync, statSync } from 'node:fs'
import { z } from 'zod'
import { build } from '../build.ts'
import { progressOn } from '../progress.ts'
import { layout } from '../../data/schema/layout.ts'
import type { RunDraft } from '../../data/schema/run.ts'
import { remedies } from '../gates/gates.ts'
import { adapters } from '../read/adapters.ts'
import { reportText } from '../report/text.ts'
import { notifyRun } from '../notify/notify_run.ts'
import { messageOf, nearLimits } from '../notify/message.ts'
import { recordRun } from './record_run.ts'
import { notifyOf, settingsOf, sourceOf, sourcesOf } from './sources.ts'
import { outOption, parseCommandLine, UsageError, wholeNumber } from '../../data/command_line.ts'
import { workingIn } from '../../data/system_failure.ts'
import { suggest } from '../read/suggest/suggest.ts'

const help = `Builds a snapshot from source files and makes it the live one.

  npm run build -- --source TYPE=PATH [--source TYPE=PATH …] [--out DIR] [--json]
  npm run build -- --config FILE [--out DIR] [--json]
  npm run --silent build -- --suggest FILE > sources.json

  --source TYPE=PATH  a source file, gzipped or not; several make one snapshot
  --config FILE       a JSON file that names sources (see below); --source adds to them
  --suggest FILE      print a draft of a sources file: the source type of the file, else a
                      mapping by names and values of its columns, and a retrieved_at to check; what is
                      not certain is on standard error
  --out DIR           the build folder (default: BUILD_DIR, else build)
  --threads N         N extra reader threads, 0 to 64 (default: one per processor, at most 8); the
                      snapshot is the same
  --memory MB         memory of DuckDB, at least 500 (default 1600, enough for some 300,000 farms);
                      beyond it DuckDB uses the disk; the snapshot is the same
  --at INSTANT        build for that moment (2026-11-25T04:00:00Z) instead of now: the same inputs on
                      the same live snapshot give the same bytes
  --full              read every row again; by default rows that did not change since the last build
                      are reused (DIR/readings); the snapshot is the same
  --publish-unchanged
                      publish even if nothing changed: by default, such a run is only recorded
  --json              print the report as JSON on standard output
  --help              this text

Source types:
${adapters.map(({ kind, description }) => `  ${kind}\n      ${description}`).join('\n')}

A sources file, its paths relative to itself; name is the namespace of the source's ids (default:
the kind). Of several files of one series (default: the name), the newest says what is listed. A
file's date is retrieved_at, else the date in its name (2017-06-14, or 2017-06: the first), else the
newest date of its rows; a file that nothing dates is refused:
  {"sources": [
    {"kind": "usda-local-food-portal", "path": "csa.xlsx", "retrieved_at": "2024-04-18"},
    {"kind": "csv", "name": "city-markets", "path": "markets.csv", "retrieved_at": "2024-04-18",
     "publisher": "The city", "licence": "Open data", "attribution": "The city's markets",
     "mapping": {"name": "Market Name", "address": ["House", "Street"], "state": {"constant": "NY"},
                 "payment_methods": {"flags": {"EBT": "SNAP"}}, "products": "Crops",
                 "hours": {"days": "Day", "opens": "Start", "closes": "End"}}}]}
Beside sources, "decisions" names the file of npm run farms (default: DIR/decisions.jsonl), and
"notify" names the receivers of notifications (server/deploy/README.md), and "changes_days" is for how
many days clients can ask for changes since a snapshot (default: 90).
Instead of path, url is an https address: {key} in it is the key in the environment variable key_env
(USDA_API_KEY), and an address with {state} is fetched for each state. If a file is missing, not
fetched or refused, the last good edition of its source is used, up to max_age_days (90).
A mapping goes from our fields to the file's columns; pipeline/SOURCES.md lists all forms.

The report and the rejected rows are kept in DIR/reports/ID. Exit status: 0 published, or nothing
changed, 2 bad usage or input, 3 refused by a gate, 4 another build holds DIR, 5 the machine (disk,
rights, memory). Unless it is 0, the live snapshot stays as it was. Every run adds a line to
DIR/runs.jsonl.
`

const options = {
  source: { type: 'string', multiple: true },
  config: { type: 'string' },
  suggest: { type: 'string' },
  out: outOption,
  threads: { type: 'string' },
  memory: { type: 'string' },
  at: { type: 'string' },
  full: { type: 'boolean', default: false },
  'publish-unchanged': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

const valuesOf = (args: string[]) =>
  parseCommandLine({ args, options }, 'npm run build', help).values

/** `npm run build`. Returns the exit status; throws UsageError or SourceError for bad input. */
export async function buildCommand(args: string[]): Promise<number> {
  const values = valuesOf(args)
  if (values.suggest !== undefined) return suggestCommand(values.suggest)
  if (existsSync(values.out) && !statSync(values.out).isDirectory())
    throw new UsageError(`--out ${values.out} is a file; name a folder`)
  const places = layout(values.out)
  return recordRun(
    places,
    'build',
    (run) => buildInto(values, run),
    (run) => notifyRun(places, notifyOf(values.config), messageOf(run, values.out)),
  )
}

async function buildInto(values: ReturnType<typeof valuesOf>, run: RunDraft): Promise<number> {
  const sources = [
    ...(values.config === undefined ? [] : sourcesOf(values.config)),
    ...(values.source ?? []).map(sourceOf),
  ]
  if (sources.length === 0)
    throw new UsageError('no --source TYPE=PATH or --config FILE given (npm run build -- --help)')
  const { decisions, changes_days } = settingsOf(values.config)
  const place = { doing: 'build into', folder: values.out, setting: '--out DIR' }
  const threads =
    values.threads === undefined ? undefined : wholeNumber('--threads', values.threads, 0, 64)
  const memory_mb =
    values.memory === undefined ? undefined : wholeNumber('--memory', values.memory, 500, 1_000_000)
  const skip_unchanged = !values['publish-unchanged']
  const report = await workingIn(place, () =>
    build(
      {
        sources,
        out: values.out,
        decisions,
        changes_days,
        full: values.full,
        skip_unchanged,
        threads,
        memory_mb,
        run,
        ...(values.at !== undefined && { at: momentOf(values.at) }),
      },
      progressOn(),
    ),
  )
  if (report === null) {
    const { previous: unchanged, failing = [] } = run
    const lines = [`nothing changed since ${unchanged}; nothing was published`, ...failing]
    const text = values.json ? JSON.stringify({ unchanged, failing }) : lines.join('\n')
    process.stdout.write(text + '\n')
    return 0
  }
  const { snapshot } = report
  const end = snapshot
    ? [`published ${layout(values.out).snapshot(snapshot)}`, ...nearLimits(run, values.out)]
    : remedies({ ...report, id: run.snapshot! }, values.out)
  const lines = values.json ? [JSON.stringify(report)] : [reportText(report), ...end]
  process.stdout.write(lines.map((line) => line + '\n').join(''))
  return snapshot ? 0 : 3
}

function momentOf(text: string): Date {
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text)
  throw new UsageError(`--at \`${text}\` is no moment such as 2026-11-25T04:00:00Z`)
}

/**
 * Prints a draft of a sources file on standard output, and its uncertain points on standard error. Returns
 * the exit status; throws UsageError or SourceError.
 */
async function suggestCommand(path: string): Promise<number> {
  if (!existsSync(path)) throw new UsageError(`--suggest: there is no file ${path}`)
  const { sources, remarks } = await suggest(path)
  process.stdout.write(JSON.stringify({ sources }, null, 2) + '\n')
  process.stderr.write(remarks.map((remark) => `suggest: ${remark}\n`).join(''))
  return 0
}
