import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { day_ms } from '../../data/calendar.ts'
import { commandOn, outOption, parseCommandLine } from '../../data/command_line.ts'
import { counted, groupDigits } from '../../data/digit_grouping.ts'
import {
  examine,
  existing,
  findingLines,
  ok,
  requireFolder,
  warning,
  type Finding,
} from '../../data/operating/finding.ts'
import { layout, type Layout } from '../../data/schema/layout.ts'
import { bytesOf } from '../../data/schema/manifest.ts'
import type { Run } from '../../data/schema/run.ts'
import { Archive } from '../archive/archive.ts'
import { mostCandidates } from '../candidates/candidates.ts'
import { readDecisions } from '../resolve/decisions/read.ts'
import { readTombstones } from '../resolve/removal/tombstones.ts'
import { readLedger } from '../runs/ledger.ts'
import { expiryIn, currentSnapshot, listSnapshots, namesIn } from '../snapshots/snapshots.ts'
import { requireRights } from '../snapshots/workspace.ts'
import { verifySnapshot } from '../snapshots/verify.ts'
import { settingsOf, sourcesOf } from './sources.ts'

const help = `Checks that the next night and the server will work, and says what to do if not.

  npm run doctor [-- --config FILE] [--out DIR] [--json]

  --config FILE  the sources file of the builds; without it sources and notify are not checked
  --out DIR      the build folder (default: BUILD_DIR, else build)
  --json         print JSON

It reads the settings of the server from the environment. Exit status: 0 no fault, 1 a fault.
`

const options = {
  config: { type: 'string' },
  out: outOption,
  json: { type: 'boolean', default: false },
} as const

/** `npm run doctor`. Returns the exit status. */
export async function doctorCommand(args: string[], now = new Date()): Promise<number> {
  const { values } = parseCommandLine({ args, options }, 'npm run doctor', help)
  const places = layout(values.out)
  const rollback = commandOn(places.root, 'npm run snapshots -- rollback ID')
  const findings = [
    ...(await examine('sources file', () => sourcesFile(values.config))),
    ...(await examine('rights', () => rights(places))),
    ...(await examine('decisions', () => decisions(values.config, places))),
    ...(await examine('snapshot', () => snapshot(places), rollback)),
    ...(await examine('clock', () => clock(places, now))),
    ...(await examine('last run', () => lastRun(places, now))),
    ...(await examine('disk', () => disk(places))),
    ...(await examine('server', () => server(values.out))),
  ]
  const lines = values.json ? [JSON.stringify(findings)] : findingLines(findings)
  process.stdout.write(lines.map((line) => line + '\n').join(''))
  return findings.some(({ state }) => state === 'fault') ? 1 : 0
}

function sourcesFile(config: string | undefined): Finding[] {
  if (config === undefined) return [ok('sources file', 'not checked: no --config')]
  const found = [ok('sources file', counted(sourcesOf(config).length, 'source'))]
  const { notify } = settingsOf(config)
  if (notify?.metrics) requireFolder(dirname(notify.metrics))
  const missing = [
    ...(notify?.mail && !process.env['SMTP_URL'] ? ['SMTP_URL'] : []),
    ...(notify?.webhook && !process.env['NOTIFY_SECRET'] ? ['NOTIFY_SECRET'] : []),
  ]
  if (!notify)
    found.push(warning('notify', 'no receiver of notifications', 'add notify to the sources file'))
  else if (missing.length > 0)
    found.push(warning('notify', `${missing.join(' and ')} not set`, 'set it for the build, too'))
  else found.push(ok('notify', 'set'))
  return found
}

function rights(places: Layout): Finding {
  const { root } = places
  requireFolder(existing(root))
  requireRights(places)
  return ok('rights', existsSync(root) ? `${root} is writable` : `${root} is not there yet`)
}

async function decisions(config: string | undefined, places: Layout): Promise<Finding> {
  const { entries } = await readDecisions(settingsOf(config).decisions ?? places.decisions)
  const { inForce } = await readTombstones(places, await expiryIn(places))
  return ok('decisions', `${entries.length} on record; ${counted(inForce.length, 'farm')} removed`)
}

