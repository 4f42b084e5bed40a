import { groupDigits } from '../../data/digit_grouping.ts'
import { layout, type Layout } from '../../data/schema/layout.ts'
import {
  currentSnapshot,
  listSnapshots,
  publishedIds,
  type ListedSnapshot,
} from '../snapshots/snapshots.ts'
import { verifySnapshot } from '../snapshots/verify.ts'
import { diffSnapshots, diffText } from '../snapshots/diff.ts'
import { rewritePage } from '../report/report.ts'
import { prune, rollback } from '../snapshots/retention.ts'
import { parseCommandLine, UsageError } from '../../data/command_line.ts'

const help = `Looks after the published snapshots.

  npm run snapshots -- list
      every snapshot, newest last; the live one is marked
  npm run snapshots -- verify [ID]
      reads every file of a snapshot (default: the live one) with a second Parquet reader and
      checks it against the manifest and the schemas
  npm run snapshots -- diff A [B]
      what is other in snapshot B (default: the live one) than in A
  npm run snapshots -- report [ID]
      writes the report of a build (default: of the live snapshot) as a page, and says where
  npm run snapshots -- rollback ID
      makes a snapshot the live one again; a running server takes it up within a second
  npm run snapshots -- prune --keep N
      removes all but the live snapshot and the newest N, with the reports of those removed

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
    'npm run snapshots -- --help',
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
  const {
    ids: [least, most],
    run,
  } = action
  if (ids.length < least || ids.length > most)
    throw new UsageError(`${name} takes ${action.takes} (npm run snapshots -- --help)`)
  if (values.keep !== undefined && name !== 'prune') throw new UsageError('--keep goes with prune')
  return run(values, ids)
}

type Values = { out: string; json: boolean; keep?: string }

type Action = {
  /** How many ids it takes, at least and at most. */
  ids: [least: number, most: number]
  takes: string
  run: (values: Values, ids: string[]) => Promise<number>
}

const actions: Record<string, Action> = {
  list: { ids: [0, 0], takes: 'nothing else', run: list },
  verify: { ids: [0, 1], takes: 'at most one ID', run: verify },
  diff: { ids: [1, 2], takes: 'one ID or two', run: diff },
  report: { ids: [0, 1], takes: 'at most one ID', run: report },
  rollback: { ids: [1, 1], takes: 'one ID', run: rollbackTo },
  prune: { ids: [0, 0], takes: 'only --keep N', run: pruneTo },
}

async function diff({ out, json }: Values, ids: string[]): Promise<number> {
  const places = layout(out)
  const [from, to] = [await published(places, ids[0]), await published(places, ids[1])]
  const difference = await diffSnapshots(places.snapshot(from), places.snapshot(to))
  say(json, difference, diffText(from, to, difference) + '\n')
  return 0
}

async function report({ out, json }: Values, [wanted]: string[]): Promise<number> {
  const places = layout(out)
  const id = wanted ?? (await published(places, wanted))
  const page = await rewritePage(places.report(id))
  if (page === null) throw new UsageError(`${places.reports} has no report of a build ${id}`)
  say(json, { id, page }, page + '\n')
  return 0
}

/** The id of a published snapshot; without one wanted, of the live one. */
async function published(places: Layout, wanted: string | undefined): Promise<string> {
  const id = wanted ?? (await currentSnapshot(places))
  if (!id)
    throw new UsageError(
      `${places.root} holds no live snapshot; build one (npm run build -- --help)`,
    )
  if (!(await publishedIds(places)).includes(id))
    throw new UsageError(`${places.root} holds no snapshot ${id} (npm run snapshots -- list)`)
  return id
}

async function rollbackTo({ out, json }: Values, [id]: string[]): Promise<number> {
  const before = await currentSnapshot(layout(out))
  await rollback(layout(out), id!)
  say(json, { live: id, before }, `${id} is live; ${before ?? 'none'} was\n`)
  return 0
}

async function pruneTo({ out, json, keep }: Values): Promise<number> {
  if (!/^\d+$/.test(keep ?? '')) throw new UsageError('prune needs --keep N, a number')
  const removed = await prune(layout(out), Number(keep))
  say(json, { removed }, removed.map((id) => `removed ${id}\n`).join('') || 'nothing to remove\n')
  return 0
}

const say = (json: boolean, value: unknown, text: string) =>
  process.stdout.write(json ? JSON.stringify(value) + '\n' : text)

async function list({ out, json }: Values): Promise<number> {
  const snapshots = await listSnapshots(layout(out))
  const manifests = snapshots.map(({ id, live, manifest }) => ({
    live,
    ...(manifest ?? { id, damaged: true }),
  }))
  if (json) process.stdout.write(JSON.stringify(manifests) + '\n')
  else process.stdout.write(snapshots.map(listLine).join('') || `no snapshot in ${out}\n`)
  return 0
}

function listLine({ id, live, manifest }: ListedSnapshot): string {
  const start = `${live ? '*' : ' '} ${id}  `
  if (!manifest) return `${start}DAMAGED: its manifest.json can't be read\n`
  const farms = `${groupDigits(manifest.farms).padStart(11)} farms`
  const files = manifest.sources.map(({ file }) => file).join(', ')
  return `${start}${farms}  ${files}${manifest.synthetic ? ' (synthetic)' : ''}\n`
}

async function verify({ out, json }: Values, [wanted]: string[]): Promise<number> {
  const places = layout(out)
  const id = await published(places, wanted)
  const { files, problems } = await verifySnapshot(places.snapshot(id))
  if (json) process.stdout.write(JSON.stringify({ snapshot: id, files, problems }) + '\n')
  else if (problems.length === 0)
    process.stdout.write(`${id}: ${files} files are whole and fit their schemas\n`)
  else process.stdout.write(problems.map((problem) => `${id}: ${problem}\n`).join(''))
  return problems.length === 0 ? 0 : 1
}
