import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { report as reportSchema, type Report } from '../data/schema/report.ts'
import { reject } from '../data/schema/reject.ts'
import { columnsOf } from '../data/schema/table.ts'
import type { Source } from '../data/schema/source.ts'
import { literal, type Database } from './database.ts'
import type { Input } from './intake.ts'
import type { Verdict } from './publish/gates.ts'

type Outcome = {
  snapshot: string | null
  farms: number
  product_listings: number
  input: Input
  sources: Source[]
  gates: Verdict[]
  stages: Report['stages']
}

/** Most frequent unknown terms of each vocabulary that a report lists. */
const termLimit = 50

export function reportOf(outcome: Outcome): Report {
  const { snapshot, farms, product_listings, input, sources, gates, stages } = outcome
  const { intakes, findings } = input
  return reportSchema.parse({
    snapshot,
    farms,
    product_listings,
    sources: sources.map(({ kind, read, used, merged, rejected }, index) => {
      const { path, rejections, corrections } = intakes[index]!
      return {
        kind,
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
    gates,
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
  const types = columnsOf(reject).map(({ name, type }) => `${literal(name)}: ${literal(type)}`)
  await database.run(`
    copy (select * from read_ndjson(${literal(rejects)}, columns = {${types.join(', ')}}))
    to ${literal(join(folder, 'rejects.parquet'))} (format parquet, compression zstd)`)
}

/** Keeps the report beside the rejected rows. */
export async function writeReport(folder: string, report: Report): Promise<void> {
  await writeFile(join(folder, 'report.json'), JSON.stringify(report, null, 2) + '\n')
}

/** The closing report as people read it. */
export function reportText(report: Report): string {
  return [
    table(
      ['source', 'read', 'used', 'merged', 'rejected'],
      report.sources.map(({ kind, read, used, merged, rejected }) => [
        kind,
        read,
        used,
        merged,
        rejected,
      ]),
    ),
    ...report.sources.flatMap(({ kind, rejections, corrections }) => [
      ...tallyLines(`${kind}: rejected`, rejections),
      ...tallyLines(`${kind}: corrected`, corrections),
    ]),
    ...Object.entries(report.unknown_terms).flatMap(([vocabulary, terms]) =>
      tallyLines(`${vocabulary}: not in the vocabulary, kept as they stand`, terms, 5),
    ),
    ...tallyLines('left out because they could not be read', report.unreadable),
    `schedules: ${number(report.schedules.read)} read as data, ${number(report.schedules.unread)} kept as text only`,
    table(
      ['stage', 'seconds'],
      report.stages.map(({ name, seconds }) => [name, seconds.toFixed(2)]),
    ),
    ...report.gates
      .filter(({ passed }) => !passed)
      .map(({ name, detail }) => `refused by gate ${name}: ${detail}`),
  ].join('\n')
}

const number = (value: number) => value.toLocaleString('en-US')

function tallyLines(title: string, tally: Record<string, number>, limit = Infinity): string[] {
  const entries = Object.entries(tally)
  if (entries.length === 0) return []
  const lines = entries
    .slice(0, limit)
    .map(([thing, count]) => `  ${number(count).padStart(8)}  ${thing}`)
  return [
    title,
    ...lines,
    ...(entries.length > limit ? [`            and ${entries.length - limit} more`] : []),
  ]
}

function table(head: string[], rows: (string | number)[][]): string {
  const cells = [
    head,
    ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? number(cell) : cell))),
  ]
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
  return cells.map(line).join('\n') + '\n'
}
