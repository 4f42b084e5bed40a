import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { blocks } from '../../../data/file_digest.ts'
import { SourceError } from '../source_error.ts'

const blockBytes = 256 * 1024

/** State of a file that shows later writes; always equal for a pipe. */
type State = { size: bigint; mtimeNs: bigint }

/**
 * A source file, opened once and read once, so that its digest covers exactly the parsed bytes. If another
 * file replaces it by a rename meanwhile, the old one is read to its end.
 */
export class SourceBytes {
  readonly path: string
  /** Number of bytes read. */
  read = 0
  readonly #file: FileHandle
  readonly #before: State | null
  readonly #hash = createHash('sha256')
  /** Shared by all readers: an async generator serves calls in turn. */
  readonly #blocks: AsyncGenerator<Buffer>

  private constructor(path: string, file: FileHandle, before: State | null) {
    this.path = path
    this.#file = file
    this.#before = before
    this.#blocks = this.#read()
  }

  /** Opens a file. Throws a SourceError if it is missing or not readable. */
  static async open(path: string): Promise<SourceBytes> {
    try {
      const file = await open(path)
      return new SourceBytes(path, file, await stateOf(file))
    } catch (error) {
      throw asSourceError(error, path)
    }
  }

  /** The bytes not yet read, in blocks. */
  async *blocks(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value, done } = await this.#blocks.next()
      if (done) return
      yield value
    }
  }

  /**
   * Reads the rest and returns the SHA-256 of the whole file, in hexadecimal. Throws a SourceError if the
   * file was written to since it was opened.
   */
  async digest(): Promise<string> {
    for await (const _ of this.blocks());
    const changed = await this.changed()
    if (changed) throw changed
    return this.#hash.digest('hex')
  }

  /** Writes the whole file to a new path; a pipe is read only once, and is not copied. */
  async copyTo(path: string): Promise<void> {
    await using copy = await open(path, 'w', 0o600)
    for await (const block of blocks(this.#file, 0)) await copy.appendFile(block)
    const changed = await this.changed()
    if (changed) throw changed
  }

  get isPipe(): boolean {
    return this.#before === null
  }

  /** An error if the file was written to since it was opened; otherwise null. */
  async changed(): Promise<SourceError | null> {
    const now = await stateOf(this.#file)
    if (now?.size === this.#before?.size && now?.mtimeNs === this.#before?.mtimeNs) return null
    return new SourceError(
      `${this.path} changed while it was read: write to another name, rename it when it is whole, and build again`,
    )
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close()
  }

  async *#read(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(blockBytes))
        if (bytesRead === 0) return
        const block = buffer.subarray(0, bytesRead)
        this.#hash.update(block)
        this.read += bytesRead
        yield block
      }
    } catch (error) {
      throw asSourceError(error, this.path)
    }
  }
}

async function stateOf(file: FileHandle): Promise<State | null> {
  const stats = await file.stat({ bigint: true })
  return stats.isFile() ? stats : null
}

const failures: Record<string, string> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a directory, not a file',
  EACCES: 'may not be read: permission denied',
  Z_BUF_ERROR: 'is a truncated gzip file: it ends in the middle (download it again)',
  Z_DATA_ERROR: 'is a damaged gzip file (download it again)',
}

/** Converts a failure to read a file to a SourceError with its meaning. */
export function asSourceError(error: unknown, path: string): unknown {
  if (error instanceof SourceError || !(error instanceof Error)) return error
  const { code = '' } = error as NodeJS.ErrnoException
  return new SourceError(`${path} ${failures[code] ?? `can't be read: ${error.message}`}`, {
    cause: error,
    ...(code === 'ENOENT' && { reason: 'missing' }),
  })
}
