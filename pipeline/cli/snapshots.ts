import { existsSync } from 'node:fs'
import { isBucketUrl } from '../../data/bucket/open_bucket.ts'
import { layout, type Layout } from '../../data/schema/layout.ts'
import { snapshotPattern } from '../../data/schema/manifest.ts'
import { listSnapshots, publishedIds } from '../snapshots/snapshots.ts'
import { shownOnTerminal } from '../progress.ts'
import { verifySnapshot } from '../snapshots/verify.ts'
import { diffLines, diffSnapshots } from '../snapshots/diff.ts'
import { doubtfulCsv, doubtfulPairs, keepPairs } from '../report/doubtful.ts'
import { keptReport, writePage } from '../report/report.ts'
import { readLedger } from '../runs/ledger.ts'
import { ledgerLines } from '../runs/words.ts'
import { prune } from '../snapshots/retention.ts'
import {
  commandOn,
  noSuchAction,
  outOption,
  parseCommandLine,
  UsageError,
} from '../../data/command_line.ts'
import { workingIn } from '../../data/system_failure.ts'
import { lineageEvents } from '../notify/lineage_events.ts'
import { bucketActions } from './bucket_actions.ts'
import { checkRunsCommand } from './check_runs.ts'
import {
  acceptAction,
  confirmClockAction,
  candidatesAction,
  liftAction,
  rejectAction,
  rollbackAction,
  type DecisionValues,
} from './candidate_actions.ts'
import { siteCommand } from './site.ts'
import {
  listOutcome,
  liveIn,
  numberOf,
  pruneOutcome,
  verifyOutcome,
  type Outcome,
} from './outcomes.ts'

const help = `Looks after the published snapshots.

  npm run snapshots -- list
      every snapshot, newest last; the live one is marked
  npm run snapshots -- verify [ID]
      reads every file of a snapshot (default: the live one) with a second Parquet reader and
      checks it against the manifest and the schemas
  npm run snapshots -- diff A [B]
      how snapshot B (default: the live one) differs from A
  npm run snapshots -- report [ID]
      writes the report of a build (default: of the live snapshot) as a page, and prints its path
  npm run --silent snapshots -- doubtful [ID] > FILE.csv
      the farms of a snapshot (default: of the live one) that may be one and are not, as CSV, the
      nearest misses first; write same or different into its column decision, and record that:
      npm run farms -- decide FILE.csv --by WHO
      The server shows the list to its operators at /console/reports
  npm run snapshots -- check-runs --max-age 26h --config FILE
      reports builds that are missing or were killed (npm run snapshots -- check-runs --help)
  npm run snapshots -- lineage-events
      the builds as OpenLineage events, one a line, for a catalog
  npm run snapshots -- runs
      every build, accept, reject, rollback, lift and confirm-clock, newest last: outcome, cause,
      what changed
  npm run snapshots -- candidates
      the last three snapshots that gates refused, and the source files in quarantine
  npm run snapshots -- accept ID --gate GATE --reason "why" --by WHO
      publishes a candidate in spite of the gate, without building again; name each gate that refused.
      The public manifest of the snapshot shows the reason, and who accepted it
  npm run snapshots -- reject ID --reason "why" --by WHO
      removes a candidate; its new files go into quarantine: no build reads them
  npm run snapshots -- lift DIGEST --reason "why" --by WHO
      takes a file out of quarantine; the first 8 characters of its digest suffice
  npm run snapshots -- confirm-clock --by WHO
      confirms the clock after it leapt or was put back: decisions expire again
  npm run snapshots -- rollback ID [--reason "why" --by WHO]
      makes a snapshot the live one again; a running server loads it within a second. Files that only
      newer snapshots have go into quarantine; those of the snapshot come out
  npm run snapshots -- prune --keep N
      removes all but the live snapshot and the newest N, with the reports of those removed
  npm run snapshots -- site [--out DIR] [--build DIR] [--keep N]
      writes a static site of the public files (npm run snapshots -- site --help)

  npm run snapshots -- publish URL [--keep N] [--public]
      publishes the live snapshot for servers (SNAPSHOTS_URL) and clients: files first, each checked
      by its SHA-256; existing files are skipped; then prunes as below. Safe to rerun after any
      failure. With --public only the public files. The pointer is signed with the key in the file
      that SIGNING_KEY names (default: DIR/signing_key.pem, made at the first publish), for 30 days
  npm run snapshots -- restore URL [ID]
      brings an empty build folder back from a published snapshot (default: the live one), with
      decisions, removed farms, rejected files and runs, as the publisher uploaded them
  npm run snapshots -- list URL / verify URL [ID] / diff URL A [B]
      as above, for the snapshots published there
  npm run snapshots -- rollback URL ID / prune URL --keep N
      as above; servers that follow URL load the snapshot that was made live, and a build folder
      that has it goes back too: the next build does not publish the same files again

  ID is that of a snapshot, or latest for the live one. URL is s3://BUCKET/PREFIX, file:///DIR, or,
  to read, https://HOST/PATH. Credentials, region and endpoint of S3 are found as the SDK of AWS does
  it: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL.

  --out DIR   the build folder (default: BUILD_DIR, else build)
  --config FILE
              the sources file: accept and rollback then write its notify.metrics again
  --json      print JSON on standard output
  --help      this text

Exit status: 0 all well, 1 a snapshot is damaged, 2 bad usage or not possible, 4 a build holds the
folder, 5 the machine (disk, rights, memory).
`

