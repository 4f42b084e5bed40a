import { open, type FileHandle } from 'node:fs/promises'
import { columns, type Columns, type Group } from '../../../data/schema/serving/columns.ts'
import type { ServingColumn } from '../../../data/schema/serving/column_types.ts'
import {
  aligned,
  header,
  headerBytes,
  type ColumnDirectory,
} from '../../../data/schema/serving/container.ts'

type Bytes = Uint8Array | AsyncIterable<Uint8Array>

/** The columns of a group, as they are written: bytes may come in pieces, if they are too many for memory. */
export type Written<Name extends Group> = {
  [Each in keyof Columns[Name]]: Columns[Name][Each] extends Uint8Array
    ? Bytes
    : Columns[Name][Each]
}

/** Writes the file of columns that the server opens, group by group: none is kept in memory. */
export class ServingFileWriter implements AsyncDisposable {
  readonly #file: FileHandle
  readonly #directory: ColumnDirectory = []
  #end = headerBytes

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async create(path: string): Promise<ServingFileWriter> {
    const file = await open(path, 'wx')
    await file.writeFile(Buffer.alloc(headerBytes))
    return new ServingFileWriter(file)
  }

  /** Writes the columns of a group, in the order of the schema. */
  async write<Name extends Group>(group: Name, values: Written<Name>): Promise<void> {
    for (const [name, { type }] of Object.entries<ServingColumn>(columns[group])) {
      const column = values[name as keyof typeof values]
      const bytes = type === 'json' ? JSON.stringify(column) : (column as Contents)
      await this.#append(`${group}.${name}`, type, bytes)
    }
  }

  /** Writes the directory. Throws where a group is missing. */
  async finish(): Promise<void> {
    const written = new Set(this.#directory.map(({ name }) => name.split('.')[0]))
    for (const group of Object.keys(columns))
      if (!written.has(group)) throw new Error(`the columns of ${group} were not written`)
    await this.#file.writeFile(JSON.stringify(this.#directory))
    await this.#file.write(header(this.#end), 0, headerBytes, 0)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close()
  }

  async #append(name: string, type: ServingColumn['type'], bytes: Contents): Promise<void> {
    await this.#file.writeFile(bytes)
    const { size } = await this.#file.stat()
    this.#directory.push({ name, type, bytes: size - this.#end })
    this.#end = aligned(size)
    await this.#file.writeFile(Buffer.alloc(this.#end - size))
  }
}

type Contents = string | NodeJS.ArrayBufferView | AsyncIterable<Uint8Array>
