import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { moveDurably } from '../disk/durable_files.ts'
import { fileDigest } from '../file_digest.ts'
import { BucketError, type Content, type ReadableBucket } from './bucket.ts'

export type DownloadOptions = {
  /** Ends the download; what has arrived is kept. */
  signal?: AbortSignal
  /** How the digest of a file is found: a server does it in another thread. */
  digest?: (path: string) => Promise<Content>
}

/** A download from which nothing arrives for so long is broken off. */
const silence_ms = 30_000

/**
 * Downloads an object to `path`, in place of what is there. What arrives is written beside it, where the
 * next try goes on, and gets its name once it is whole, of the right digest, and on the disk. Throws a
 * BucketError where it is not.
 */
export async function download(
  bucket: ReadableBucket,
  key: string,
  path: string,
  { bytes, sha256 }: Content,
  { signal, digest = fileDigest }: DownloadOptions = {},
): Promise<void> {
  const part = `${path}.part`
  await mkdir(dirname(path), { recursive: true })
  await receive(bucket, key, part, bytes, signal)
  const found = await digest(part)
  if (found.bytes !== bytes || found.sha256 !== sha256) {
    await rm(part)
    const what =
      found.bytes === bytes ? 'other content' : `${found.bytes} bytes instead of ${bytes}`
    throw new BucketError(`${bucket.address}/${key}: ${what} than its manifest says`)
  }
  await moveDurably(part, path)
}

/** Appends to a file what it lacks of an object. */
async function receive(
  bucket: ReadableBucket,
  key: string,
  part: string,
  bytes: number,
  ended?: AbortSignal,
): Promise<void> {
  const silence = new AbortController()
  const hush = setTimeout(() => silence.abort(), silence_ms).unref()
  const signal = AbortSignal.any(ended ? [ended, silence.signal] : [silence.signal])
  await using file = await open(part, 'a')
  const have = (await file.stat()).size
  try {
    if (have === bytes) return
    const { from, chunks } = await bucket.stream(key, have < bytes ? have : 0, signal)
    await file.truncate(from)
    let at = from
    for await (const chunk of chunks) {
      hush.refresh()
      at += chunk.length
      if (at > bytes)
        throw new BucketError(`${bucket.address}/${key}: longer than its manifest says`)
      await file.appendFile(chunk)
    }
    if (at < bytes) throw new BucketError(`${bucket.address}/${key}: it broke off at ${at} bytes`)
  } catch (error) {
    if (error instanceof BucketError || isOfDisk(error)) throw error
    throw new BucketError(`${bucket.address}/${key}: the download broke off`)
  } finally {
    clearTimeout(hush)
    await file.sync()
  }
}

/** Whether an error is of the file that is written, not of the network. */
const isOfDisk = (error: unknown) =>
  ['write', 'fsync', 'open'].includes((error as NodeJS.ErrnoException).syscall ?? '') &&
  (error as NodeJS.ErrnoException).code !== 'EPIPE'