async function snapshot(places: Layout): Promise<Finding> {
  const id = await currentSnapshot(places)
  if (id === null)
    return warning('snapshot', `${places.root} has none`, commandOn(places.root, 'npm run build'))
  const { files, problems } = await verifySnapshot(places.snapshot(id), { rows: false })
  if (problems.length > 0) throw new Error(`${id}: ${problems.join('; ')}`)
  return ok('snapshot', `${id}: ${files} files are whole`)
}

async function clock(places: Layout, now: Date): Promise<Finding> {
  const built = (await listSnapshots(places)).flatMap(({ manifest }) => manifest?.built_at ?? [])
  const ended = readLedger(places).runs.map(({ ended_at }) => ended_at)
  const newest = [...built, ...ended].toSorted().at(-1)
  const time = now.toISOString()
  if (newest !== undefined && newest > time)
    throw new Error(`it is ${time}, before the last run (${newest}): set the clock of this machine`)
  return ok('clock', time)
}

function lastRun(places: Layout, now: Date): Finding {
  const { runs, torn } = readLedger(places)
  const run = runs.findLast(({ action }) => action === 'build')
  const typed = (command: string) => commandOn(places.root, command)
  if (!run)
    return warning('last run', 'no build on record', typed('npm run build -- --config FILE'))
  const found = `${run.outcome} ${run.ended_at}`
  const decision = run.cause === 'gate' && runs.find((each) => decides(each, run))
  if (decision)
    return ok('last run', `${found}; ${decision.action} by ${decision.by} ${decision.ended_at}`)
  if (run.status !== 0)
    return warning('last run', found, run.message ?? typed('npm run snapshots -- runs'))
  if (now.getTime() - Date.parse(run.ended_at) > 1.1 * day_ms)
    return warning('last run', found, 'look at the timer: systemctl list-timers')
  if (torn.length > 0)
    return warning('last run', `${found}; torn lines: ${torn.join(', ')}`, 'a crash cut them')
  return ok('last run', found)
}

/** True if a person decided in a run on the candidate of a refused build. */
const decides = (run: Run, refused: Run): boolean =>
  run.status === 0 && ['accept', 'reject'].includes(run.action) && run.snapshot === refused.snapshot

/** Nights for which the disk should last. */
const nights = 30

/** Compares the free space with what thirty nights like the last ones add. */
async function disk(places: Layout): Promise<Finding> {
  const folder = existsSync(places.root) ? places.root : '.'
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const live = (await listSnapshots(places)).find((each) => each.live)?.manifest
  if (!live) return ok('disk', `${megabytes(free)} free`)
  const size = bytesOf(live.files)
  const need = await growth(places, size)
  const found = `${megabytes(free)} free; ${nights} nights take about ${megabytes(need)} if none is pruned`
  // The next build holds the old and the new snapshot, and spools as much again.
  if (free < 2 * (size + (await readingsSize(places))))
    throw new Error(`${found}: the next build may fail; free some space`)
  return free < need
    ? warning('disk', found, commandOn(places.root, 'npm run snapshots -- prune --keep 14'))
    : ok('disk', found)
}

/**
 * Bytes of thirty nights, of which as many are published, refused and given new source files as of the last
 * thirty builds. Without a build on record each night is published.
 */
async function growth(places: Layout, snapshotSize: number): Promise<number> {
  const builds = readLedger(places)
    .runs.filter(({ action }) => action === 'build')
    .slice(-nights)
  if (builds.length === 0) return nights * snapshotSize
  const perBuild = nights / builds.length
  const ended = (outcome: Run['outcome']) =>
    Math.ceil(perBuild * builds.filter((each) => each.outcome === outcome).length)
  const kept = (await namesIn(places.candidates)).length
  const refused = Math.min(ended('refused'), Math.max(0, mostCandidates - kept))
  const archived = (await Archive.open(places)).bytesSince(builds[0]!.ended_at)
  return (ended('published') + refused) * snapshotSize + perBuild * archived
}

async function readingsSize({ readings }: Layout): Promise<number> {
  const names = await readdir(readings).catch(() => [])
  const sizes = names.map(async (name) => (await stat(join(readings, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
const megabytes = (bytes: number) => `${groupDigits(Math.ceil(bytes / 1e6))} MB`

/** The server's own checks run in its own program, with its settings. */
async function server(out: string): Promise<Finding[]> {
  const program = fileURLToPath(new URL('../../server/doctor.ts', import.meta.url))
  const env = { ...process.env, BUILD_DIR: out }
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env })
  return JSON.parse(stdout) as Finding[]
}
