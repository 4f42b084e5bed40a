import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { layout } from '../data/schema/layout.ts'
import type { Report } from '../data/schema/report.ts'
import type { RunDraft } from '../data/schema/run.ts'
import { aggregate } from './aggregate/aggregate.ts'
import { recordPublished } from './archive/published.ts'
import { keepCandidate } from './candidates/candidates.ts'
import { openDatabase } from './database/database.ts'
import { complaintOf, refuses, remedies, runGates, type Acceptance } from './gates/gates.ts'
import { keepReadings } from './intake/kept_readings.ts'
import { inputOf, nameOf, type Source } from './intake/intake.ts'
import { readSources } from './intake/read_sources.ts'
import { Supply } from './intake/supply.ts'
import { silent, type Progress } from './progress.ts'
import { describe } from './publish/describe/describe.ts'
import { extentOf } from './publish/describe/extent.ts'
import { fingerprintOf, isUnchanged } from './publish/fingerprint.ts'
import { linkUnchanged } from './publish/link_unchanged.ts'
import { manifestOf } from './publish/manifest.ts'
import { publish } from './publish/publish.ts'
import { writeSnapshot } from './publish/write.ts'
import { wholeSeconds } from './read/instant.ts'
import { factsOf } from './report/facts.ts'
import { keepReport, keptReport, reportOf, writeRejects } from './report/report.ts'
import { substitutes } from './report/text.ts'
import { readDecisions, withdrawnRemovals } from './resolve/decisions/read.ts'
import { currentEditions, earlierSnapshot, previousSnapshot } from './resolve/before/previous.ts'
import { resolve } from './resolve/resolve.ts'
import { ended, readTombstones } from './resolve/removal/tombstones.ts'
import { clockLine, judgeClock } from './runs/clock.ts'
import { readLedger } from './runs/ledger.ts'
import { describeFiles } from './snapshots/files.ts'
import { quarantineReasons } from './snapshots/quarantine.ts'
import { openWorkspace } from './snapshots/workspace.ts'
import { Stages } from './stages.ts'

export type BuildOptions = {
  sources: Source[]
  /** The build folder: see data/schema/layout.ts. */
  out: string
  /** Gates that a person overruled: the snapshot is published despite them. */
  accepted?: Acceptance[]
  /** The file of decisions; default: the build folder's. */
  decisions?: string | undefined
  /** Reads every row, even if it is unchanged since the last build. */
  full?: boolean
  /** Publishes nothing if the live snapshot is whole, and a build would give it again. */
  skip_unchanged?: boolean | undefined
  /** Number of extra threads that read the sources; 0 = none (intake/row_readers.ts). */
  threads?: number | undefined
  /** Memory limit of DuckDB, in megabytes (database/database.ts). */
  memory_mb?: number | undefined
  /** The moment to build for, instead of now: rebuilds an old night. */
  at?: Date
  /** Filled in for the ledger, as far as the build comes. */
  run?: RunDraft
}

/** Size of a DuckDB row group. With fewer rows it uses one thread, and further ones would only wait. */
const rowsForThreads = 122_880

/**
 * Builds a snapshot from the sources and makes it live: read → resolve → aggregate → write → verify →
 * publish.
 *
 * A build that a gate refuses has `snapshot: null` in its report. A failed build throws, a SourceError if a
 * source caused it. Both leave the live snapshot unchanged. Returns null if it skips an unchanged snapshot.
 */
