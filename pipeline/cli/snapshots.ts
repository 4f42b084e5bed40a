import { groupDigits } from '../../data/digit_grouping.ts'
import { layout, type Layout } from '../../data/schema/layout.ts'
import {
  currentSnapshot,
  listSnapshots,
  publishedIds,
  type ListedSnapshot,
} from '../snapshots/snapshots.ts'
import { verifySnapshot } from '../snapshots/verify.ts'
import { diffLines, diffSnapshots } from '../snapshots/diff.ts'
import { doubtfulCsv, doubtfulPairs } from '../report/doubtful.ts'
import { keptReport, rewritePage } from '../report/report.ts'
import { prune, rollback } from '../snapshots/retention.ts'
import { parseCommandLine, UsageError } from '../../data/command_line.ts'
import { workingIn } from '../../data/system_failure.ts'

const help = `Looks after the published snapshots.

  npm run snapshots -- list
      every snapshot, newest last; the live one is marked
  npm run snapshots -- verify [ID]
      reads every file of a snapshot (default: the live one) with a second Parquet reader and
      checks it against the manifest and the schemas
  npm run snapshots -- diff A [B]
      how snapshot B (default: the live one) differs from A
  npm run snapshots -- report [ID]
      writes the report of a build (default: of the live snapshot) as a page, and says where
  npm run snapshots -- doubtful [ID]
      the farms of a snapshot (default: of the live one) that may be one and are not, as CSV, the
      nearest misses first; write same or different into its column decision, and hand it to every
      build from then on: npm run build -- … --overrides FILE.csv
  npm run snapshots -- rollback ID
      makes a snapshot the live one again; a running server takes it up within a second
  npm run snapshots -- prune --keep N
      removes all but the live snapshot and the newest N, with the reports of those removed

  ID is that of a snapshot, or latest for the live one.

  --out DIR   the build folder (default: BUILD_DIR, else build)
  --json      print JSON on standard output
  --help      this text

Exit status: 0 all well, 1 a snapshot is damaged, 2 bad usage or not possible.
`

const options = {
  out: { type: 'string', default: process.env.BUILD_DIR || 'build' },
  keep: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** `npm run snapshots`. Returns the exit status. */
export async function snapshotsCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseCommandLine(
    { args, options, allowPositionals: true },
    'npm run snapshots',
  )
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  const [name = '', ...ids] = positionals
  const action = actions[name]
  if (!action)
    throw new UsageError(
      `there is no action ${name || 'named'}; there are ${Object.keys(actions).join(', ')} (npm run snapshots -- --help)`,
    )
  const [least, most] = action.ids
  if (ids.length < least || ids.length > most)
    throw new UsageError(`${name} takes ${action.takes} (npm run snapshots -- --help)`)
  if (values.keep !== undefined && name !== 'prune') throw new UsageError('--keep goes with prune')
  const place = { doing: `${name} snapshots in`, folder: values.out, setting: '--out DIR' }
  const {
    value,
    lines,
    status = 0,
  } = await workingIn(place, () => action.run(layout(values.out), ids, values.keep))
  const printed = values.json ? [JSON.stringify(value)] : lines
  process.stdout.write(printed.map((line) => line + '\n').join(''))
  return status
}

type Action = {
  /** How many ids it takes, at least and at most. */
  ids: [least: number, most: number]
  takes: string
  run: (places: Layout, ids: string[], keep?: string) => Promise<Outcome>
}

/** What an action prints, as JSON or as lines, and its exit status: 0 unless it says another. */
type Outcome = { value: unknown; lines: string[]; status?: number }

const actions: Record<string, Action> = {
  list: { ids: [0, 0], takes: 'nothing else', run: list },
  verify: { ids: [0, 1], takes: 'at most one ID', run: verify },
  diff: { ids: [1, 2], takes: 'one ID or two', run: diff },
  report: { ids: [0, 1], takes: 'at most one ID', run: report },
  doubtful: { ids: [0, 1], takes: 'at most one ID', run: doubtful },
  rollback: { ids: [1, 1], takes: 'one ID', run: rollbackTo },
  prune: { ids: [0, 0], takes: 'only --keep N', run: pruneTo },
}

