import type { RejectedRow } from '../adapter.ts'
import { parseCsv, type CsvRecord } from './csv.ts'
import { isZip, readText } from './file.ts'
import { parseJson, withoutSeparators, type JsonRecord } from './json.ts'
import { readWorkbook } from './workbook.ts'

export type FileRecord = CsvRecord | JsonRecord | RejectedRow

/**
 * Streams the records of a file, gzipped or not, whose format its content shows: an Excel
 * workbook, JSON (lines, an array, GeoJSON, …), or else comma-separated text. Throws SourceErrors as
 * those readers do.
 */
export async function* readRecords(path: string): AsyncGenerator<FileRecord> {
  if (await isZip(path)) {
    yield* readWorkbook(path)
    return
  }
  const blocks = readText(path)
  const first = await blocks.next()
  if (first.done) return
  const text = resumed(first.value, blocks)
  yield* isJson(first.value) ? parseJson(text, path) : parseCsv(text, path)
}

const isJson = (block: Buffer) =>
  /^\s*[[{]/.test(withoutSeparators(block.toString('latin1', 0, 4096)))

async function* resumed(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
