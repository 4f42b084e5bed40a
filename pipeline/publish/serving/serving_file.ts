import { open } from 'node:fs/promises'
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

/** Opens a new file of columns for the server, to be written group by group: none is kept in memory. */
export async function openServingFile(path: string) {
  const file = await open(path, 'wx')
  const directory: ColumnDirectory = []
  let end = headerBytes

  async function append(name: string, column: ServingColumn, contents: Contents): Promise<void> {
    let bytes = 0
    const counted = async function* () {
      for await (const piece of piecesOf(contents)) {
        bytes += piece.byteLength
        yield piece
      }
    }
    const isPacked = !('onDisk' in column)
    if (!isPacked) await file.writeFile(counted())
    else await pipeline(counted, zstd(), (packed) => file.writeFile(packed))
    const { size } = await file.stat()
    const packed = isPacked ? size - end : undefined
    directory.push({ name, type: column.type, bytes, packed })
    end = aligned(size)
    await file.writeFile(Buffer.alloc(end - size))
  }

  try {
    await file.writeFile(Buffer.alloc(headerBytes))
  } catch (error) {
    await file.close()
    throw error
  }
  return {
    /** Writes the columns of a group, in the order of the schema. */
    async write<Name extends Group>(group: Name, values: Written<Name>): Promise<void> {
      for (const [name, column] of Object.entries<ServingColumn>(columns[group])) {
        const value = values[name as keyof typeof values]
        const bytes =
          column.type === 'json' ? Buffer.from(JSON.stringify(value)) : (value as Contents)
        await append(`${group}.${name}`, column, bytes)
      }
    },

    /** Writes the directory. Throws where a group is missing. */
    async finish(): Promise<void> {
      const written = new Set(directory.map(({ name }) => name.split('.')[0]))
      for (const group of Object.keys(columns))
        if (!written.has(group)) throw new Error(`the columns of ${group} were not written`)
      await file.writeFile(JSON.stringify(directory))
      // A single write may take only a part; the stream writes the rest, and closes the file.
      await pipeline([header(end)], file.createWriteStream({ start: 0 }))
    },

    [Symbol.asyncDispose]: () => file.close(),
  }
}

type Contents = NodeJS.ArrayBufferView | AsyncIterable<Uint8Array>

const piecesOf = (contents: Contents) =>
  ArrayBuffer.isView(contents)
    ? [Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength)]
    : contents

/** Higher levels make hardly anything smaller here. */
const zstd = () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })
