import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { layout } from '../data/schema/layout.ts'
import type { Report } from '../data/schema/report.ts'
import { aggregate } from './aggregate/aggregate.ts'
import { compareWithPrevious } from './aggregate/changes.ts'
import { openDatabase } from './database/database.ts'
import { readSources, type SourceFile } from './intake/read_sources.ts'
import { wholeSeconds } from './read/instant.ts'
import { silent, type Progress } from './progress.ts'
import { describeFiles } from './snapshots/files.ts'
import { refuses, runGates, type Acceptance } from './gates/gates.ts'
import { publish, snapshotId } from './publish/publish.ts'
import { openWorkspace } from './snapshots/workspace.ts'
import { writeSnapshot } from './publish/write.ts'
import { factsOf } from './report/facts.ts'
import { reportOf, writeRejects, writeReport } from './report/report.ts'
import { previousSnapshot } from './resolve/previous.ts'
import { noOverrides, type Overrides } from './resolve/overrides/read.ts'
import { resolve } from './resolve/resolve.ts'
import { sourcesTable } from './resolve/sources_table.ts'
import { readTombstones, writeTombstones } from './resolve/tombstones.ts'
import { pipelineVersion, vocabularyVersion } from './version.ts'

export type BuildOptions = {
  sources: SourceFile[]
  /** The build folder: see data/schema/layout.ts. */
  out: string
  /** Gates whose refusal is known and right. */
  accepted?: Acceptance[]
  /** Corrections that are applied last. */
  overrides?: Overrides
}

/**
 * Builds a snapshot from the sources and makes it the live one:
 * read → resolve → aggregate → write → verify → publish.
 *
 * A build that a gate refuses ends with `snapshot: null` in its report; one that fails throws, with
 * SourceError where a source is to blame. Either way the live snapshot stays as it was.
 */
export async function build(
  { sources, out, accepted = [], overrides = noOverrides }: BuildOptions,
  progress: Progress = silent,
  now: Date = new Date(),
): Promise<Report> {
  const places = layout(out)
  await using leavings = new AsyncDisposableStack()
  const workspace = await openWorkspace(places)
  leavings.defer(() => workspace.remove())
  const previous = await previousSnapshot(places)
  const tombstones = await readTombstones(places, now)
  const { snapshot: folder, scratch } = workspace
  const database = await openDatabase(join(scratch, 'build.duckdb'))
  leavings.defer(() => database.close())
  const { stages, stage } = stageTimer(progress)

  const input = await stage('read', () => readSources(sources, scratch, progress, now))
  const resolved = await stage('resolve', () =>
    resolve(database, { input, previous, tombstones, overrides, now }),
  )
  const { asOf } = resolved
  await stage('aggregate', async () => {
    await aggregate(database, asOf)
    await compareWithPrevious(database, previous?.manifest ?? null, input.intakes)
  })
  const sourceRows = await sourcesTable(database, input.intakes)
  const written = await stage('write', () => writeSnapshot(database, folder, sourceRows, asOf))
  const unknown_terms = input.findings.unknownTotals()
  const { files, gates } = await stage('verify', async () => ({
    files: await describeFiles(folder, written.rows),
    gates: await runGates(
      { database, folder, sources: sourceRows, unknown_terms, previous },
      accepted,
    ),
  }))

  const id = snapshotId(now, files)
  await writeRejects(database, places.report(id), input.rejects)
  const passed = !gates.some(refuses)
  const content = {
    id,
    previous: previous?.manifest.id ?? null,
    pipeline_version: pipelineVersion,
    vocabulary_version: vocabularyVersion,
    built_at: wholeSeconds(now),
    as_of: asOf,
    synthetic: input.intakes.some((intake) => intake.synthetic),
    farms: written.farms,
    product_listings: written.productListings,
    sources: sourceRows,
    unknown_terms,
    gates,
    files,
  }
  const facts = await factsOf(database, folder, previous?.folder ?? null, input.rejects)
  if (passed)
    await stage('publish', async () => {
      // First, so that no moment shows a removed farm again.
      await writeTombstones(places, resolved.tombstones)
      await publish(places, folder, content)
    })
  const report = reportOf({
    ...content,
    ...facts,
    overrides: resolved.overrides,
    snapshot: passed ? id : null,
    input,
    gates,
    stages,
  })
  await writeReport(places.report(id), report)
  return report
}

const stageCount = 6

function stageTimer(progress: Progress) {
  const stages: Report['stages'] = []
  async function stage<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    progress.stage(name, stages.length + 1, stageCount)
    const start = performance.now()
    try {
      return await work()
    } finally {
      const seconds = Math.round(performance.now() - start) / 1000
      stages.push({ name, seconds })
      progress.done(name, seconds)
    }
  }
  return { stages, stage }
}
