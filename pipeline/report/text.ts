import { counted, groupDigits } from '../../data/digit_grouping.ts'
import { changeLine } from '../../data/schema/run.ts'
import type { Verdict } from '../../data/schema/manifest.ts'
import type { ColumnsReport, Report } from '../../data/schema/report.ts'
import { complaintOf, outcomeOf } from '../gates/gates.ts'

const countedColumns = [
  'source',
  'file',
  'edition',
  'read',
  'used',
  'merged',
  'history',
  'rejected',
] as const

/** A table of each source file's rows by outcome: its head, and one row per file. */
export const sourceCounts = ({
  sources,
}: Report): [head: string[], rows: (string | number)[][]] => [
  [...countedColumns],
  sources.map((source) => countedColumns.map((name) => source[name] ?? 'not dated')),
]

export function reportText(report: Report): string {
  return [
    ...(report.totals ? [changeLine(report.totals)] : []),
    ...(report.previous === null ? [] : tallyLines('changes', changedFarms(report.changes), 12)),
    ...substitutes(report),
    ...(report.clock ? [report.clock] : []),
    table(...sourceCounts(report)),
    ...report.sources.flatMap(({ source, file, rejections, corrections, columns }) => [
      ...columnLines(`${source} (${file}): columns`, columns),
      ...tallyLines(`${source} (${file}): rejected`, rejections),
      ...tallyLines(`${source} (${file}): corrected`, corrections),
    ]),
    ...Object.entries(report.unknown_terms).flatMap(([vocabulary, terms]) =>
      tallyLines(
        `${vocabulary}: not in the vocabulary, kept verbatim`,
        terms,
        5,
        report.unknown_counts[vocabulary]?.terms,
      ),
    ),
    ...tallyLines('unreadable values, omitted', report.unreadable),
    ...tallyLines(
      'lost letters (U+FFFD) that no other listing or edition has',
      report.lost_letters,
    ),
    ...report.lost_names.map(({ name, reason }) => `  name ${name}: ${reason}`),
    `schedules: ${groupDigits(report.schedules.read)} read as data, ${groupDigits(report.schedules.unread)} kept as text only`,
    ...(report.accuracy.length > 0 ? [table(...accuracyTable(report))] : []),
    ...reuseLines(report),
    ...report.decided
      .filter(({ state }) => state === 'waits' || state === 'finds nothing')
      .map(({ entry, what, state }) => `decision ${entry} (${what}): ${state}`),
    table(
      ['stage', 'seconds'],
      report.stages.map(({ name, seconds }) => [name, seconds.toFixed(2)]),
    ),
    ...report.gates.flatMap(verdictLine),
    ...notCompared(report.gates),
  ].join('\n')
}

/** Number of farms by change and cause, as in `phone: source` or `moved (location): decision`; most first. */
export function changedFarms(changes: Report['changes']): Record<string, number> {
  const named = changes.map(({ change, field, listing_change, cause, farms }) => {
    const kind = change === 'removed' ? 'gone' : change
    const [what, detail] = change === 'changed' ? [field, listing_change] : [kind, field]
    return [`${what}${detail ? ` (${detail})` : ''}: ${cause}`, farms] as const
  })
  return Object.fromEntries(named.toSorted(([, a], [, b]) => b - a))
}

type Failures = Pick<Report, 'left_out'> & {
  sources: Pick<Report['sources'][number], 'source' | 'file' | 'edition' | 'fallback'>[]
}

/** Sources whose last good edition is used, and sources without any file; a sentence each. */
export const substitutes = ({ sources, left_out }: Failures): string[] => [
  ...sources.flatMap(({ source, file, edition, fallback }) =>
    fallback
      ? [
          `${source}: ${inOneLine(fallback.message)}. ${file} of ${edition} is used, last read ${counted(fallback.age_days, 'day')} ago`,
        ]
      : [],
  ),
  ...left_out.map(
    ({ source, series, message }) =>
      `${series.length === 1 ? series[0] : source} is left out: ${inOneLine(message)}`,
  ),
]

