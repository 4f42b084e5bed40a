import { readTsv } from './tsv.ts'
import { wordsOf } from './vocabulary/words.ts'
import { memoizeWeakly } from './memoize.ts'

/** A file that lacks a read column is reported, unless only `some` files have it. */
type ColumnUse = { columns: string; some?: true } & ({ becomes: string } | { ignored: string })

/**
 * Uses of the published files' columns, by source type, as in source_columns.tsv. The first matching entry
 * counts. Columns of feeds and maps are named by their format or mapping.
 *
 * `columns` are names separated by blanks (case and underscores don't count), `#` for a number, `*` for
 * anything, `|` between alternative names of one column. `use` is `every` or `some`, by the files that have
 * them: then the columns become the fields, one for each column in that order, or all for all of them. Or
 * they are `ignored`, for a reason.
 */
export const sourceColumns: Record<string, ColumnUse[]> = {}
for (const [kind = '', columns = '', use, text = ''] of readTsv(
  new URL('source_columns.tsv', import.meta.url),
).slice(1))
  (sourceColumns[kind] ??= []).push({
    columns,
    ...(use === 'some' && { some: true }),
    ...(use === 'ignored' ? { ignored: text } : { becomes: text }),
  })

/** The use of a column in a source type; undefined if no entry matches. */
export function useOfColumn(kind: string, column: string): ColumnUse | undefined {
  const name = wordsOf(column).join('_')
  return sourceColumns[kind]?.find((use) => patternOf(use).test(name))
}

/** The fields that a column of a source type becomes; none if it is ignored or unknown. */
export function fieldsOfColumn(kind: string, column: string): string[] {
  const use = useOfColumn(kind, column)
  if (!use || !('becomes' in use)) return []
  const fields = use.becomes.replaceAll(/ \([^)]*\)/g, '').split(', ')
  const columns = use.columns.split(' ')
  if (columns.length !== fields.length) return fields
  const name = wordsOf(column).join('_')
  return fields.filter((_, at) => patternOfNames(columns[at]!).test(name))
}

/** The columns that every file of a source type has: for each its names so far, the usual one first. */
export const expectedColumns = (kind: string): string[][] =>
  (sourceColumns[kind] ?? []).flatMap((use) =>
    'ignored' in use || use.some
      ? []
      : use.columns
          .split(' ')
          .filter((name) => !/[#*]/.test(name))
          .map((name) => name.split('|')),
  )

/** Each is compiled once, because every file checks its columns against all of them. */
const patternOf = memoizeWeakly(({ columns }: ColumnUse) => patternOfNames(columns))

function patternOfNames(columns: string): RegExp {
  const names = columns.split(/[ |]/).map((name) =>
    name
      .toLowerCase()
      .replace(/^_/, '')
      .replaceAll('_', '_?')
      .replaceAll('#', String.raw`\d+`)
      .replaceAll('*', '.*'),
  )
  return new RegExp(`^(?:${names.join('|')})$`)
}
