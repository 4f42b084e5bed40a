import type { RejectedRow } from '../adapter.ts'
import { delimiterOf, parseCsv, type CsvRecord } from './csv.ts'
import { isZip, peek, readText, unpacked } from './file.ts'
import { parseJson, withoutSeparators, type JsonRecord } from './json.ts'
import type { SourceBytes } from './source_bytes.ts'
import { readWorkbook } from './workbook.ts'

export type FileRecord = CsvRecord | JsonRecord | RejectedRow

/**
 * Streams the records of a file, gzipped or not. Its content shows the format: an Excel workbook, JSON
 * (lines, an array, GeoJSON, …), or else delimited text. Throws the SourceErrors of those readers.
 */
export async function* readRecords(file: SourceBytes): AsyncGenerator<FileRecord> {
  const { path } = file
  const [start, bytes] = await peek(unpacked(file))
  if (isZip(start)) return yield* readWorkbook(bytes, path)
  const [first, text] = await peek(readText(bytes, path))
  yield* isJson(first)
    ? parseJson(text, path)
    : parseCsv(text, path, delimiterOf(first.toString('latin1', 0, 65_536)))
}

const isJson = (block: Buffer) =>
  /^\s*[[{]/.test(withoutSeparators(block.toString('latin1', 0, 4096)))
