import { columnKey } from '../columns/column_key.ts'
import { parseInstant } from '../instant.ts'
import { theOne, type Column } from './columns.ts'
import type { Sample } from './sample.ts'

const named =
  /^(?:edition|(?:report|list|listing|data|survey|edition)?year|snapshotdate|asof(?:date)?)$/

/**
 * The column with the year or date of each row's edition; null if the sample is one edition. In a file with
 * several editions, farms come back: a year of foundation never changes for a name.
 */
export function editionColumn({ rows }: Sample, columns: Column[]): Column | null {
  const name = theOne(columns, 'name')?.name
  const isEdition = (column: Column) =>
    named.test(columnKey(column.name)) && column.values.every(isDate)
  const found = columns.find(isEdition)
  if (!found || name === undefined) return null
  const editions = Map.groupBy(rows, (row) => row.get(name))
  const comesBack = editions
    .values()
    .some((same) => new Set(same.map((row) => row.get(found.name))).size > 1)
  return comesBack ? found : null
}

const isDate = (text: string) => /^\s*(?:19|20)\d\d\s*$/.test(text) || parseInstant(text) !== null
