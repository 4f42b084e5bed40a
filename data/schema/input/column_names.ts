import { readTsv } from '../../tsv.ts'
import type { MappedField } from './source_fields.ts'

/** The meaning of a column in a table of farms: a field, or a part of one. */
export type ColumnMeaning =
  | MappedField
  | 'house_number'
  | 'city_line'
  | 'day'
  | 'opens'
  | 'closes'
  | 'from'
  | 'to'
  | 'season'
  | 'note'

/** Patterns of column names in farm lists, ignoring case, blanks and punctuation; the first match counts. */
const names = readTsv(new URL('column_names.tsv', import.meta.url)).map(
  ([meaning, pattern]) => [meaning as ColumnMeaning, new RegExp(pattern!)] as const,
)

/** Returns the meaning of a column by its name, with or without a number (`Phone 2`); null = unknown. */
export function fieldOfColumn(column: string): ColumnMeaning | null {
  const key = column.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return meaningOf(key) ?? meaningOf(key.replace(/\d$/, ''))
}

const meaningOf = (key: string) => names.find(([, pattern]) => pattern.test(key))?.[0] ?? null
