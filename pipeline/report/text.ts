import { groupDigits } from '../../data/digit_grouping.ts'
import type { Verdict } from '../../data/schema/manifest.ts'
import type { Report } from '../../data/schema/report.ts'
import { refuses } from '../gates/gates.ts'
import { sourceCounts } from './source_counts.ts'

/** The closing report as people read it. */
export function reportText(report: Report): string {
  return [
    table(...sourceCounts(report)),
    ...report.sources.flatMap(({ source, file, rejections, corrections }) => [
      ...tallyLines(`${source} (${file}): rejected`, rejections),
      ...tallyLines(`${source} (${file}): corrected`, corrections),
    ]),
    ...Object.entries(report.unknown_terms).flatMap(([vocabulary, terms]) =>
      tallyLines(`${vocabulary}: not in the vocabulary, kept as they stand`, terms, 5),
    ),
    ...tallyLines('left out because they could not be read', report.unreadable),
    `schedules: ${groupDigits(report.schedules.read)} read as data, ${groupDigits(report.schedules.unread)} kept as text only`,
    ...report.overrides
      .filter(({ state }) => state !== 'applied')
      .map(
        ({ entry, target, field, state }) => `override ${entry} (${target}, ${field}): ${state}`,
      ),
    table(
      ['stage', 'seconds'],
      report.stages.map(({ name, seconds }) => [name, seconds.toFixed(2)]),
    ),
    ...report.gates.filter(({ passed }) => !passed).map(verdictLine),
    ...remedy(report.gates),
  ].join('\n')
}

function verdictLine(verdict: Verdict): string {
  const { name, severity, detail, accepted_reason } = verdict
  if (severity === 'warning') return `warning of gate ${name}: ${detail}`
  if (!refuses(verdict)) return `accepted, gate ${name}: ${detail} (${accepted_reason})`
  return `refused by gate ${name}: ${detail}`
}

/** How to publish all the same, where that can be. */
function remedy(gates: Verdict[]): string[] {
  const refusing = gates.filter(refuses)
  if (refusing.length === 0 || refusing.some(({ severity }) => severity === 'fault')) return []
  const flags = refusing.map(({ name }) => `--accept ${name}`).join(' ')
  return [`where that is right, build again with ${flags} --reason "why"`]
}

function tallyLines(title: string, tally: Record<string, number>, limit = Infinity): string[] {
  const entries = Object.entries(tally)
  if (entries.length === 0) return []
  const lines = entries
    .slice(0, limit)
    .map(([thing, count]) => `  ${groupDigits(count).padStart(8)}  ${thing}`)
  return [
    title,
    ...lines,
    ...(entries.length > limit ? [`            and ${entries.length - limit} more`] : []),
  ]
}

function table(head: string[], rows: (string | number)[][]): string {
  const cells = [
    head,
    ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? groupDigits(cell) : cell))),
  ]
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        /^[\d.,]+$/.test(cells[1]?.[column] ?? '')
          ? cell.padStart(widths[column]!)
          : cell.padEnd(widths[column]!),
      )
      .join('  ')
  return cells.map(line).join('\n') + '\n'
}
