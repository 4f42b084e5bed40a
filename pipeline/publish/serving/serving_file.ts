import { open, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { columns, type Columns, type Group } from '../../../data/schema/serving/columns.ts'
import type { ServingColumn } from '../../../data/schema/serving/column_types.ts'
import {
  aligned,
  header,
  headerBytes,
  type ColumnDirectory,
} from '../../../data/schema/serving/container.ts'

/** The columns of a group, as they are written: bytes may come in pieces, each a buffer of its own, if they are too many for memory. */
export type Written<Name extends Group> = {
  [Each in keyof Columns[Name]]: Columns[Name][Each] extends Uint8Array
    ? Uint8Array | AsyncIterable<Uint8Array>
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
    const writer = new ServingFileWriter(await open(path, 'wx'))
    try {
      await writer.#file.writeFile(Buffer.alloc(headerBytes))
      return writer
    } catch (error) {
      await writer[Symbol.asyncDispose]()
      throw error
    }
  }

  /** Writes the columns of a group, in the order of the schema. */
  async write<Name extends Group>(group: Name, values: Written<Name>): Promise<void> {
    for (const [name, column] of Object.entries<ServingColumn>(columns[group])) {
      const value = values[name as keyof typeof values]
      const bytes =
        column.type === 'json' ? Buffer.from(JSON.stringify(value)) : (value as Contents)
      await this.#append(`${group}.${name}`, column, bytes)
    }
  }

  /** Writes the directory. Throws where a group is missing. */
  async finish(): Promise<void> {
    const written = new Set(this.#directory.map(({ name }) => name.split('.')[0]))
    for (const group of Object.keys(columns))
      if (!written.has(group)) throw new Error(`the columns of ${group} were not written`)
    await this.#file.writeFile(JSON.stringify(this.#directory))
    // A single write may take only a part; the stream writes the rest, and closes the file.
    await pipeline([header(this.#end)], this.#file.createWriteStream({ start: 0 }))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close()
  }

  async #append(name: string, column: ServingColumn, contents: Contents): Promise<void> {
    let bytes = 0
    const counted = async function* () {
      for await (const piece of piecesOf(contents)) {
        bytes += piece.byteLength
        yield piece
      }
    }
    const isPacked = !('onDisk' in column)
    if (!isPacked) await this.#file.writeFile(counted())
    else await pipeline(counted, zstd(), (packed) => this.#file.writeFile(packed))
    const { size } = await this.#file.stat()
    const packed = isPacked ? size - this.#end : undefined
    this.#directory.push({ name, type: column.type, bytes, packed })
    this.#end = aligned(size)
    await this.#file.writeFile(Buffer.alloc(this.#end - size))
  }
}

type Contents = NodeJS.ArrayBufferView | AsyncIterable<Uint8Array>

const piecesOf = (contents: Contents) =>
  ArrayBuffer.isView(contents)
    ? [Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength)]
    : contents

/** Higher levels make hardly anything smaller here. */
const zstd = () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })
