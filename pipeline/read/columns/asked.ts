import type { Mapping } from '../../../data/schema/input/mapping.ts'
import { askedFields, type AskedField } from '../../../data/schema/tables/history/comparability.ts'
import { fieldsOfColumn } from '../../../data/source_columns.ts'
import { columnKey } from './column_key.ts'
import { namedColumns } from '../mapped/columns.ts'

/** Returns the fields that a column of a file is for, by the mapping or the source type. */
export function askedBy(kind: string, mapping: Mapping | undefined) {
  const fieldsOf = mapping ? mappedTo(mapping) : (column: string) => fieldsOfColumn(kind, column)
  return (column: string): AskedField[] => {
    const fields = new Set(fieldsOf(column).flatMap((field) => parts[field] ?? [field]))
    return askedFields.filter((field) => fields.has(field))
  }
}

/** Fields of a mapping that hold several fields. */
const parts: Record<string, AskedField[]> = { location: ['lat', 'lng'] }

function mappedTo(mapping: Mapping) {
  const named = namedColumns(mapping)
  const isOf = (column: string, name: string) =>
    columnKey(column) === columnKey(name) || name.startsWith(`${column}.`)
  return (name: string) =>
    named.flatMap(({ field, columns }) =>
      columns.some((column) => isOf(column, name)) ? [field] : [],
    )
}
