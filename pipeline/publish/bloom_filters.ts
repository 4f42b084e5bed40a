import { open, type FileHandle } from 'node:fs/promises'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js'
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js'
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js'

/** The Bloom filter of a column in one row group, with its header. */
type BloomFilter = { rows: bigint; bytes: Uint8Array }

/**
 * Gives a column of the Parquet file `to` the Bloom filters that it has in the file `from`, whose row groups
 * have the same rows. The filters come before the footer, which says where they are; all else stays as it is.
 * Throws, with nothing written, where a row group of `from` has no filter, or other rows than that of `to`.
 */
export async function copyBloomFilters(from: string, to: string, column: string): Promise<void> {
  const filters = await readFilters(from, column)
  const file = await open(to, 'a+')
  try {
    const { start, metadata } = await readFooter(file)
    nameFilters(metadata.field_4, column, filters, start)
    if (filters.length === 0) return // the serializer knows no type of a list without elements
    await file.truncate(start)
    await file.appendFile(Buffer.concat([...filters.map(({ bytes }) => bytes), footer(metadata)]))
  } finally {
    await file.close()
  }
}

async function readFilters(path: string, column: string): Promise<BloomFilter[]> {
  const file = await asyncBufferFromFile(path)
  const filters: BloomFilter[] = []
  for (const { columns, num_rows: rows } of (await parquetMetadataAsync(file)).row_groups) {
    const chunk = columns.find(({ meta_data }) => meta_data!.path_in_schema.join('.') === column)
    const { bloom_filter_offset: offset, bloom_filter_length: length } = chunk?.meta_data ?? {}
    if (!offset || !length) throw new Error(`${path} has a row group without filter of ${column}`)
    const bytes = await file.slice(Number(offset), Number(offset) + length)
    filters.push({ rows, bytes: new Uint8Array(bytes) })
  }
  return filters
}

/**
 * The metadata of a Parquet file as a tree that keeps what is not known here, by the numbers that fields have in
 * https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
 */
type FileMetaData = { field_4: RowGroup[] }
type RowGroup = { field_1: { field_3: ColumnMetaData }[]; field_3: bigint }
type ColumnMetaData = {
  /** The path of the column. */
  field_3: Uint8Array[]
  /** Where its filter is, and its bytes. */
  field_14?: bigint
  field_15?: number
  /** Statistics of sizes and places, here since fields are written in the order of their numbers. */
  field_16?: object | undefined
  field_17?: object | undefined
}

/** A file ends with its metadata, their length in 4 bytes, and this. */
const magic = 'PAR1'
const endBytes = 4 + magic.length

async function readFooter(file: FileHandle): Promise<{ start: number; metadata: FileMetaData }> {
  const { size } = await file.stat()
  const end = await read(file, size - endBytes, endBytes)
  const length = end.getUint32(0, true)
  const start = size - endBytes - length
  const view = await read(file, start, length)
  return { start, metadata: deserializeTCompactProtocol({ view, offset: 0 }) as FileMetaData }
}

async function read(file: FileHandle, position: number, length: number): Promise<DataView> {
  const view = new DataView(new ArrayBuffer(length))
  const { bytesRead } = await file.read(view, 0, length, position)
  if (bytesRead < length) throw new Error(`${bytesRead} bytes of ${length} at ${position}`)
  return view
}

function footer(metadata: FileMetaData): Uint8Array {
  const writer = new ByteWriter()
  serializeTCompactProtocol(writer, metadata)
  writer.appendUint32(writer.offset)
  writer.appendBytes(new TextEncoder().encode(magic))
  return writer.getBytes()
}

/** Says of each row group where its filter is: one after the other from `start` on. */
function nameFilters(groups: RowGroup[], column: string, filters: BloomFilter[], start: number) {
  const [rows, expected] = [groups.map(({ field_3 }) => field_3), filters.map(({ rows }) => rows)]
  if (rows.join() !== expected.join())
    throw new Error(`row groups of ${rows.join()} rows, and filters of ${expected.join()}`)
  let offset = start
  for (const [index, { bytes }] of filters.entries()) {
    const chunk = groups[index]!.field_1.find(({ field_3 }) => pathOf(field_3) === column)!
    const { field_16, field_17, ...before } = chunk.field_3
    const place = { field_14: BigInt(offset), field_15: bytes.length }
    chunk.field_3 = { ...before, ...place, field_16, field_17 }
    offset += bytes.length
  }
}

const pathOf = ({ field_3 }: ColumnMetaData) => field_3.map((name) => Buffer.from(name)).join('.')
