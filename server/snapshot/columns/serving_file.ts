import { open, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import type { Column } from '../../../data/schema/serving/column_types.ts'
import {
  columns,
  servingFile,
  type Columns,
  type Group,
} from '../../../data/schema/serving/columns.ts'
import { arrays, directoryPosition, headerBytes } from '../../../data/schema/serving/container.ts'
import { findColumns, type Span } from './directory.ts'

/** The most that is read at once. */
const blockBytes = 1 << 24

/**
 * The file of columns of a snapshot. What is read of it lies in shared memory, a piece for each
 * column, so that worker threads can have it without a copy.
 */
export class ServingFile implements AsyncDisposable {
  readonly #file: FileHandle
  readonly #spans: Map<string, Span>
  /** How many there are of what columns are of. */
  readonly #counts: Map<string, number>

  private constructor(file: FileHandle, spans: Map<string, Span>, counts: Map<string, number>) {
    this.#file = file
    this.#spans = spans
    this.#counts = counts
  }

  /**
   * Opens the file of a snapshot of `rows` farms. Throws where it is no such file, or a column of the
   * schema is missing, of another type, or of another length than the others imply.
   */
  static async open(path: string, rows: number): Promise<ServingFile> {
    const file = await open(path)
    try {
      const { spans, counts } = findColumns(...(await readDirectory(file)), rows)
      return new ServingFile(file, spans, counts)
    } catch (error) {
      await file.close()
      throw new Error(`${path}: ${worded(error)}`, { cause: error })
    }
  }

  /** Where a column lies in the file. */
  span<Name extends Group>(group: Name, name: keyof Columns[Name] & string): Span {
    return this.#spans.get(`${group}.${name}`)!
  }

  /** The columns of a group. Throws where a JSON column or the end of a list is not as it must be. */
  async group<Name extends Group>(group: Name): Promise<Columns[Name]> {
    const values: Record<string, unknown> = {}
    for (const name of Object.keys(columns[group]))
      values[name] = await this.column(group, name as keyof Columns[Name] & string)
    return values as Columns[Name]
  }

  /** One of them. */
  async column<Name extends Group, Each extends keyof Columns[Name] & string>(
    group: Name,
    name: Each,
  ): Promise<Columns[Name][Each]> {
    const bytes = await read(this.#file, this.span(group, name))
    const column = (columns[group] as Record<string, Column>)[name]!
    try {
      return valuesOf(column, bytes, this.#counts) as Columns[Name][Each]
    } catch (error) {
      throw new Error(`${servingFile}: column ${group}.${name}: ${worded(error)}`, { cause: error })
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close()
  }
}

const worded = (error: unknown) =>
  error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message

function valuesOf(column: Column, bytes: Buffer, counts: Map<string, number>): unknown {
  if (column.type === 'json') {
    const value = column.schema.parse(JSON.parse(bytes.toString()))
    if (column.of !== null) requireCount(column.of, (value as unknown[]).length, counts)
    return value
  }
  const values = new arrays[column.type](bytes.buffer as ArrayBuffer)
  if (column.into !== null) requireCount(column.into, Number(values.at(-1)), counts)
  return values
}

function requireCount(of: string, found: number, counts: Map<string, number>): void {
  const count = counts.get(of)
  if (found !== count)
    throw new Error(`it says that there are ${found} ${of}, and there are ${count}`)
}

/** Where the directory is, and what it says. */
async function readDirectory(file: FileHandle): Promise<[number, unknown]> {
  const { size } = await file.stat()
  const head = await read(file, { offset: 0, bytes: Math.min(size, headerBytes) })
  const position = directoryPosition(head)
  if (position === undefined) throw new Error('it does not begin like a file of columns')
  if (position > size)
    throw new Error(`it has ${size} bytes, and its directory begins at ${position}`)
  const text = await read(file, { offset: position, bytes: size - position })
  return [position, JSON.parse(text.toString())]
}

/** Throws where the file ends before the span does. */
async function read(file: FileHandle, { offset, bytes }: Span): Promise<Buffer> {
  const buffer = Buffer.from(new SharedArrayBuffer(bytes))
  for (let at = 0; at < bytes;) {
    const { bytesRead } = await file.read(buffer, at, Math.min(blockBytes, bytes - at), offset + at)
    if (bytesRead === 0) throw new Error('it ended while it was read')
    at += bytesRead
  }
  return buffer
}
