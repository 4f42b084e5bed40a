import { open, type FileHandle } from 'node:fs/promises'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js'
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js'
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js'

/** The Bloom filter of a column in one row group, with its header. */
type BloomFilter = { rows: bigint; bytes: Uint8Array }

/** What DuckDB does not say of row groups. */
type Additions = {
  /** A column, and a file that has Bloom filters of it, whose row groups have the same rows. */
  filters: { from: string; column: string }
  /** Columns by which the rows of each group are in ascending order, nulls last: the first of them first. */
  sortedBy: string[]
}

/**
 * Gives the row groups of a Parquet file Bloom filters of a column, and their sorting columns. The filters come
 * before the footer, which says where they are; all else stays as it is. Throws, with nothing written, where a
 * row group of `from` has no filter or other rows, or where a column is missing.
 */
export async function addToRowGroups(
  path: string,
  { filters: { from, column }, sortedBy }: Additions,
): Promise<void> {
  const filters = await readFilters(from, column)
  const file = await open(path, 'a+')
  try {
    const { start, metadata } = await readFooter(file)
    nameFilters(metadata.field_4, column, filters, start)
    metadata.field_4 = metadata.field_4.map((group) => withSorting(group, sortedBy))
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
type RowGroup = { field_1: ColumnChunk[]; field_3: bigint; field_4?: SortingColumn[] }
/** The place of a column among all of the row group, whether it descends, and whether nulls are first. */
type SortingColumn = { field_1: number; field_2: boolean; field_3: boolean }
type ColumnChunk = { field_3: ColumnMetaData }
type ColumnMetaData = {
  /** The path of the column. */
  field_3: Uint8Array[]
  /** Where its filter is, and its bytes. */
  field_14?: bigint
  field_15?: number
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
    const group = groups[index]!
    const chunk = group.field_1[placeOf(column, group)]!
    const place = { field_14: BigInt(offset), field_15: bytes.length }
    chunk.field_3 = inOrder({ ...chunk.field_3, ...place })
    offset += bytes.length
  }
}

function withSorting(group: RowGroup, columns: string[]): RowGroup {
  if (columns.length === 0) return group
  const sorting = columns.map((column) => ({
    field_1: placeOf(column, group),
    field_2: false,
    field_3: false,
  }))
  return inOrder({ ...group, field_4: sorting })
}

function placeOf(column: string, { field_1: chunks }: RowGroup): number {
  const place = chunks.findIndex(({ field_3 }) => pathOf(field_3) === column)
  if (place < 0) throw new Error(`no column ${column}`)
  return place
}

const pathOf = ({ field_3 }: ColumnMetaData) => field_3.map((name) => Buffer.from(name)).join('.')

/** The serializer takes fields in the order of their numbers. */
const inOrder = <Fields extends object>(fields: Fields): Fields => {
  const numberOf = ([name]: [string, unknown]) => Number(name.slice('field_'.length))
  const entries = Object.entries(fields).toSorted((a, b) => numberOf(a) - numberOf(b))
  return Object.fromEntries(entries) as Fields
}