/** A message with its list of faults in one line. */
const inOneLine = (message: string) => message.replace(':\n  ', ': ').replaceAll(/\n */g, '; ')

/** A table of how often earlier statements were still right, by subject and age. */
export const accuracyTable = ({
  accuracy,
}: Pick<Report, 'accuracy'>): [head: string[], rows: (string | number)[][]] => [
  ['said earlier', 'age', 'listings', 'still right', '95 % interval'],
  accuracy.map(({ subject, age, listings, right, low, high }) => [
    subject.replaceAll('_', ' '),
    age.replaceAll('_', ' '),
    listings,
    percent(right),
    `${percent(low)} to ${percent(high)}`,
  ]),
]

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

function reuseLines({ reuse: { rows, damaged, ignored }, sources }: Report): string[] {
  const all = sources.reduce((sum, { read }) => sum + read, 0)
  return [
    ...(rows > 0 ? [`${groupDigits(rows)} of ${counted(all, 'row')} as in the last build`] : []),
    ...(damaged > 0
      ? [`${counted(damaged, 'row')} read again: the kept readings are damaged`]
      : []),
    ...(ignored !== null ? [`all rows read again: the kept readings are ${ignored}`] : []),
  ]
}

/** The missing, new, perhaps renamed and unmapped columns of a file. */
export function columnNews(columns: ColumnsReport | null): string[] {
  if (columns === null) return []
  const { missing, new: fresh, renamed, unmapped } = columns
  const isPaired = (name: string) => renamed.some(({ from, to }) => name === from || name === to)
  const alone = (names: string[]) => names.filter((name) => !isPaired(name))
  return [
    ...renamed.map(({ from, to }) => `${from} is missing, ${to} is new: renamed?`),
    ...alone(missing).map((name) => `${name} is missing`),
    ...alone(fresh).map((name) => `${name} is new`),
    ...(unmapped.length > 0 ? [`not in the mapping: ${unmapped.join(', ')}`] : []),
  ]
}

function columnLines(title: string, columns: ColumnsReport | null): string[] {
  const news = columnNews(columns)
  return news.length > 0 ? [title, ...news.map((line) => `  ${line}`)] : []
}

const intros = {
  warning: 'warning of gate',
  accepted: 'accepted, gate',
  refused: 'refused by gate',
}

function verdictLine(verdict: Verdict): string[] {
  const { accepted_reason } = verdict
  const outcome = outcomeOf(verdict)
  if (outcome === 'passed' || outcome === 'not compared') return []
  const reason = outcome === 'accepted' ? ` (${accepted_reason})` : ''
  return [`${intros[outcome]} ${complaintOf(verdict)}${reason}`]
}

/** Gates without anything to compare, one line per reason. */
function notCompared(gates: Verdict[]): string[] {
  const idle = gates.filter((verdict) => outcomeOf(verdict) === 'not compared')
  return [...Map.groupBy(idle, ({ detail }) => detail)].map(
    ([detail, those]) => `not compared: ${detail} (${those.map(({ name }) => name).join(', ')})`,
  )
}

/** The tally's first `limit` entries, and the number of further ones out of `all`. */
function tallyLines(
  title: string,
  tally: Record<string, number>,
  limit = Infinity,
  all = Object.keys(tally).length,
): string[] {
  const entries = Object.entries(tally)
  if (entries.length === 0) return []
  const shown = entries.slice(0, limit)
  const lines = shown.map(([thing, count]) => `  ${groupDigits(count).padStart(8)}  ${thing}`)
  if (all > shown.length) lines.push(`            and ${groupDigits(all - shown.length)} more`)
  return [title, ...lines]
}

function table(head: string[], rows: (string | number)[][]): string {
  const cells = [
    head,
    ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? groupDigits(cell) : cell))),
  ]
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const isNumber = head.map((_, column) => /^[\d.,]+$/.test(cells[1]?.[column] ?? ''))
  const aligned = (cell: string, column: number) =>
    isNumber[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)
  const line = (row: string[]) => row.map(aligned).join('  ')
  return cells.map(line).join('\n') + '\n'
}
