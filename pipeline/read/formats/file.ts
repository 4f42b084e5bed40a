import { isUtf8 } from 'node:buffer'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { SourceError } from '../source_error.ts'
import { asSourceError, type SourceBytes } from './source_bytes.ts'

/** A longer line cannot be from a text file. */
const maxLineBytes = 64 * 1024 * 1024
const chunkBytes = 256 * 1024
const newline = 0x0a

/** A workbook that has or unpacks to more is refused, since it is read as a whole. */
export const maxWholeBytes = 512 * 1024 * 1024

/** A gzip file that unpacks to more, and to more than its size times this, holds nothing but repeats. */
const mostRatio = 250

/** Unpacks a gzip file, recognized by its first bytes, whatever its name; passes other files through. */
export async function* unpacked(file: SourceBytes): AsyncGenerator<Buffer> {
  const [start, blocks] = await peek(file.blocks())
  yield* startsWith(start, gzipMark) ? gunzipped(blocks, file.path) : blocks
}

/** Returns the first block, empty if there is none, and a stream of all blocks. */
export async function peek(
  blocks: AsyncGenerator<Buffer>,
): Promise<[first: Buffer, all: AsyncGenerator<Buffer>]> {
  const first = await blocks.next()
  return first.done ? [Buffer.alloc(0), blocks] : [first.value, resumed(first.value, blocks)]
}

async function* resumed(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

/**
 * Streams text in blocks of whole lines, as UTF-8 without a byte order mark; recognizes UTF-16 by its byte
 * order mark. Reads each line that is not UTF-8 as windows-1252, so that a file may mix both. `path` names
 * the file in errors. Throws a SourceError if the file is empty or not text.
 */
export async function* readText(
  bytes: AsyncIterable<Buffer>,
  path: string,
): AsyncGenerator<Buffer> {
  let empty = true
  for await (const block of wholeLines(asUtf8(bytes), path)) {
    const text = empty ? withoutMark(block, path) : block
    if (text.length > 0) {
      empty = false
      yield isUtf8(text) ? text : decodeLines(text)
    }
  }
  if (empty) throw new SourceError(`${path} is empty`)
}

/** True if the bytes begin a ZIP archive, such as an Excel workbook. */
export const isZip = (start: Buffer): boolean => startsWith(start, zipMark)

/** Reads all bytes of a file. Throws a SourceError if there are too many. */
export async function readWhole(bytes: AsyncIterable<Buffer>, path: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > maxWholeBytes)
      throw new SourceError(`${path} has over ${maxWholeBytes} bytes: save it as CSV`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function* gunzipped(blocks: AsyncIterable<Buffer>, path: string): AsyncGenerator<Buffer> {
  let [packed, bytes] = [0, 0]
  const counted = async function* () {
    for await (const block of blocks) {
      packed += block.length
      yield block
    }
  }
  const gunzip = createGunzip({ chunkSize: chunkBytes })
  try {
    // The callback is where pipeline reports: the error itself surfaces in the iteration.
    for await (const chunk of pipeline(counted, gunzip, () => {}) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > Math.max(maxWholeBytes, mostRatio * packed))
        throw new SourceError(
          `${path} unpacks to over ${mostRatio} times its size: unpack it first`,
        )
      yield chunk
    }
  } catch (error) {
    throw asSourceError(error, path)
  }
}

/** Converts UTF-16 with a byte order mark to UTF-8, and passes everything else through. */
async function* asUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: ReturnType<typeof utf16Decoder> | undefined
  for await (const chunk of chunks) {
    if (decoder === undefined) decoder = utf16Decoder(chunk)
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk
  }
}

function utf16Decoder(start: Buffer) {
  if (startsWith(start, [0xff, 0xfe])) return new TextDecoder('utf-16le')
  return startsWith(start, [0xfe, 0xff]) ? new TextDecoder('utf-16be') : null
}

/** Cuts a stream of bytes after the last newline of each chunk, so that no block ends inside a line. */
async function* wholeLines(chunks: AsyncIterable<Buffer>, path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let restBytes = 0
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newline) + 1
    if (end > 0) {
      yield Buffer.concat([...rest, chunk.subarray(0, end)])
      rest = []
      restBytes = 0
    }
    rest.push(chunk.subarray(end))
    restBytes += chunk.length - end
    if (restBytes > maxLineBytes)
      throw new SourceError(
        `${path} is not a text file: it has a line of over ${maxLineBytes} bytes`,
      )
  }
  if (restBytes > 0) yield Buffer.concat(rest)
}

const gzipMark = [0x1f, 0x8b]
const zipMark = [0x50, 0x4b, 3, 4]

const marks: { bytes: number[]; means: string }[] = [
  {
    bytes: zipMark,
    means: 'a ZIP archive or an Excel workbook (unpack it, or save it as CSV)',
  },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], means: 'an old Excel workbook (save it as xlsx or CSV)' },
  { bytes: [0x50, 0x41, 0x52, 0x31], means: 'a Parquet file' },
]

const startsWith = (block: Buffer, start: number[]) =>
  block.subarray(0, start.length).equals(Buffer.from(start))

/** Drops a UTF-8 byte order mark from a file's first block; refuses bytes that cannot be text. */
function withoutMark(block: Buffer, path: string): Buffer {
  const mark = marks.find(({ bytes }) => startsWith(block, bytes))
  if (mark) throw new SourceError(`${path} is ${mark.means}, not plain text`)
  if (block.includes(0)) throw new SourceError(`${path} is a binary file, not plain text`)
  return startsWith(block, [0xef, 0xbb, 0xbf]) ? block.subarray(3) : block
}

const windows1252 = new TextDecoder('windows-1252')

function decodeLines(block: Buffer): Buffer {
  const lines: Buffer[] = []
  for (let start = 0; start < block.length;) {
    const end = block.indexOf(newline, start) + 1 || block.length
    const line = block.subarray(start, end)
    lines.push(isUtf8(line) ? line : Buffer.from(windows1252.decode(line)))
    start = end
  }
  return Buffer.concat(lines)
}
