import { BucketError } from './bucket.ts'

/** The text of a stream. Throws a BucketError if it is longer than `most_bytes`, or breaks off. */
export async function objectText(
  chunks: AsyncIterable<Uint8Array>,
  most_bytes: number,
  name: string,
): Promise<string> {
  const read: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > most_bytes) break
      read.push(chunk)
    }
  } catch {
    throw new BucketError(`${name}: the download was interrupted`)
  }
  if (bytes > most_bytes) throw new BucketError(`${name}: longer than ${most_bytes} bytes`)
  return Buffer.concat(read).toString()
}
