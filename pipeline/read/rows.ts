import type { Adapter, RejectedRow, SourceRow } from './adapter.ts'
import { columnKey, columnsIn } from './columns/column_key.ts'
import { checkRenamed, isHeader, type Needed } from './columns/renamed_columns.ts'
import { endsInside, type CsvRecord } from './formats/csv.ts'
import type { JsonRecord } from './formats/json.ts'
import { readRecords } from './formats/records.ts'
import type { SourceBytes } from './formats/source_bytes.ts'
import { makeHeader, Row, type Header } from './row.ts'
import { SeenColumns } from './seen_columns.ts'
import { SourceError } from './source_error.ts'

/** How to recognize a type of file, and its columns if there is no header. */
export type FileKind = Needed & {
  /** Column layouts of tables without a header line, and a test for their first row. */
  headerless?: readonly { names: readonly string[]; fits: (row: Row) => boolean }[]
  /** Throws an error about the missing columns, given the names or the first lines of the file. */
  lacks?: (path: string, seen: readonly (readonly string[])[]) => void
}

/** Lines before a table's header (a title, a date) that are skipped. */
export const titleLines = 5
/** Number of objects in which the required names must appear: some objects leave out null members. */
const patience = 100

/**
 * Streams the rows of a file in any format of `readRecords`, with their cells by column name. A table's row
 * whose length differs from its header keeps its `fields` unchanged. Throws a SourceError if the file is of
 * another type, if its columns seem renamed, or if it ends inside a row.
 */
export async function* readRows(
  file: SourceBytes,
  fileKind: FileKind,
  columns?: SeenColumns,
): AsyncGenerator<Row | RejectedRow> {
  let header: Header | undefined
  let isKind = false
  const waiting: (Row | RejectedRow)[] = []
  const seen: (readonly string[])[] = []
  const passedOver: CsvRecord[] = []
  const { named, isNone } = columns ?? new SeenColumns()
  const fault = () => anotherKind(file.path, fileKind, seen, isNone)
  for await (const record of readRecords(file, columns?.choice.sheet)) {
    if ('fields' in record && !header) {
      const fields = record.fields.map(named)
      header = headerOf(fields, fileKind) ?? headerless(record, fileKind, seen)
      if (header) {
        isKind = true
        if (header.inFile) checkRenamed(file.path, fileKind, fields, isNone)
        columns?.header(header.names)
        columns?.choice.check(file.path, header.names)
      } else if (seen.push(fields) > titleLines) throw fault()
      if (!header) passedOver.push(record)
      if (!header || header.inFile) continue
      // Without a header line, the earlier lines were not a title but unusable rows.
      for (const each of passedOver.splice(0)) yield rowOf(each, header, named)
    }
    if ('fields' in record) checkWhole(file.path, record, header!)
    const row = 'rejected' in record ? record : rowOf(record, header, named)
    const isTaken = !(row instanceof Row) || (columns?.choice.takes(row) ?? true)
    if (isTaken && row instanceof Row) columns?.take(row)
    if (!isKind && row instanceof Row) {
      isKind = hasNeeded(row.has.bind(row), fileKind)
      seen.push(row.parts.names)
    }
    if (!isTaken) continue
    if (isKind) {
      yield* waiting.splice(0)
      yield row
    } else if (waiting.push(row) === patience) throw fault()
  }
  if (!isKind) throw fault()
  columns?.choice.check(file.path, columns.names)
}

type ReadRow = (row: Row) => SourceRow

/** Streams the rows of a file, each read by an adapter. Throws as `readRows` does. */
export async function* mapRows(
  file: SourceBytes,
  fileKind: FileKind,
  columns: SeenColumns | undefined,
  readRow: ReadRow,
) {
  for await (const row of readRows(file, fileKind, columns)) {
    const { edition, fault } = row instanceof Row ? (columns?.choice.editionOf(row) ?? {}) : {}
    if (!(row instanceof Row)) yield row
    else if (fault !== undefined) yield row.rejectedFor(fault)
    else yield { ...readRow(row), ...(edition !== undefined && { edition }) }
  }
}

/** Makes an adapter that reads each row separately. */
export const rowAdapter = (about: Omit<Adapter, 'read'> & FileKind, readRow: ReadRow): Adapter => ({
  ...about,
  read: (file, _mapping, columns) => mapRows(file, about, columns, readRow),
})

const rowOf = (
  record: CsvRecord | JsonRecord,
  header: Header | undefined,
  named: SeenColumns['named'],
) =>
  'fields' in record
    ? Row.ofFields(record.line, record.fields, header!)
    : Row.ofObject(record.line, record.object, record.text, named)

function headerOf(fields: string[], fileKind: FileKind): Header | undefined {
  const header = makeHeader(fields, true)
  const has = (name: string) => header.indexesOf.has(columnKey(name))
  return hasNeeded(has, fileKind) ? header : undefined
}

const hasNeeded = (has: (name: string) => boolean, { needed }: FileKind) =>
  needed.every((names) => names.some(has))

/** The layout of a table with this first row; none if an earlier line was a header. */
function headerless(
  { line, fields }: CsvRecord,
  fileKind: FileKind,
  before: readonly (readonly string[])[],
): Header | undefined {
  if (before.some((each) => isHeader(each, fileKind))) return undefined
  for (const { names, fits } of fileKind.headerless ?? []) {
    const header = makeHeader(names, false)
    if (fields.length === names.length && fits(Row.ofFields(line, fields, header))) return header
  }
  return undefined
}

/** Throws if the last row of a file lacks cells and its line end. */
function checkWhole(path: string, { line, fields, isOpen }: CsvRecord, { names }: Header): void {
  if (!isOpen || fields.length >= names.length) return
  const cells = `${fields.length} of ${names.length} cells`
  throw endsInside(path, `line ${line} has ${cells} and no line end`)
}

function anotherKind(
  path: string,
  fileKind: FileKind,
  seen: (readonly string[])[],
  isNone: SeenColumns['isNone'],
) {
  const { kind, needed, lacks } = fileKind
  lacks?.(path, seen)
  const header = seen.find((each) => isHeader(each, fileKind))
  if (header) checkRenamed(path, fileKind, header, isNone)
  const has = columnsIn(seen.flat())
  const missing = needed.filter((names) => !names.some(has))
  const found = (seen[0] ?? [])
    .slice(0, 5)
    .map((field) => field.slice(0, 40))
    .join(', ')
  const names = (columns: typeof needed) => columns.map(([name]) => name).join(', ')
  return new SourceError(
    `${path} is not a ${kind} file: expected columns ${names(needed)}, ` +
      `found a first line without ${names(missing)}: ${found}, …`,
  )
}
