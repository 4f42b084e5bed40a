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
  columns = new SeenColumns(),
): AsyncGenerator<Row | RejectedRow> {
  const maker = new RowMaker(file.path, fileKind, columns)
  const waiting: (Row | RejectedRow)[] = []
  for await (const record of readRecords(file, columns.choice.sheet)) {
    for (const row of maker.rowsOf(record)) {
      if (row instanceof Row && !maker.takes(row)) continue
      if (maker.isKind) {
        if (waiting.length > 0) yield* waiting.splice(0)
        yield row
      } else if (waiting.push(row) === patience) throw maker.fault()
    }
  }
  if (!maker.isKind) throw maker.fault()
  columns.choice.check(file.path, columns.names)
}

/** Makes rows of the records of one file, and finds out if it is of a type. */
class RowMaker {
  /** True once a header, or the members of an object, have the columns of the type. */
  isKind = false
  readonly #path: string
  readonly #fileKind: FileKind
  readonly #columns: SeenColumns
  #header: Header | undefined
  readonly #beforeHeader: CsvRecord[] = []
  /** The names in which the columns of the type were not found. */
  readonly #seen: (readonly string[])[] = []

  constructor(path: string, fileKind: FileKind, columns: SeenColumns) {
    this.#path = path
    this.#fileKind = fileKind
    this.#columns = columns
  }

  /** The rows that a record adds: none if it is a title or the header. */
  rowsOf(record: CsvRecord | JsonRecord | RejectedRow): (Row | RejectedRow)[] {
    if ('rejected' in record) return [record]
    if ('fields' in record)
      return this.#header ? [this.#rowOf(record, this.#header)] : this.#begin(record)
    return [Row.ofObject(record.line, record.object, record.text, this.#columns.named)]
  }

  /** Looks for the header in a line of a table. */
  #begin(record: CsvRecord): Row[] {
    const fields = record.fields.map(this.#columns.named)
    const header = headerOf(fields, this.#fileKind) ?? this.#headerless(record)
    if (!header) {
      this.#beforeHeader.push(record)
      if (this.#seen.push(fields) > titleLines) throw this.fault()
      return []
    }
    if (header.inFile) this.#checkRenamed(fields)
    this.#header = header
    this.isKind = true
    this.#columns.header(header.names)
    this.#columns.choice.check(this.#path, header.names)
    if (header.inFile) return []
    // Without a header line, the earlier lines were not a title but unusable rows.
    return [...this.#beforeHeader, record].map((each) => this.#rowOf(each, header))
  }

  /** The layout of a table with this first row; none if an earlier line was a header. */
  #headerless({ line, fields }: CsvRecord): Header | undefined {
    if (this.#seen.some((each) => isHeader(each, this.#fileKind))) return undefined
    for (const { names, fits } of this.#fileKind.headerless ?? []) {
      const header = makeHeader(names, false)
      if (fields.length === names.length && fits(Row.ofFields(line, fields, header))) return header
    }
    return undefined
  }

  #rowOf(record: CsvRecord, header: Header): Row {
    checkWhole(this.#path, record, header)
    return Row.ofFields(record.line, record.fields, header)
  }

  /** Returns true for a row that the sources file chooses, and notes its columns. */
  takes(row: Row): boolean {
    if (!this.isKind) {
      this.isKind = hasNeeded((name) => row.has(name), this.#fileKind)
      this.#seen.push(row.parts.names)
    }
    const isTaken = this.#columns.choice.takes(row)
    if (isTaken) this.#columns.take(row)
    return isTaken
  }

  #checkRenamed(names: readonly string[]): void {
    checkRenamed(this.#path, this.#fileKind, names, this.#columns.isNone)
  }

  /** The error about a file of another type. */
  fault(): SourceError {
    const { kind, needed, lacks } = this.#fileKind
    const seen = this.#seen
    lacks?.(this.#path, seen)
    const header = seen.find((each) => isHeader(each, this.#fileKind))
    if (header) this.#checkRenamed(header)
    const has = columnsIn(seen.flat())
    const missing = needed.filter((names) => !names.some(has))
    const found = (seen[0] ?? [])
      .slice(0, 5)
      .map((field) => field.slice(0, 40))
      .join(', ')
    const names = (columns: typeof needed) => columns.map(([name]) => name).join(', ')
    return new SourceError(
      `${this.#path} is not a ${kind} file: expected columns ${names(needed)}, ` +
        `found a first line without ${names(missing)}: ${found}, …`,
    )
  }
}

type ReadRow = (row: Row) => SourceRow

/** Streams the rows of a file, each read by an adapter. Throws as `readRows` does. */
export async function* mapRows(
  file: SourceBytes,
  fileKind: FileKind,
  columns = new SeenColumns(),
  readRow: ReadRow,
) {
  for await (const row of readRows(file, fileKind, columns)) {
    if (!(row instanceof Row)) {
      yield row
      continue
    }
    const { edition, fault } = columns.choice.editionOf(row)
    if (fault !== undefined) yield row.rejectedFor(fault)
    else yield { ...readRow(row), ...(edition !== undefined && { edition }) }
  }
}

/** Makes an adapter that reads each row separately. */
export const rowAdapter = (about: Omit<Adapter, 'read'> & FileKind, readRow: ReadRow): Adapter => ({
  ...about,
  read: (file, _mapping, columns) => mapRows(file, about, columns, readRow),
})

function headerOf(fields: string[], fileKind: FileKind): Header | undefined {
  const header = makeHeader(fields, true)
  const has = (name: string) => header.indexesOf.has(columnKey(name))
  return hasNeeded(has, fileKind) ? header : undefined
}

const hasNeeded = (has: (name: string) => boolean, { needed }: FileKind) =>
  needed.every((names) => names.some(has))

/** Throws if the last row of a file lacks cells and its line end. */
function checkWhole(path: string, { line, fields, isOpen }: CsvRecord, { names }: Header): void {
  if (!isOpen || fields.length >= names.length) return
  const cells = `${fields.length} of ${names.length} cells`
  throw endsInside(path, `line ${line} has ${cells} and no line end`)
}
