import { open } from 'node:fs/promises'

export type ArrayKind<T> = { new (buffer: ArrayBuffer): T; BYTES_PER_ELEMENT: number }

/** Reads a raw little-endian array of `length` numbers. Throws where the file has another size. */
export async function readArray<T>(path: string, kind: ArrayKind<T>, length: number): Promise<T> {
  const bytes = await readWhole(path, length * kind.BYTES_PER_ELEMENT)
  return new kind(bytes.buffer)
}

const blockBytes = 1 << 24

/** Reads a file of exactly `size` bytes, over 2 GiB too, into a buffer of its own. */
export async function readWhole(path: string, size: number): Promise<Buffer<ArrayBuffer>> {
  await using file = await open(path)
  const { size: found } = await file.stat()
  if (found !== size) throw new Error(`${path} has ${found} bytes, expected ${size}`)
  const bytes = Buffer.from(new ArrayBuffer(size))
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(bytes, at, Math.min(blockBytes, size - at), at)
    if (bytesRead === 0) throw new Error(`${path} ended while it was read`)
    at += bytesRead
  }
  return bytes
}
