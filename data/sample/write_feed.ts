import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { syntheticFarms } from './generate.ts'

/** Characters of text to write at once: few enough for the processor's cache. */
const pieceLength = 1 << 15
/** The best compression that keeps up with the generator on a second core. */
const gzipLevel = 6

/**
 * Writes a synthetic feed: one JSON object per line, gzipped if the path ends in `.gz`. Memory is bounded.
 * The file gets its name when it is complete; the same count and seed give the same bytes. Calls `onRows`
 * now and then with the number of rows so far. Returns the file's size in bytes. Throws the file system's
 * errors.
 */
export async function writeFeed(
  { count, seed, path }: { count: number; seed: number; path: string },
  onRows: (rows: number) => void = () => {},
): Promise<number> {
  const partial = `${path}.partial`
  const file = createWriteStream(partial)
  await once(file, 'open')
  try {
    const lines = Readable.from(pieces(count, seed, onRows), { highWaterMark: 1 })
    if (path.endsWith('.gz'))
      await pipeline(lines, createGzip({ level: gzipLevel }), portable, file)
    else await pipeline(lines, file)
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  return file.bytesWritten
}

function* pieces(count: number, seed: number, onRows: (rows: number) => void): Generator<Buffer> {
  let text = ''
  let rows = 0
  for (const farm of syntheticFarms({ count, seed })) {
    text += `${JSON.stringify(farm)}\n`
    rows++
    if (text.length < pieceLength) continue
    yield Buffer.from(text)
    text = ''
    onRows(rows)
  }
  yield Buffer.from(text)
  onRows(rows)
}

/** The byte of the gzip header for the system (RFC 1952), and its value for "unknown". */
const [systemByte, unknownSystem] = [9, 255]

/** Makes the gzip header the same on every system. */
async function* portable(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isHeader = true
  for await (const chunk of chunks) {
    if (isHeader) chunk[systemByte] = unknownSystem
    isHeader = false
    yield chunk
  }
}
