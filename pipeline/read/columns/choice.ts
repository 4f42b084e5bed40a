import { calendarDay } from '../../../data/calendar.ts'
import type { SourceEntry } from '../../../data/schema/input/sources_file.ts'
import { columnsIn } from './column_key.ts'
import { nearestColumn } from './renamed_columns.ts'
import { parseInstant } from '../instant.ts'
import type { Cells } from '../points.ts'
import { SourceError } from '../source_error.ts'

export type Choice = ReturnType<typeof choiceOf>

/** The sheet and rows of a file that its entry in the sources file chooses, and the edition of each. */
export function choiceOf({
  sheet,
  where = {},
  edition: ofEdition,
}: Pick<SourceEntry, 'sheet' | 'where' | 'edition'>) {
  const chosen = Object.entries(where).map(
    ([column, values]) => [column, new Set([values].flat().map(plain))] as const,
  )
  return {
    sheet,
    takes: (row: Cells): boolean =>
      chosen.every(([column, values]) => values.has(plain(row.get(column) ?? ''))),

    /** The date of a row's edition, `YYYY-MM-DD`; undefined if rows have none of their own. */
    editionOf(row: Cells): { edition?: string; fault?: string } {
      if (ofEdition === undefined) return {}
      const text = row.get(ofEdition)
      const edition = text === null ? null : dayIn(text.trim())
      return edition === null
        ? { fault: `${ofEdition}: \`${text ?? ''}\` is no date of an edition` }
        : { edition }
    },

    /** Throws a SourceError if a file lacks its columns. */
    check(path: string, names: readonly string[]): void {
      const has = columnsIn(names)
      const columns = chosen.map(([column]) => ['where', column])
      if (ofEdition !== undefined) columns.push(['edition', ofEdition])
      for (const [field, column] of columns)
        if (!has(column!)) {
          const nearest = nearestColumn(column!, names)
          const hint = nearest === null ? names.join(', ') : `did you mean \`${nearest}\`?`
          throw new SourceError(`${path}: ${field}: no column \`${column}\` (${hint})`)
        }
    },
  }
}

const plain = (text: string) => text.trim().toLowerCase()

/** A year counts as its January 1, a month as its first day. */
function dayIn(text: string): string | null {
  const [, year, month = '01'] = /^(\d{4})(?:-(\d\d))?(?:\.0)?$/.exec(text) ?? []
  if (year !== undefined) return calendarDay(Number(year), Number(month), 1)
  return parseInstant(text)?.slice(0, 10) ?? null
}
