import { pipeline } from 'node:stream'
import { parse, type CsvError, type Info } from 'csv-parse'
import { SourceError } from '../source_error.ts'

/**
 * One record of a CSV file; `line` is the line on which it starts, from 1. `isOpen`: the file ends in it
 * without a line end, so it may be incomplete.
 */
export type CsvRecord = { line: number; fields: string[]; isOpen?: true }

type Parsed = { record: string[]; info: Info }

/** Maximum length of a record: a quote that is never closed must not consume the file. */
const maxRecordCharacters = 1_000_000

/** The delimiter of fields. */
type Delimiter = ',' | '\t' | ';'

/**
 * The delimiter of a text, from its first line with one: tabs if they outnumber commas, semicolons if there
 * are two and no comma; otherwise a comma.
 */
export function delimiterOf(start: string): Delimiter {
  for (const line of start.split('\n', headerLines)) {
    const [commas, tabs, semicolons] = [/,/g, /\t/g, /;/g].map(
      (each) => line.match(each)?.length ?? 0,
    )
    if (tabs! > commas!) return '\t'
    if (commas! > 0) return ','
    if (semicolons! > 1) return ';'
  }
  return ','
}

/** Maximum number of lines before the header: a title and the like. */
const headerLines = 6

/**
 * Streams the records of delimited text; quoted fields may contain line breaks. Skips blank records. `path`
 * names the file in errors. Throws a SourceError if a quote is never closed: the file ends inside a row.
 */
export async function* parseCsv(
  blocks: AsyncIterable<Buffer>,
  path: string,
  delimiter: Delimiter = ',',
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter,
    info: true,
    max_record_size: maxRecordCharacters,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  let lastByte: number | undefined
  async function* noted() {
    for await (const block of blocks) {
      lastByte = block.at(-1)
      yield block
    }
  }
  // The callback is where pipeline reports: the error itself surfaces in the loop below.
  pipeline(noted(), parser, () => {})
  let line = 1
  let emptyLines = 0
  let last: CsvRecord | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      line += info.empty_lines - emptyLines
      emptyLines = info.empty_lines
      if (last) yield last
      last = record.some((field) => field.trim() !== '') ? { line, fields: record } : undefined
      line += 1 + lineBreaks(record)
    }
    if (last) yield isLineEnd(lastByte) ? last : { ...last, isOpen: true }
  } catch (error) {
    if (!isCsvError(error)) throw error
    if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw endsInside(path, `line ${line} opens a quote that nothing closes`, error)
    const message = `${path} can't be read as CSV: ${error.message.replace(/\.$/, '')}`
    throw new SourceError(message, { cause: error })
  }
}

/** The error of a truncated file; `sign` is the evidence. */
export const endsInside = (path: string, sign: string, cause?: Error) =>
  new SourceError(
    `${path} ends inside a row: ${sign}\n` +
      'download it again; if it is whole, correct that line, or end it with a line break',
    { cause },
  )

const isLineEnd = (byte: number | undefined) => byte === 0x0a || byte === 0x0d

// Counted here, because the parser counts a CRLF inside quotes twice.
const lineBreaks = (fields: string[]) =>
  fields.reduce(
    (sum, field) => sum + (/[\r\n]/.test(field) ? field.split(/\r\n?|\n/).length - 1 : 0),
    0,
  )

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')
