import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { report as reportSchema, type Report } from '../../data/schema/report.ts'
import type { Source } from '../../data/schema/tables/source.ts'
import { workingIn } from '../../data/system_failure.ts'
import type { Database } from '../database/database.ts'
import type { Intake } from '../intake/intake.ts'
import type { Input } from '../intake/read_sources.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import { literal } from '../../data/sql_literal.ts'
import type { Resolution } from '../resolve/resolve.ts'
import type { Facts } from './facts.ts'
import type { Tally } from '../tally.ts'
import { readIfPresent } from '../snapshots/snapshots.ts'
import { columnsOfSources } from './columns.ts'

type Outcome = Facts & {
  clock: Report['clock']
  manifest: Manifest
  published: boolean
  input: Input
  resolved: Pick<Resolution, 'decided' | 'refused' | 'doubted' | 'restored'>
  stages: Report['stages']
  /** The report of the previous snapshot; null = none. */
  before: Report | null
}

/** Number of unknown terms per vocabulary in a report, the most frequent first. */
const termLimit = 50

export function reportOf(outcome: Outcome): Report {
  const { manifest, published, input, resolved, stages, before, ...facts } = outcome
  const { id, previous, farms, product_listings, sources, gates } = manifest
  const editions = sources.map(({ edition }) => edition)
  const columns = columnsOfSources(input.intakes, editions, before)
  const { unknownTerms, unreadable, schedulesRead, schedulesUnread } = input.findings
  return reportSchema.parse({
    snapshot: published ? id : null,
    farms,
    product_listings,
    sources: sources.map((source, index) => ({
      ...sourceReport(source, input.intakes[index]!, resolved.refused[index]!, [
        resolved.doubted[index]!,
        resolved.restored[index]!,
      ]),
      columns: columns[index]!,
    })),
    left_out: input.leftOut,
    unknown_terms: Object.fromEntries(
      [...unknownTerms].map(([vocabulary, terms]) => [vocabulary, terms.toObject(termLimit)]),
    ),
    unknown_counts: Object.fromEntries(
      [...unknownTerms].map(([vocabulary, { size, total }]) => [
        vocabulary,
        { terms: size, times: total },
      ]),
    ),
    unreadable: unreadable.toObject(),
    schedules: { read: schedulesRead, unread: schedulesUnread },
    reuse: input.reuse,
    decided: resolved.decided,
    gates,
    previous,
    ...facts,
    stages,
  })
}

function sourceReport(
  counted: Source,
  intake: Intake,
  refused: Tally,
  corrected: Tally[],
): Omit<Report['sources'][number], 'columns'> {
  const { source, kind, file, edition, read, used, merged, history, rejected } = counted
  const rejections = intake.rejections.plus(refused).toObject()
  const corrections = corrected.reduce((sum, each) => sum.plus(each), intake.corrections).toObject()
  const { path, substitute: fallback } = intake
  const series = [...intake.allSeries].sort()
  const counts = { read, used, merged, history, rejected }
  return { source, kind, series, file, path, edition, ...counts, rejections, corrections, fallback }
}

/** Writes the rejected rows, and the decisions, into the future report folder of the build. */
export async function writeEvidence(
  database: Database,
  folder: string,
  decisionsFile: string,
): Promise<void> {
  await database.run(`
    copy removal.rejects
    to ${literal(join(folder, 'rejects.parquet'))} (format parquet, compression zstd)`)
  if (existsSync(decisionsFile)) await copyFile(decisionsFile, join(folder, 'decisions.jsonl'))
}

/** Writes the report beside the rejected rows, and moves the folder to `place` in one step. */
export async function keepReport(folder: string, place: string, report: Report): Promise<void> {
  const id = basename(place)
  const doing = `keep the report of ${id}${report.snapshot ? ', which is live now,' : ''} in`
  await workingIn({ doing, folder: dirname(place), setting: '--out DIR' }, async () => {
    await writeFile(join(folder, 'report.json'), JSON.stringify(report, null, 2) + '\n')
    await mkdir(dirname(place), { recursive: true })
    await rm(place, { recursive: true, force: true }) // left by a build of the same second and content
    await rename(folder, place)
  })
}

/** Writes a kept report as a web page, and returns the page's path; null if the folder has no report. */
export async function writePage(folder: string): Promise<string | null> {
  const report = await keptReport(folder)
  if (!report) return null
  // Most commands draw no page.
  const { reportPage } = await import('./page.ts')
  await writeFile(pageIn(folder), reportPage(basename(folder), report))
  return pageIn(folder)
}

const pageIn = (folder: string) => join(folder, 'report.html')

/** Notes in a kept report that its snapshot was published after all. */
export async function acceptReport(folder: string, { id, gates }: Manifest): Promise<void> {
  const report = await keptReport(folder)
  if (!report) return
  const accepted = { ...report, snapshot: id, gates }
  await writeFile(join(folder, 'report.json'), JSON.stringify(accepted, null, 2) + '\n')
  await rm(pageIn(folder), { force: true }) // it shows a refused build
}

/** The report in a folder; null if it has none. */
export async function keptReport(folder: string): Promise<Report | null> {
  const text = await readIfPresent(join(folder, 'report.json'))
  return text === null ? null : reportSchema.parse(JSON.parse(text))
}
