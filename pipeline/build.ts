import { join } from 'node:path'
import { day_ms } from '../data/calendar.ts'
import { layout } from '../data/schema/layout.ts'
import { snapshotStamp, type Manifest } from '../data/schema/manifest.ts'
import type { Report } from '../data/schema/report.ts'
import type { RunDraft } from '../data/schema/run.ts'
import { changeLogDays } from '../data/schema/serving/change_log.ts'
import { aggregate } from './aggregate/aggregate.ts'
import { recordPublished } from './archive/published.ts'
import { conclude } from './candidates/candidates.ts'
import { openDatabase } from './database/database.ts'
import { accountOf, refuses, runGates, type Acceptance } from './gates/gates.ts'
import { givenLimits } from './gates/limits.ts'
import { isOfSnapshot, keepReadings, noteSnapshot } from './intake/kept_readings.ts'
import { inputOf, nameOf, type Source } from './intake/intake.ts'
import { readSources, type Input } from './intake/read_sources.ts'
import { Supply } from './intake/supply.ts'
import { silent, type Progress, stagesOf } from './progress.ts'
import { basisOf, fingerprintOf, isUnchanged } from './publish/fingerprint.ts'
import { Findings } from './normalize/findings.ts'
import { manifestOf } from './publish/manifest.ts'
import { writeSnapshot } from './publish/write.ts'
import { wholeSeconds } from './read/instant.ts'
import { factsOf } from './report/facts.ts'
import { keepReport, keptReport, reportOf, writeEvidence } from './report/report.ts'
import { substitutes } from './report/text.ts'
import { readBasis, resolve } from './resolve/resolve.ts'
import { currentEditions } from './resolve/before/previous.ts'
import { pastLists } from './resolve/editions/past.ts'
import { ended } from './resolve/removal/tombstones.ts'
import { clockLine } from './runs/clock.ts'
import { describeFiles } from './snapshots/files.ts'
import { currentSnapshot } from './snapshots/snapshots.ts'
import { openWorkspace } from './snapshots/workspace.ts'

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
  /** For how many days clients can ask what changed since a snapshot; default: 90. */
  changes_days?: number | undefined
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
  const decisionsFile = options.decisions ?? places.decisions
  await using workspace = await openWorkspace(places)
  const { snapshot: folder, scratch } = workspace
  run.previous = await currentSnapshot(places)
  const basis = await readBasis(places, decisionsFile, now, options.at !== undefined)
  const { previous, tombstones, decisions, clock } = basis
  const { expiry } = clock
  const warning = clockLine(clock, out)
  Object.assign(run, { at: now.toISOString(), clock: clock.state })
  using database = await openDatabase(':memory:', { memory_mb, spill: join(scratch, 'spilled') })
  const stages = stagesOf(progress, run)
  const done = (share: number) => progress.share(share)

  const input = await stages.run('read', async () =>
    readSources(sources, scratch, progress, now, {
      threads,
      last: full ? null : places.readings,
      supply: await Supply.open(places, { now }),
      listed: previous ? await currentEditions(database, previous.folder) : [],
    }),
  )
  const { intakes } = input
  const state = basisOf({ decisions, tombstones, expiry })
  run.inputs = intakes.map(inputOf)
  run.fingerprint = await fingerprintOf({ sources, input, tombstones, decisions, expiry })
  run.failing = failing(input)
  if (options.skip_unchanged && previous && warning === null)
    if (await isUnchanged(previous, basis.runs, run.fingerprint)) {
      await keepReadings(input.readings, places.readings)
      await noteSnapshot(places.readings, previous.folder, state)
      await recordPublished(places, { sources: run.inputs, built_at: wholeSeconds(now) })
      run.outcome = 'unchanged'
      return null
    }
  const before = previous && (await keptReport(places.report(previous.manifest.id)))
  if (previous && before && (await isOfSnapshot(places.readings, previous.folder, state)))
    for (const list of await pastLists(database, input, previous)) list.past = true
  if (input.count < rowsForThreads) await database.run('set threads = 1')
  const resolved = await stages.run('resolve', () =>
    resolve(database, { input, previous, tombstones, decisions, now, expiry }, done),
  )
  await keepReadings(input.readings, places.readings)
  await stages.run('aggregate', () =>
    aggregate(database, previous?.manifest ?? null, intakes, oldestLogged(options, now), done),
  )
  const written = await stages.run('write', () => writeSnapshot(database, folder, intakes))
  const made = {
    ...written,
    ...resolved,
    intakes,
    previous,
    decisions: decisions.entries.length,
    unknown_terms: input.findings.unknownTotals(),
  }
  const examined = { database, folder, ...basis, ...made, ...givenTo(sources, input) }
  const checked = await stages.run('verify', async () => ({
    files: await describeFiles(folder, written.rows),
    gates: await runGates(
      { ...examined, unknown_terms: unknownTerms(input, previous?.manifest ?? null) },
      accepted,
    ),
  }))
  const facts = await factsOf(database)
  run.changes = facts.totals
  await writeEvidence(database, workspace.report, decisionsFile)
  const verified = manifestOf({ ...made, ...checked }, now)
  const removed = [...resolved.tombstones, ...ended(tombstones, resolved.tombstones)]
  const published = !checked.gates.some(refuses)
  const finish = () => conclude(places, verified, { database, folder, previous, removed })
  const manifest = published ? await stages.run('publish', finish) : await finish()
  if (published) await noteSnapshot(places.readings, places.snapshot(manifest.id), state)
  // Measured on the rows of older editions.
  if (before && input.lists.some(({ past }) => past)) facts.accuracy = before.accuracy
  const said = { ...facts, clock: warning, manifest, published, input, resolved, before }
  const report = reportOf({ ...said, stages: stages.taken })
  Object.assign(run, accountOf({ ...manifest, decided: resolved.decided }, out))
  await keepReport(workspace.report, places.report(manifest.id), report)
  return report
}

/** The oldest snapshot that stays in the log of changes, or the beginning of its id. */
const oldestLogged = ({ changes_days = changeLogDays }: BuildOptions, now: Date) =>
  snapshotStamp(new Date(now.getTime() - changes_days * day_ms))

/** Sources that failed, as the report names them. */
const failing = ({ intakes, leftOut }: Input) =>
  substitutes({
    sources: intakes.map((intake) => ({ ...inputOf(intake), fallback: intake.substitute })),
    left_out: leftOut,
  })

/** The unknown terms to judge: a new source has no earlier ones to compare them with. */
function unknownTerms({ findingsOf }: Input, previous: Manifest | null): Record<string, number> {
  const known = new Set(previous?.sources.map(({ source }) => source))
  const compared = [...findingsOf].filter(([source]) => known.has(source))
  return Findings.sum(compared.map(([, findings]) => findings)).unknownTotals()
}

/** The part of a gate's input that comes from the sources. */
const givenTo = (sources: Source[], { leftOut }: Input) => ({
  limits: givenLimits(sources.map((each) => ({ ...each, name: nameOf(each) }))),
  leftOut: leftOut.flatMap(({ series }) => series),
})
