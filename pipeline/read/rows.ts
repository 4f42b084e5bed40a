import type { Adapter, RejectedRow, SourceRow } from './adapter.ts'
import { SourceError } from './source_error.ts'
import type { CsvRecord } from './formats/csv.ts'
import type { JsonRecord } from './formats/json.ts'
import { readRecords } from './formats/records.ts'
import type { SourceBytes } from './formats/source_bytes.ts'
import { columnKey, makeHeader, Row, type Header } from './row.ts'
import type { SeenColumns } from './seen_columns.ts'

/** How a kind of file is recognized, and where its columns are when nothing names them. */
export type FileKind = {
  kind: string
  /** Columns that every file of the kind has, each by any one of its names. */
  needed: readonly (readonly string[])[]
  /** The columns of a table without a header line, and what a first row of such a table fits. */
  headerless?: readonly { names: readonly string[]; fits: (row: Row) => boolean }[]
  /** Says what a file lacks that has not the needed columns, by the names or the first lines that it has. */
  lacks?: (path: string, seen: readonly (readonly string[])[]) => void
}

/** Lines before a table's header (a title, a date) that are passed over. */
export const titleLines = 5
/** Objects in which the needed names must appear: null members are left out of some. */
const patience = 100

/**
 * Streams the rows of a file in any format that `readRecords` knows, with their cells by column
 * name. A table's row of another length than its header comes as a row with its `fields` as they
 * are. Throws a SourceError where the file is not of that kind.
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
  for await (const record of readRecords(file)) {
    if ('fields' in record && !header) {
      header = headerOf(record.fields, fileKind) ?? headerless(record, fileKind)
      if (header) {
        isKind = true
        columns?.header(header.names)
      } else if (seen.push(record.fields) > titleLines) throw anotherKind(file.path, fileKind, seen)
      if (!header) passedOver.push(record)
      if (!header || header.inFile) continue
      // Without a header line, what came before was no title but rows that can't be used.
      for (const each of passedOver.splice(0)) yield rowOf(each, header)
    }
    const row = 'rejected' in record ? record : rowOf(record, header)
    if (row instanceof Row) columns?.take(row)
    if (!isKind && row instanceof Row) {
      isKind = hasNeeded(row.has.bind(row), fileKind)
      seen.push(row.parts.names)
    }
    if (isKind) {
      yield* waiting.splice(0)
      yield row
    } else if (waiting.push(row) === patience) throw anotherKind(file.path, fileKind, seen)
  }
  if (!isKind) throw anotherKind(file.path, fileKind, seen)
}

type ReadRow = (row: Row) => SourceRow

/** Streams the rows of a file as an adapter reads each. Throws as `readRows` does. */
export async function* mapRows(
  file: SourceBytes,
  fileKind: FileKind,
  columns: SeenColumns | undefined,
  readRow: ReadRow,
) {
  for await (const row of readRows(file, fileKind, columns))
    yield row instanceof Row ? readRow(row) : row
}

/** An adapter that reads each row for itself. */
export const rowAdapter = (about: Omit<Adapter, 'read'> & FileKind, readRow: ReadRow): Adapter => ({
  ...about,
  read: (file, _mapping, columns) => mapRows(file, about, columns, readRow),
})

const rowOf = (record: CsvRecord | JsonRecord, header: Header | undefined) =>
  'fields' in record
    ? Row.ofFields(record.line, record.fields, header!)
    : Row.ofObject(record.line, record.object, record.text)

function headerOf(fields: string[], fileKind: FileKind): Header | undefined {
  const header = makeHeader(fields, true)
  const has = (name: string) => header.indexesOf.has(columnKey(name))
  return hasNeeded(has, fileKind) ? header : undefined
}

const hasNeeded = (has: (name: string) => boolean, { needed }: FileKind) =>
  needed.every((names) => names.some(has))

function headerless({ line, fields }: CsvRecord, fileKind: FileKind): Header | undefined {
  for (const { names, fits } of fileKind.headerless ?? []) {
    const header = makeHeader(names, false)
    if (fields.length === names.length && fits(Row.ofFields(line, fields, header))) return header
  }
  return undefined
}

function anotherKind(path: string, { kind, needed, lacks }: FileKind, seen: (readonly string[])[]) {
  lacks?.(path, seen)
  const keys = new Set(seen.flat().map(columnKey))
  const missing = needed.filter((names) => !names.some((name) => keys.has(columnKey(name))))
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