async function list(places: Layout): Promise<Outcome> {
  const snapshots = await listSnapshots(places)
  const value = snapshots.map(({ id, live, manifest }) => ({
    live,
    ...(manifest ?? { id, damaged: true }),
  }))
  const lines = snapshots.length > 0 ? snapshots.map(listLine) : [`no snapshot in ${places.root}`]
  return { value, lines }
}

function listLine({ id, live, manifest }: ListedSnapshot): string {
  const start = `${live ? '*' : ' '} ${id}  `
  if (!manifest) return `${start}DAMAGED: its manifest.json can't be read`
  const farms = `${groupDigits(manifest.farms).padStart(11)} farms`
  const files = manifest.sources.map(({ file }) => file).join(', ')
  return `${start}${farms}  ${files}${manifest.synthetic ? ' (synthetic)' : ''}`
}

async function verify(places: Layout, [wanted]: string[]): Promise<Outcome> {
  const snapshot = await published(places, wanted)
  const { files, problems } = await verifySnapshot(places.snapshot(snapshot))
  const isWhole = problems.length === 0
  const lines = isWhole ? [`${files} files are whole and fit their schemas`] : problems
  return {
    value: { snapshot, files, problems },
    lines: lines.map((line) => `${snapshot}: ${line}`),
    status: isWhole ? 0 : 1,
  }
}

async function diff(places: Layout, ids: string[]): Promise<Outcome> {
  const [from, to] = [await published(places, ids[0]), await published(places, ids[1])]
  const value = await diffSnapshots(places.snapshot(from), places.snapshot(to))
  return { value, lines: diffLines(from, to, value) }
}

async function report(places: Layout, [wanted]: string[]): Promise<Outcome> {
  // A refused build has a report, and no snapshot.
  const id = wanted && wanted !== 'latest' ? wanted : await published(places)
  const page = await rewritePage(places.report(id))
  if (page === null) throw new UsageError(`${places.reports} has no report of a build ${id}`)
  return { value: { id, page }, lines: [page] }
}

async function doubtful(places: Layout, [wanted]: string[]): Promise<Outcome> {
  const id = await published(places, wanted)
  const report = await keptReport(places.report(id))
  const value = await doubtfulPairs(places.snapshot(id), report?.decisions)
  return { value, lines: [doubtfulCsv(value).replaceAll('\r\n', '\n').trimEnd()] }
}

async function rollbackTo(places: Layout, [wanted]: string[]): Promise<Outcome> {
  const before = await currentSnapshot(places)
  const id = wanted === 'latest' ? await published(places) : wanted!
  await rollback(places, id)
  return { value: { live: id, before }, lines: [`${id} is live; ${before ?? 'none'} was`] }
}

async function pruneTo(places: Layout, _ids: string[], keep = ''): Promise<Outcome> {
  if (!/^\d+$/.test(keep)) throw new UsageError('prune needs --keep N, a number')
  const removed = await prune(places, Number(keep))
  const lines = removed.length > 0 ? removed.map((id) => `removed ${id}`) : ['nothing to remove']
  return { value: { removed }, lines }
}

/** The id of a published snapshot: the one wanted, or for `latest` the live one. */
async function published(places: Layout, wanted = 'latest'): Promise<string> {
  const id = wanted === 'latest' ? await currentSnapshot(places) : wanted
  if (!id)
    throw new UsageError(
      `${places.root} holds no live snapshot; build one (npm run build -- --help)`,
    )
  if (!(await publishedIds(places)).includes(id))
    throw new UsageError(`${places.root} holds no snapshot ${id} (npm run snapshots -- list)`)
  return id
}
