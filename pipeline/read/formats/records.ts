import type { RejectedRow } from '../adapter.ts'
import { delimiterOf, parseCsv, type CsvRecord } from './csv.ts'
import { isZip, peek, readText, unpacked } from './file.ts'
import { parseJson, withoutSeparators, type JsonRecord } from './json.ts'
import type { SourceBytes } from './source_bytes.ts'
import { SourceError } from '../source_error.ts'
import { readWorkbook, sheetsOf } from './workbook.ts'

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
  return isZip(start) ? sheetsOf(bytes, file.path) : null
}
