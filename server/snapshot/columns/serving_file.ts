import { open, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import type { Column, NumberColumn } from '../../../data/schema/serving/column_types.ts'
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

/** A part of a file. */
type Span = { offset: number; bytes: number }

/** The most that is read at once. */
const blockBytes = 1 << 24

/**
 * The file of columns of a snapshot. What is read of it lies in shared memory, a piece for each
 * column, so that worker threads can have it without a copy.
 */
export class ServingFile implements AsyncDisposable {
  readonly #file: FileHandle
  readonly #spans = new Map<string, Span>()
  /** How many there are of what columns are of. */
  readonly #counts: Map<string, number>

  private constructor(file: FileHandle, rows: number) {
    this.#file = file
    this.#counts = new Map([['rows', rows]])
  }

  /**
   * Opens the file of a snapshot of `rows` farms. Throws where it is no such file, or a column of the
   * schema is missing, of another type, or of another length than the others imply.
   */
  static async open(path: string, rows: number): Promise<ServingFile> {
    const file = new ServingFile(await open(path), rows)
    try {
      await file.#findColumns()
      return file
    } catch (error) {
      await file[Symbol.asyncDispose]()
      throw new Error(`${path}: ${worded(error)}`, { cause: error })
    }
  }

  /** Where a column lies in the file. */
  span<Name extends Group>(group: Name, name: keyof Columns[Name] & string): Span {
    return this.#spans.get(`${group}.${name}`)!
  }

  /** The columns of a group. Throws where a JSON column or the end of a list is not as it must be. */
  async group<Name extends Group>(group: Name): Promise<Columns[Name]> {
    const values: Partial<Columns[Name]> = {}
    for (const name of Object.keys(columns[group]) as (keyof Columns[Name] & string)[])
      values[name] = await this.column(group, name)
    return values as Columns[Name]
  }

  /** One of them. */
  async column<Name extends Group, Each extends keyof Columns[Name] & string>(
    group: Name,
    name: Each,
  ): Promise<Columns[Name][Each]> {
    const bytes = await this.#read(this.span(group, name))
    try {
      const column = (columns[group] as Record<string, Column>)[name]!
      return this.#valuesOf(column, bytes) as Columns[Name][Each]
    } catch (error) {
      throw new Error(`${servingFile}: column ${group}.${name}: ${worded(error)}`, { cause: error })
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close()
  }

  async #findColumns(): Promise<void> {
    const types = await this.#readDirectory()
    for (const [group, ofGroup] of Object.entries(columns))
      for (const [key, column] of Object.entries<Column>(ofGroup)) {
        const name = `${group}.${key}`
        const type = types.get(name)
        if (type === undefined) throw new Error(`it has no column ${name}`)
        if (type !== column.type)
          throw new Error(`column ${name} is ${type}, expected ${column.type}`)
        if (column.type !== 'json') this.#checkLength(name, column)
      }
  }

  /** Finds where the columns are, and returns the type of each. */
  async #readDirectory(): Promise<Map<string, string>> {
    const { size } = await this.#file.stat()
    const head = await this.#read({ offset: 0, bytes: Math.min(size, headerBytes) })
    const position = directoryPosition(head)
    if (position === undefined) throw new Error('it does not begin like a file of columns')
    if (position > size)
      throw new Error(`it has ${size} bytes, and its directory begins at ${position}`)
    const text = await this.#read({ offset: position, bytes: size - position })
    const listed = directory.parse(JSON.parse(text.toString()))
    let end = headerBytes
    for (const { name, bytes } of listed) {
      this.#spans.set(name, { offset: end, bytes })
      end = aligned(end + bytes)
    }
    if (end !== position)
      throw new Error(`its columns end at ${end}, and its directory begins at ${position}`)
    return new Map(listed.map(({ name, type }) => [name, type]))
  }

  /** The first column that is of something says how many there are of it. */
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

  #valuesOf(column: Column, bytes: Buffer): unknown {
    if (column.type === 'json') {
      const value = column.schema.parse(JSON.parse(bytes.toString()))
      this.#requireCount(column.of, (value as unknown[]).length)
      return value
    }
    const values = new arrays[column.type](bytes.buffer as ArrayBuffer)
    this.#requireCount(column.into, Number(values.at(-1)))
    return values
  }

  #requireCount(of: string | null, found: number): void {
    if (of !== null && found !== this.#counts.get(of))
      throw new Error(`it has ${found} ${of}, expected ${this.#counts.get(of)}`)
  }

  /** Throws where the file ends before the span does. */
  async #read({ offset, bytes }: Span): Promise<Buffer> {
    const buffer = Buffer.from(new SharedArrayBuffer(bytes))
    for (let at = 0; at < bytes;) {
      const length = Math.min(blockBytes, bytes - at)
      const { bytesRead } = await this.#file.read(buffer, at, length, offset + at)
      if (bytesRead === 0) throw new Error('it ended while it was read')
      at += bytesRead
    }
    return buffer
  }
}

const worded = (error: unknown) =>
  error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
