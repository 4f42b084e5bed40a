import type { CsvRecord } from '../formats/csv.ts'
import type { JsonRecord } from '../formats/json.ts'
import { readRecords } from '../formats/records.ts'
import type { SourceBytes } from '../formats/source_bytes.ts'
import { makeHeader, Row } from '../row.ts'
import { titleLines } from '../rows.ts'
import { SeenColumns } from '../seen_columns.ts'
import { SourceError } from '../source_error.ts'

/** The beginning of an undescribed table, and its columns. */
export type Sample = { rows: Row[]; columns: SeenColumns; isJson: boolean }

const mostRows = 1000

/** Reads the first thousand rows of a file. Throws a SourceError if there are none. */
export async function readSample(file: SourceBytes): Promise<Sample> {
  const tables: CsvRecord[] = []
  const objects: JsonRecord[] = []
  for await (const record of readRecords(file)) {
    if ('rejected' in record) continue
    if ('fields' in record) tables.push(record)
    else objects.push(record)
    if (tables.length + objects.length > mostRows) break
  }
  const columns = new SeenColumns()
  const rows =
    objects.length > 0
      ? objects.map(({ line, object, text }) => Row.ofObject(line, object, text))
      : rowsBelow(tables, columns)
  for (const row of rows) columns.take(row)
  if (rows.length === 0) throw new SourceError(`${file.path} has no rows below its columns' names`)
  return { rows, columns, isJson: objects.length > 0 }
}

/** The header is the first of the fullest lines at the beginning: a title has one cell. */
function rowsBelow(records: CsvRecord[], columns: SeenColumns): Row[] {
  const filled = ({ fields }: CsvRecord) => fields.filter((field) => field.trim() !== '').length
  const [header] = records.slice(0, titleLines + 1).toSorted((a, b) => filled(b) - filled(a))
  if (!header) return []
  columns.header(header.fields)
  const made = makeHeader(header.fields, true)
  return records
    .slice(records.indexOf(header) + 1)
    .filter(({ fields }) => fields.length === header.fields.length)
    .map(({ line, fields }) => Row.ofFields(line, fields, made))
}
