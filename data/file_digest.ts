import { createHash } from 'node:crypto'
import { open, stat, type FileHandle } from 'node:fs/promises'

/**
 * Size and SHA-256 (hexadecimal) of a file. Waits for `pace` after each block, with the block's size, up to
 * 1 MiB.
 */
export async function fileDigest(
  path: string,
  pace?: (bytes: number) => Promise<unknown>,
): Promise<{ bytes: number; sha256: string }> {
  await using file = await open(path)
  return await digestOfChunks(blocks(file), pace)
}

/** Returns true if there is a file with this SHA-256. */
export async function isWhole(path: string, sha256: string): Promise<boolean> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  return isThere && (await fileDigest(path)).sha256 === sha256
}

/** The size and SHA-256 of data in chunks. */
export async function digestOfChunks(
  chunks: AsyncIterable<Uint8Array>,
  pace?: (bytes: number) => Promise<unknown>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
    await pace?.(chunk.length)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** SHA-256 (hexadecimal) of a content in memory. */
export const sha256Of = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

const [leastBlock, largestBlock] = [1 << 12, 1 << 20]

/**
 * A file's bytes, up to 1 MiB at a time, each time in the same buffer; from the file's current position, or
 * from `position`. The buffer of a small file is small: many large ones would keep the collector busy.
 */
export async function* blocks(file: FileHandle, position?: number): AsyncIterable<Buffer> {
  const { size } = await file.stat()
  const buffer = Buffer.allocUnsafe(Math.min(Math.max(size, leastBlock), largestBlock))
  for (let at = position; ;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at ?? null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    if (at !== undefined) at += bytesRead
  }
}
