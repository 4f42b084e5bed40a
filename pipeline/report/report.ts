import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { report as reportSchema, type Report } from '../../data/schema/report.ts'
import { reject } from '../../data/schema/reject.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import type { Source } from '../../data/schema/tables/source.ts'
import { jsonLines, literal, type Database } from '../database/database.ts'
import type { Input } from '../intake/read_sources.ts'
import type { Verdict } from '../../data/schema/manifest.ts'
import type { Facts } from './facts.ts'
import { readIfPresent } from '../snapshots/snapshots.ts'
import { reportPage } from './page.ts'

type Outcome = {
  snapshot: string | null
  farms: number
  product_listings: number
  input: Input
  sources: Source[]
  gates: Verdict[]
  stages: Report['stages']
} & Pick<Report, 'previous' | 'overrides' | keyof Facts>

/** Most frequent unknown terms of each vocabulary that a report lists. */
const termLimit = 50

export function reportOf(outcome: Outcome): Report {
  const { snapshot, farms, product_listings, input, sources, gates, stages } = outcome
  const { intakes, findings } = input
  const { previous, overrides, coverage, changes, cells, rejected_rows } = outcome
  return reportSchema.parse({
    snapshot,
    farms,
    product_listings,
    sources: sources.map(({ source, kind, file, read, used, merged, rejected }, index) => {
      const { path, rejections, corrections } = intakes[index]!
      return {
        source,
        kind,
        file,
        path,
        read,
        used,
        merged,
        rejected,
        rejections: rejections.toObject(),
        corrections: corrections.toObject(),
      }
    }),
    unknown_terms: Object.fromEntries(
      [...findings.unknownTerms].map(([vocabulary, terms]) => [
        vocabulary,
        terms.toObject(termLimit),
      ]),
    ),
    unreadable: findings.unreadable.toObject(),
    schedules: { read: findings.schedulesRead, unread: findings.schedulesUnread },
    overrides,
    gates,
    previous,
    coverage,
    changes,
    cells,
    rejected_rows,
    stages,
  })
}

/** Keeps the rejected rows, `rejects` being their JSON Lines, in the build's report folder. */
export async function writeRejects(
  database: Database,
  folder: string,
  rejects: string,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  await database.run(`
    copy (from ${jsonLines(rejects, columnsOf(reject))})
    to ${literal(join(folder, 'rejects.parquet'))} (format parquet, compression zstd)`)
}

/** Keeps the report beside the rejected rows: as data, and as a page for a browser. */
export async function writeReport(folder: string, report: Report): Promise<void> {
  await writeFile(join(folder, 'report.json'), JSON.stringify(report, null, 2) + '\n')
  await writePage(folder, report)
}

/** Writes the page of a kept report anew, and returns its path; null where the folder has no report. */
export async function rewritePage(folder: string): Promise<string | null> {
  const text = await readIfPresent(join(folder, 'report.json'))
  return text === null ? null : writePage(folder, reportSchema.parse(JSON.parse(text)))
}

async function writePage(folder: string, report: Report): Promise<string> {
  const page = join(folder, 'report.html')
  await writeFile(page, reportPage(basename(folder), report))
  return page
}
