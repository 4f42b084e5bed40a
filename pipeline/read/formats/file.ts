import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { SourceError } from '../adapter.ts'

/** A line longer than this is no line of a text file. */
const maxLineBytes = 64 * 1024 * 1024
const chunkBytes = 256 * 1024
const newline = 0x0a

/** A workbook that unpacks to more is refused: it has to be read as a whole. */
const maxWholeBytes = 512 * 1024 * 1024

/**
 * Streams a text file in blocks of whole lines, as UTF-8 without a byte order mark; gzip is recognized
 * from the first bytes, whatever the file is called, UTF-16 by its byte order mark. Lines that
 * aren't UTF-8 are taken for windows-1252, each for itself, so that the rule holds in a file pasted
 * together from both. Throws a SourceError that says whether the file is missing, a directory,
 * empty, not text, or a damaged gzip.
 */
export async function* readText(path: string): AsyncGenerator<Buffer> {
  let empty = true
  for await (const block of wholeLines(asUtf8(await unpacked(path)), path)) {
    const text = empty ? withoutMark(block, path) : block
    if (text.length > 0) {
      empty = false
      yield isUtf8(text) ? text : decodeLines(text)
    }
  }
  if (empty) throw new SourceError(`${path} is empty`)
}

/** Whether a file, gzipped or not, is a ZIP archive, as Excel workbooks are. */
export async function isZip(path: string): Promise<boolean> {
  for await (const chunk of await unpacked(path)) return startsWith(chunk, zipMark)
  return false
}

/** Reads a whole file, gzipped or not. Throws a SourceError where it is too large for that. */
export async function readWhole(path: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await unpacked(path)) {
    size += chunk.length
    if (size > maxWholeBytes)
      throw new SourceError(`${path} has over ${maxWholeBytes} bytes: save it as CSV`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function unpacked(path: string): Promise<AsyncGenerator<Buffer>> {
  return bytes(path, startsWith(await firstBytes(path), gzipMark))
}

/** Reads the first bytes of a file, after checking that there is one. */
async function firstBytes(path: string): Promise<Buffer> {
  try {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    if (bytesRead === 0) throw new SourceError(`${path} is empty`)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw asSourceError(error, path)
  }
}

async function* bytes(path: string, compressed: boolean): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: chunkBytes })
  const gunzip = createGunzip({ chunkSize: chunkBytes })
  try {
    // pipe() leaves errors of its source to the caller.
    file.on('error', (error) => gunzip.destroy(error))
    yield* compressed ? file.pipe(gunzip) : file
  } catch (error) {
    throw asSourceError(error, path)
  } finally {
    file.destroy()
    gunzip.destroy()
  }
}

const failures: Record<string, string> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a directory, not a file',
  EACCES: 'may not be read: permission denied',
  Z_BUF_ERROR: 'is a truncated gzip file: it ends in the middle (download it again)',
  Z_DATA_ERROR: 'is a damaged gzip file (download it again)',
}

function asSourceError(error: unknown, path: string): unknown {
  if (error instanceof SourceError || !(error instanceof Error)) return error
  const { code = '' } = error as NodeJS.ErrnoException
  return new SourceError(`${path} ${failures[code] ?? `can't be read: ${error.message}`}`, {
    cause: error,
  })
}

/** Turns UTF-16 with a byte order mark into UTF-8, and leaves everything else alone. */
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

/** Drops a UTF-8 byte order mark from a file's first block; refuses what can't be text. */
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