const options = {
  out: outOption,
  keep: { type: 'string' },
  public: { type: 'boolean', default: false },
  config: { type: 'string' },
  gate: { type: 'string', multiple: true },
  by: { type: 'string' },
  reason: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

/** `npm run snapshots`. Returns the exit status. */
export async function snapshotsCommand(args: string[]): Promise<number> {
  if (args[0] === 'site') return siteCommand(args.slice(1))
  if (args[0] === 'check-runs') return checkRunsCommand(args.slice(1))
  const { values, positionals } = parseCommandLine(
    { args, options, allowPositionals: true },
    'npm run snapshots',
    help,
  )
  const [name = '', ...words] = positionals
  const {
    value,
    lines,
    status = 0,
  } = isBucketUrl(words[0] ?? '')
    ? await runInBucket(name, words, values)
    : await runInFolder(name, words, values)
  const printed = values.json ? [JSON.stringify(value)] : lines
  process.stdout.write(printed.map((line) => line + '\n').join(''))
  return status
}

type Values = DecisionValues & { out: string; keep?: string | undefined; public: boolean }

async function runInFolder(name: string, ids: string[], values: Values) {
  const { out, keep, public: isPublic } = values
  const action = actions[name]
  if (!action && bucketActions[name])
    throw new UsageError(`${name} takes a URL: s3://BUCKET/PREFIX or file:///DIR`)
  if (!action) throw unknownAction(name)
  checkIds(name, action, ids)
  if (keep !== undefined && name !== 'prune') throw new UsageError('--keep goes with prune')
  if (isPublic) throw new UsageError('--public goes with publish')
  if (values.gate && name !== 'accept') throw new UsageError('--gate goes with accept')
  if (values.config !== undefined && !['accept', 'rollback'].includes(name))
    throw new UsageError('--config goes with accept, rollback and check-runs')
  if ((values.by ?? values.reason) !== undefined && !decisions.includes(name))
    throw new UsageError(`--by and --reason go with ${decisions.join(', ')}`)
  const place = { doing: `${name} snapshots in`, folder: out, setting: '--out DIR' }
  return workingIn(place, () => action.run(layout(out), ids, values))
}

async function runInBucket(name: string, [url, ...ids]: string[], values: Values) {
  const action = bucketActions[name]
  if (!action && actions[name])
    throw new UsageError(`${name} works in a build folder, not at a URL`)
  if (!action) throw unknownAction(name)
  checkIds(name, action, ids)
  if (values.keep !== undefined && !['prune', 'publish'].includes(name))
    throw new UsageError('--keep goes with prune and publish')
  if (values.public && name !== 'publish') throw new UsageError('--public goes with publish')
  return action.run(url!, ids, { ...values, places: layout(values.out) })
}

const unknownAction = (name: string) => {
  const names = new Set([
    ...Object.keys(actions),
    ...Object.keys(bucketActions),
    'site',
    'check-runs',
  ])
  return noSuchAction(name, [...names], 'npm run snapshots')
}

function checkIds(name: string, action: Pick<Action, 'ids' | 'takes'>, ids: string[]): void {
  const [least, most] = action.ids
  if (ids.length < least || ids.length > most)
    throw new UsageError(`${name} takes ${action.takes} (npm run snapshots -- --help)`)
}

type Action = {
  /** Minimum and maximum number of ids. */
  ids: [least: number, most: number]
  takes: string
  run: (places: Layout, ids: string[], values: Values) => Promise<Outcome>
}

/** Actions of a person, who is named. */
const decisions = ['accept', 'reject', 'lift', 'confirm-clock', 'rollback']

const actions: Record<string, Action> = {
  list: { ids: [0, 0], takes: 'nothing else', run: list },
  verify: { ids: [0, 1], takes: 'at most one ID', run: verify },
  diff: { ids: [1, 2], takes: 'one ID or two', run: diff },
  report: { ids: [0, 1], takes: 'at most one ID', run: report },
  doubtful: { ids: [0, 1], takes: 'at most one ID', run: doubtful },
  runs: { ids: [0, 0], takes: 'nothing else', run: runs },
  'lineage-events': { ids: [0, 0], takes: 'nothing else', run: lineage },
  candidates: { ids: [0, 0], takes: 'nothing else', run: candidatesAction },
  accept: { ids: [1, 1], takes: 'one ID', run: acceptAction },
  reject: { ids: [1, 1], takes: 'one ID', run: rejectAction },
  lift: { ids: [1, 1], takes: 'one DIGEST', run: liftAction },
  'confirm-clock': { ids: [0, 0], takes: 'only --by WHO', run: confirmClockAction },
  rollback: { ids: [1, 1], takes: 'one ID', run: rollbackTo },
  prune: { ids: [0, 0], takes: 'only --keep N', run: pruneTo },
}

async function list(places: Layout): Promise<Outcome> {
  return listOutcome(await listSnapshots(places), places.root)
}

async function verify(places: Layout, [wanted]: string[]): Promise<Outcome> {
  const snapshot = await published(places, wanted)
  const folder = await folderOf(places, snapshot)
  return verifyOutcome(snapshot, await shownOnTerminal('verify', () => verifySnapshot(folder)))
}

async function diff(places: Layout, ids: string[]): Promise<Outcome> {
  const [from, to] = [await published(places, ids[0]), await published(places, ids[1])]
  const value = await diffSnapshots(await folderOf(places, from), await folderOf(places, to))
  return { value, lines: diffLines(from, to, value) }
}

async function report(places: Layout, [wanted]: string[]): Promise<Outcome> {
  // A refused build has a report but no snapshot.
  const id = wanted && wanted !== 'latest' ? wanted : await published(places)
  const page = await writePage(places.report(id))
  if (page === null) throw new UsageError(`${places.reports} has no report of a build ${id}`)
  return { value: { id, page }, lines: [page] }
}

async function doubtful(places: Layout, [wanted]: string[]): Promise<Outcome> {
  const id = await published(places, wanted)
  const report = await keptReport(places.report(id))
  const value = await doubtfulPairs(places.snapshot(id), report?.decided)
  if (report) await keepPairs(places.report(id), value)
  return { value, lines: [doubtfulCsv(value).replaceAll('\r\n', '\n').trimEnd()] }
}

async function lineage(places: Layout): Promise<Outcome> {
  const value = lineageEvents(readLedger(places).runs)
  return { value, lines: value.map((event) => JSON.stringify(event)) }
}

async function runs(places: Layout): Promise<Outcome> {
  const value = readLedger(places)
  const lines = ledgerLines(value)
  return { value, lines: lines.length > 0 ? lines : [`no run in ${places.runs}`] }
}

async function rollbackTo(places: Layout, [wanted]: string[], values: Values): Promise<Outcome> {
  const id = wanted === 'latest' ? await published(places) : wanted!
  return rollbackAction(places, [id], values)
}

async function pruneTo(places: Layout, _ids: string[], { keep = '' }: Values): Promise<Outcome> {
  return pruneOutcome(await prune(places, numberOf('prune', keep)))
}

/** The id of a snapshot or candidate; for `latest`, the live snapshot. */
async function published(places: Layout, wanted = 'latest'): Promise<string> {
  const id = wanted === 'latest' ? await liveIn(places) : wanted
  if (!snapshotPattern.test(id) || !existsSync(await folderOf(places, id)))
    throw new UsageError(
      `${places.root} holds no snapshot ${id} (${commandOn(places.root, 'npm run snapshots -- list')})`,
    )
  return id
}

/** The folder of a snapshot, or of a candidate. */
async function folderOf(places: Layout, id: string): Promise<string> {
  const isCandidate = !(await publishedIds(places)).includes(id)
  return isCandidate ? layout(places.candidate(id)).snapshot(id) : places.snapshot(id)
}
