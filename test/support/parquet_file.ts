import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  type FileMetaData,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

export type ParquetFile<Row> = {
  metadata: FileMetaData
  /** Rows as JSON has them: missing is null, times are RFC 3339, days `YYYY-MM-DD`, integers are numbers, points are WKB. */
  rows: Row[]
  /** The bytes of every compressed page as they are after decompression. */
  pages: Uint8Array[]
}

/** Reads a whole Parquet file with hyparquet, a reader that shares no code with those that write. */
export async function readParquet<Row>(path: string): Promise<ParquetFile<Row>> {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file, { geoparquet: false })
  const pages: Uint8Array[] = []
  const rows = await parquetReadObjects({
    file,
    metadata,
    compressors: recording(pages),
    utf8: false, // of binary columns; text is text all the same
  })
  const dates = datesOf(metadata)
  return { metadata, rows: rows.map((row) => withDays(row, dates) as Row), pages }
}

/** The columns of whole days, which come as midnight. */
const datesOf = ({ schema }: FileMetaData) =>
  schema.flatMap(({ name, converted_type, logical_type }) =>
    converted_type === 'DATE' || logical_type?.type === 'DATE' ? [name] : [],
  )

/** Days are in columns of their own, and in the struct `said_at`. */
function withDays(row: Record<string, unknown>, dates: string[]) {
  const whole = plain(row) as Record<string, unknown>
  for (const part of [whole, (whole['said_at'] ?? {}) as Record<string, unknown>])
    for (const name of dates)
      if (typeof part[name] === 'string') part[name] = part[name].slice(0, 10)
  return whole
}

const recording = (pages: Uint8Array[]): typeof compressors =>
  Object.fromEntries(
    Object.entries(compressors).map(([codec, decompress]) => [
      codec,
      (input: Uint8Array, length: number) => {
        const page = decompress(input, length)
        pages.push(page)
        return page
      },
    ]),
  )

function plain(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z')
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
}
