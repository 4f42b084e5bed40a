import type { HoursPart, ListPart, Mapping, TextPart } from '../../../data/schema/input/mapping.ts'
import { columnsIn } from '../columns/column_key.ts'
import { nearestColumn } from '../columns/renamed_columns.ts'
import { listed, SourceError } from '../source_error.ts'

/** Columns that a mapping names for a field. All are required; if `any` is set, one is enough. */
type Named = { field: string; columns: string[]; any: boolean }

export function namedColumns(mapping: Mapping): Named[] {
  return Object.entries(mapping).flatMap(([field, parts]) =>
    [parts].flat().flatMap((part) => ofPart(field, part)),
  )
}

function ofPart(field: string, part: TextPart | ListPart | HoursPart | undefined): Named[] {
  if (!part) return []
  if ('flags' in part)
    return Object.keys(part.flags).map((column) => ({ field, columns: [column], any: false }))
  if ('columns' in part) return [{ field, columns: part.columns, any: part.joiner === null }]
  const { weekdays = {}, months = {}, ...texts } = part
  const all = [texts, weekdays, months].flatMap((each) => Object.values(each))
  return all.flatMap((each) => ofPart(field, each))
}

/**
 * Throws a SourceError if a file lacks columns of its mapping. It lists the columns, their fields, the
 * probable columns, and the remedy.
 */
export function checkColumns(path: string, mapping: Mapping, names: readonly string[]): void {
  const has = columnsIn(names)
  const isThere = (column: string) =>
    has(column) || names.some((name) => name.startsWith(`${column}.`))
  const faults = namedColumns(mapping).flatMap(({ field, columns, any }) => {
    const missing = columns.filter((column) => !isThere(column))
    if (any && missing.length < columns.length) return []
    return missing.map((column) => `${field}: no column \`${column}\`${hint(column, names)}`)
  })
  if (faults.length === 0) return
  throw new SourceError(
    `${path} does not fit its mapping:${listed(faults)}\n` +
      `correct the mapping, or omit the field; the file has ${names.join(', ') || 'no columns'}`,
  )
}

function hint(column: string, names: readonly string[]): string {
  const nearest = nearestColumn(column, names)
  return nearest === null ? '' : ` (did you mean \`${nearest}\`?)`
}

export function unmappedColumns(mapping: Mapping, names: readonly string[]): string[] {
  const columns = namedColumns(mapping).flatMap((named) => named.columns)
  const isMapped = columnsIn(columns)
  return names.filter(
    (name) => !isMapped(name) && !columns.some((column) => name.startsWith(`${column}.`)),
  )
}
