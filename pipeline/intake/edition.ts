import { dateInName } from '../read/instant.ts'
import { SourceError } from '../read/source_error.ts'

/** When a file was retrieved, and the newest date of its rows: RFC 3339 in UTC, null = unknown. */
type DatedFile = {
  /** The date in the rows, if the file holds several editions. */
  edition?: string | null
  retrieved_at: string | null
  file: string
  newest: string | null
}

/**
 * The date of a file as an edition of its series, `YYYY-MM-DD`: its retrieval, else the date in its name
 * (a month counts as its first day), else the newest date of its rows; null = none.
 */
export const editionOf = (file: DatedFile): string | null =>
  file.edition ??
  file.retrieved_at?.slice(0, 10) ??
  dateInName(file.file) ??
  file.newest?.slice(0, 10) ??
  null

/** True unless only its rows date a file. */
export const isDatedAsWhole = ({ edition, retrieved_at, file }: Omit<DatedFile, 'newest'>) =>
  (edition ?? retrieved_at ?? dateInName(file)) !== null

/**
 * Throws a SourceError if two files of a series have the same date by their rows alone: they may be one
 * edition or two.
 */
export function requireDates(
  files: (DatedFile & { path: string; allSeries: Set<string> })[],
): void {
  const parts = files.flatMap((file) =>
    [...file.allSeries].map((series) => ({ file, series, date: editionOf(file) })),
  )
  for (const same of Map.groupBy(parts, ({ series, date }) => `${series} ${date}`).values()) {
    const byRows = same.filter(({ file }) => !isDatedAsWhole(file))
    if (same.length > 1 && byRows.length > 0) throw new SourceError(ambiguous(same))
  }
}

function ambiguous(same: { file: { path: string }; series: string; date: string | null }[]) {
  const paths = same.map(({ file }) => file.path).join(' and ')
  const { series, date } = same[0]!
  return (
    `${paths} are of one series (${series}) and of one date (${date}), which is only that of their ` +
    'newest rows: add "retrieved_at": "YYYY-MM-DD" to their entries in the sources file (--config FILE), ' +
    'the same date if they are parts of one edition'
  )
}
