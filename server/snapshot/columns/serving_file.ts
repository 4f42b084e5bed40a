import { createHash } from 'node:crypto'
import { createZstdDecompress } from 'node:zlib'
import { open, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { blocks } from '../../../data/file_digest.ts'
import { schemaVersion } from '../../../data/schema/versions.ts'
import type { ServingColumn, NumberColumn } from '../../../data/schema/serving/column_types.ts'
import {
  columns,
  servingFile,
  type Columns,
  type Group,
} from '../../../data/schema/serving/columns.ts'
import {
  aligned,
  arrays,
  directory,
  directoryPosition,
  headerBytes,
} from '../../../data/schema/serving/container.ts'

/** `packed`: its bytes in the file, if it is compressed. */
type Span = { offset: number; bytes: number; packed?: number | undefined }

/** The key of the directory's span among the columns' spans. */
const directoryName = 'the directory'

/** The maximum number of bytes in one read. */
const blockBytes = 1 << 24

/**
 * A snapshot's file of columns. Each column is read into its own shared memory, so that threads can pass it
 * on without a copy. Columns that violate the schema are refused, so no index points outside the columns.
 */
export class ServingFile implements AsyncDisposable {
  readonly #file: FileHandle
  readonly #spans = new Map<string, Span>()
  /** The number of items, by the kind of item that columns are about. */
  readonly #counts: Map<string, number>
  /** Columns that were read already. */
  readonly #held = new Map<string, Buffer>()
  #directory: Buffer = Buffer.alloc(0)

  private constructor(file: FileHandle, rows: number) {
    this.#file = file
    this.#counts = new Map([['rows', rows]])
  }

  /**
   * Opens the file of a snapshot of `rows` farms and a schema version. Throws if it is not such a file.
   * Throws if a column of the schema is missing, has another type, or has a length that contradicts the
   * others.
   */
  static async open(path: string, rows: number, version = schemaVersion): Promise<ServingFile> {
    const file = new ServingFile(await open(path), rows)
    try {
      await file.#findColumns(version)
      return file
    } catch (error) {
      await file[Symbol.asyncDispose]()
      throw new Error(`${path}: ${worded(error)}`, { cause: error })
    }
  }

  /** The position and size of a column in the file. */
  span<Name extends Group>(group: Name, name: keyof Columns[Name] & string): Span {
    return this.#spans.get(`${group}.${name}`)!
  }

  /**
   * Reads the file from beginning to end, and keeps all columns but those left on disk. Returns the SHA-256
   * (hexadecimal) of the bytes read. From then on, columns are made from these bytes.
   */
  async load(leftOnDisk: readonly string[]): Promise<string> {
    const spans = [...this.#spans].filter(([name]) => !leftOnDisk.includes(name))
    for (const [name, span] of spans) this.#held.set(name, shared(stored(span)))
    const hash = createHash('sha256')
    let position = 0
    for await (const block of blocks(this.#file, position)) {
      hash.update(block)
      for (const [name, { offset, ...span }] of spans)
        if (offset < position + block.length && position < offset + stored(span))
          block.copy(
            this.#held.get(name)!,
            Math.max(0, position - offset),
            Math.max(0, offset - position),
          )
      position += block.length
    }
    if (!this.#held.get(directoryName)!.equals(this.#directory))
      throw new Error('it changed while it was read')
    return hash.digest('hex')
  }

  /** Returns a group's columns. Throws if a column violates the schema. */
  async group<Name extends Group>(group: Name): Promise<Columns[Name]> {
    const values: Partial<Columns[Name]> = {}
    // Documents come first: they set the number of items that other columns index.
    const names = Object.entries<ServingColumn>(columns[group])
      .toSorted(([, a], [, b]) => Number(b.type === 'json') - Number(a.type === 'json'))
      .map(([name]) => name as keyof Columns[Name] & string)
    for (const name of names) values[name] = await this.column(group, name)
    return values as Columns[Name]
  }

  async column<Name extends Group, Each extends keyof Columns[Name] & string>(
    group: Name,
    name: Each,
  ): Promise<Columns[Name][Each]> {
    const column = (columns[group] as Record<string, ServingColumn>)[name]!
    if (!this.#spans.has(`${group}.${name}`)) return this.#absent(column as NumberColumn) as never
    const span = this.span(group, name)
    const bytes = this.#held.get(`${group}.${name}`) ?? (await this.#read(span))
    try {
      return this.#valuesOf(column, await unpacked(bytes, span)) as Columns[Name][Each]
    } catch (error) {
      throw new Error(`${servingFile}: column ${group}.${name}: ${worded(error)}`, { cause: error })
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close()
  }

  async #findColumns(version: number): Promise<void> {
    const types = await this.#readDirectory()
    for (const [group, ofGroup] of Object.entries(columns))
      for (const [key, column] of Object.entries<ServingColumn>(ofGroup)) {
        const name = `${group}.${key}`
        const type = types.get(name)
        if (type === undefined && addedAfter(version, column)) continue
        if (type === undefined) throw new Error(`it has no column ${name}`)
        if (type !== column.type)
          throw new Error(`column ${name} is ${type}, expected ${column.type}`)
        if (column.type !== 'json') this.#checkLength(name, column)
      }
  }

  /** Finds the position of each column, and returns its type. */
  async #readDirectory(): Promise<Map<string, string>> {
    const { size } = await this.#file.stat()
    const head = await this.#read({ offset: 0, bytes: Math.min(size, headerBytes) })
    const position = directoryPosition(head)
    if (position === undefined) throw new Error('it does not begin like a file of columns')
    if (position > size)
      throw new Error(`it has ${size} bytes, and its directory begins at ${position}`)
    this.#spans.set(directoryName, { offset: position, bytes: size - position })
    this.#directory = await this.#read(this.#spans.get(directoryName)!)
    const listed = directory.parse(JSON.parse(this.#directory.toString()))
    let end = headerBytes
    for (const { name, bytes, packed } of listed) {
      this.#spans.set(name, { offset: end, bytes, packed })
      end = aligned(end + (packed ?? bytes))
    }
    if (end !== position)
      throw new Error(`its columns end at ${end}, and its directory begins at ${position}`)
    return new Map(listed.map(({ name, type }) => [name, type]))
  }

  /** The first column about a kind of item determines the number of items. */
  #checkLength(name: string, { type, of, each, into }: NumberColumn): void {
    const { bytes } = this.#spans.get(name)!
    const size = arrays[type].BYTES_PER_ELEMENT
    const more = into === null ? 0 : 1
    const count = this.#counts.get(of) ?? Math.floor((bytes / size - more) / each)
    const expected = (count * each + more) * size
    if (bytes !== expected)
      throw new Error(`column ${name} has ${bytes} bytes, expected ${expected} for ${count} ${of}`)
    this.#counts.set(of, count)
  }

  #valuesOf(column: ServingColumn, bytes: Buffer): unknown {
    if (column.type === 'json') {
      const value = column.schema.parse(JSON.parse(bytes.toString()))
      if (column.of !== null) this.#requireCount(column.of, Object.values(value as object).flat())
      return value
    }
    const values = new arrays[column.type](bytes.buffer as ArrayBuffer)
    column.check(values, (of) => this.#counts.get(of)!)
    return values
  }

  #absent({ type, of, each, added }: NumberColumn) {
    const length = (this.#counts.get(of) ?? 0) * each
    const buffer = new SharedArrayBuffer(length * arrays[type].BYTES_PER_ELEMENT)
    return new arrays[type](buffer as unknown as ArrayBuffer).fill(added!.absent)
  }

  #requireCount(of: string, { length }: unknown[]): void {
    const expected = this.#counts.get(of) ?? length
    if (length !== expected) throw new Error(`it has ${length} ${of}, expected ${expected}`)
    this.#counts.set(of, length)
  }

  /** Throws if the file ends before the span does. */
  async #read({ offset, ...span }: Span): Promise<Buffer> {
    const buffer = shared(stored(span))
    for (let at = 0; at < buffer.length;) {
      const length = Math.min(blockBytes, buffer.length - at)
      const { bytesRead } = await this.#file.read(buffer, at, length, offset + at)
      if (bytesRead === 0) throw new Error('it ended while it was read')
      at += bytesRead
    }
    return buffer
  }
}

const shared = (bytes: number) => Buffer.from(new SharedArrayBuffer(bytes))

const stored = ({ bytes, packed }: Omit<Span, 'offset'>) => packed ?? bytes

/** The bytes of a column, decompressed. */
async function unpacked(content: Buffer, { bytes, packed }: Span): Promise<Buffer> {
  if (packed === undefined) return content
  const whole = shared(bytes)
  const stream = createZstdDecompress({ chunkSize: Math.min(Math.max(bytes, 64), 1 << 20) })
  stream.end(content)
  let at = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunk.copy(whole, at)
    at += chunk.length
  }
  if (at !== bytes) throw new Error(`it has ${at} bytes, expected ${bytes}`)
  return whole
}

const addedAfter = (version: number, column: ServingColumn) =>
  column.type !== 'json' && column.added !== undefined && version < column.added.since

const worded = (error: unknown) =>
  error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
