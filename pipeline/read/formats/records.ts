import readAllSheets, { readSheet, type CellValue } from 'read-excel-file/node'
import type { RejectedRow } from '../adapter.ts'
import { delimiterOf, parseCsv, type CsvRecord } from './csv.ts'
import { isZip, peek, readText, unpacked, readWhole } from './file.ts'
import { parseJson, withoutSeparators, type JsonRecord } from './json.ts'
import type { SourceBytes } from './source_bytes.ts'
import { SourceError } from '../source_error.ts'

type FileRecord = CsvRecord | JsonRecord | RejectedRow

/**
 * Streams the records of a file, gzipped or not. Its content shows the format: an Excel workbook, JSON
 * (lines, an array, GeoJSON, …), or else delimited text. Throws the SourceErrors of those readers. `sheet`: the
 * sheet of a workbook that is read; default: its first.
 */
export async function* readRecords(file: SourceBytes, sheet?: string): AsyncGenerator<FileRecord> {
  const { path } = file
  const [start, bytes] = await peek(unpacked(file))
  if (isZip(start)) return yield* readWorkbook(bytes, path, sheet)
  if (sheet !== undefined) throw new SourceError(`${path}: sheet: the file is no workbook`)
  const [first, text] = await peek(readText(bytes, path))
  yield* isJson(first)
    ? parseJson(text, path)
    : parseCsv(text, path, delimiterOf(first.toString('latin1', 0, 65_536)))
}

const isJson = (block: Buffer) =>
  /^\s*[[{]/.test(withoutSeparators(block.toString('latin1', 0, 4096)))

/** The sheets of a workbook, and how many rows each has; null for other files. */
export async function sheetsIn(
  file: SourceBytes,
): Promise<{ name: string; rows: number }[] | null> {
  const [start, bytes] = await peek(unpacked(file))
  if (!isZip(start)) return null
  const sheets = await ofWorkbook(file.path, bytes, (whole) => readAllSheets(whole))
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.length }))
}

/**
 * Reads the rows of a sheet as text: numbers in JavaScript notation, dates as `YYYY-MM-DD HH:MM:SS`, blank
 * cells as ''. Skips blank rows; a record's line is its row number. `path` names the file in errors. Throws a
 * SourceError if it is not a workbook, or lacks the sheet.
 */
async function* readWorkbook(
  bytes: AsyncIterable<Buffer>,
  path: string,
  sheet: string | undefined,
): AsyncGenerator<CsvRecord> {
  const rows = await ofWorkbook(path, bytes, (whole) =>
    readSheet(whole, sheet ?? 1, { trim: false }),
  )
  for (const [index, cells] of rows.entries()) {
    const fields = cells.map(cellText)
    if (fields.some((field) => field.trim() !== '')) yield { line: index + 1, fields }
  }
}

async function ofWorkbook<R>(
  path: string,
  bytes: AsyncIterable<Buffer>,
  read: (whole: Buffer) => Promise<R>,
): Promise<R> {
  const whole = await readWhole(bytes, path)
  try {
    return await read(whole)
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'SheetNotFoundError') throw new SourceError(`${path}: ${message}`)
    throw new SourceError(
      `${path} can't be read as an Excel workbook: ${message} (save it as CSV)`,
      { cause: error },
    )
  }
}

function cellText(cell: CellValue | null): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ')
  return String(cell)
}