export function build(
  options: BuildOptions & { skip_unchanged?: false },
  progress?: Progress,
  now?: Date,
): Promise<Report>
export function build(
  options: BuildOptions,
  progress?: Progress,
  now?: Date,
): Promise<Report | null>
export async function build(
  options: BuildOptions,
  progress: Progress = silent,
  now: Date = options.at ?? new Date(),
): Promise<Report | null> {
  const { sources, out, accepted = [], full = false } = options
  const { threads, memory_mb, run = {} } = options
  const places = layout(out)
  await using workspace = await openWorkspace(places)
  const { snapshot: folder, scratch } = workspace
  const previous = await previousSnapshot(places)
  run.previous = previous?.manifest.id ?? null
  const decisionsFile = options.decisions ?? places.decisions
  const decisions = await readDecisions(decisionsFile)
  const { runs } = readLedger(places)
  const clock = judgeClock(runs, previous?.manifest ?? null, now, options.at !== undefined)
  const { expiry } = clock
  run.at = now.toISOString()
  run.clock = clock.state
  const withdrawn = withdrawnRemovals(decisions, expiry)
  const tombstones = await readTombstones(places, expiry, withdrawn)
  const quarantined = await quarantineReasons(places)
  const earlier = previous && (await earlierSnapshot(places, previous))
  const past = runs.filter(({ outcome }) => outcome === 'published').slice(-30)
  const limits = Object.fromEntries(sources.map((each) => [nameOf(each), each.gates ?? {}]))
  using database = await openDatabase(':memory:', { memory_mb, spill: join(scratch, 'spilled') })
  const stages = new Stages(progress, run)
  const done = (share: number) => progress.share(share)

  const input = await stages.run('read', async () =>
    readSources(sources, scratch, progress, now, {
      threads,
      last: full ? null : places.readings,
      supply: await Supply.open(places, { now, quarantined }),
      listed: previous ? await currentEditions(database, previous.folder) : [],
    }),
  )
  run.inputs = input.intakes.map(inputOf)
  run.fingerprint = await fingerprintOf({ sources, input, tombstones, decisions, expiry })
  const isPlain = input.intakes.every(({ substitute }) => !substitute) && !input.leftOut.length
  if (options.skip_unchanged && previous && isPlain && clockLine(clock) === null)
    if (await isUnchanged(previous, runs, run.fingerprint)) {
      await keepReadings(input.readings, places.readings)
      await recordPublished(places, { ...previous.manifest, built_at: wholeSeconds(now) })
      run.outcome = 'unchanged'
      return null
    }
  if (input.count < rowsForThreads) await database.run('set threads = 1')
  const resolved = await stages.run('resolve', () =>
    resolve(database, { input, previous, tombstones, decisions, now, expiry }, done),
  )
  await keepReadings(input.readings, places.readings)
  const { asOf, edition, decided } = resolved
  const decidedNow = { decided, decisions: decisions.entries.length }
  await stages.run('aggregate', () =>
    aggregate(database, previous?.manifest ?? null, input.intakes, done),
  )
  const written = await stages.run('write', () =>
    writeSnapshot(database, folder, input.intakes, asOf),
  )
  const unknown_terms = input.findings.unknownTotals()
  const checked = await stages.run('verify', async () => ({
    files: await describeFiles(folder, written.rows),
    gates: await runGates(
      {
        database,
        folder,
        previous,
        earlier,
        past,
        limits,
        unknown_terms,
        leftOut: input.leftOut.map(({ source }) => source),
        ...decidedNow,
        ...written,
      },
      accepted,
    ),
  }))

  const { intakes } = input
  const made = {
    ...written,
    ...checked,
    unknown_terms,
    intakes,
    previous,
    asOf,
    edition,
    ...decidedNow,
  }
  const checkedFiles = manifestOf(made, now)
  await writeRejects(database, workspace.report)
  if (existsSync(decisionsFile))
    await copyFile(decisionsFile, join(workspace.report, 'decisions.jsonl'))
  const facts = await factsOf(database, folder, previous)
  const refusals = checked.gates.filter(refuses)
  const published = refusals.length === 0
  run.changes = facts.totals
  run.figures = checked.gates.flatMap(({ figures }) => figures)
  run.gates = refusals.map(({ name }) => name)
  const removed = [...resolved.tombstones, ...ended(tombstones, resolved.tombstones)]
  const finish = async (keep: typeof publish) => {
    const described = await describe(folder, checkedFiles, await extentOf(database))
    if (previous) await linkUnchanged(folder, described.files, previous)
    await keep(places, folder, described, removed)
    return described
  }
  const isUnsound = refusals.some(({ severity }) => severity === 'fault')
  const manifest = published
    ? await stages.run('publish', () => finish(publish))
    : isUnsound
      ? checkedFiles
      : await finish(keepCandidate)
  if (published) await recordPublished(places, manifest)
  run.snapshot = manifest.id
  if (!published)
    Object.assign(run, {
      cause: 'gate',
      message: [...refusals.map(complaintOf), ...remedies(manifest.id, checked.gates)].join('\n'),
    })
  const before = previous && (await keptReport(places.report(previous.manifest.id)))
  const said = { ...facts, clock: clockLine(clock), manifest, published, input, resolved, before }
  const report = reportOf({ ...said, stages: stages.taken })
  run.failing = substitutes(report)
  await keepReport(workspace.report, places.report(manifest.id), report)
  return report
}
