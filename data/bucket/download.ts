import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hour_ms } from '../calendar.ts'
import { groupDigits } from '../digit_grouping.ts'
import { moveDurably } from '../disk/durable_files.ts'
import { fileDigest } from '../file_digest.ts'
import { BucketError, type Content, type ReadableBucket } from './bucket.ts'

export type DownloadOptions = {
  /** Ends the download; the received bytes are kept. */
  signal?: AbortSignal
  /** Computes a file's digest: a server does it in another thread. */
  digest?: (path: string) => Promise<Content>
}

/** A download is aborted if it receives fewer bytes in a period, or takes longer in total. */
const [period_ms, least_bytes, longest_ms] = [30_000, 300_000, hour_ms]

/**
 * Downloads an object to `path`, replacing an existing file. The bytes go to a file beside it, which the
 * next try continues. It gets its name once it is complete, has the right digest, and is on the disk.
 * Throws a BucketError if the object is wrong or arrives too slowly.
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
      found.bytes === bytes ? 'different content' : `${found.bytes} bytes instead of ${bytes}`
    throw new BucketError(`${bucket.address}/${key}: ${what} than in its manifest`)
  }
  await moveDurably(part, path)
}

/** Appends the missing bytes of an object to a file. */
async function receive(
  bucket: ReadableBucket,
  key: string,
  part: string,
  bytes: number,
  ended?: AbortSignal,
): Promise<void> {
  await using file = await open(part, 'a')
  const have = (await file.stat()).size
  using pace = new Pace()
  const signal = AbortSignal.any(ended ? [ended, pace.signal] : [pace.signal])
  try {
    if (have === bytes) return
    const { from, chunks } = await bucket.stream(key, have < bytes ? have : 0, signal)
    await file.truncate(from)
    let at = from
    for await (const chunk of chunks) {
      pace.arrived += chunk.length
      at += chunk.length
      if (at > bytes) throw new BucketError(`${bucket.address}/${key}: longer than in its manifest`)
      await file.appendFile(chunk)
    }
    if (at < bytes)
      throw new BucketError(`${bucket.address}/${key}: the download ended at ${at} bytes`)
  } catch (error) {
    if (error instanceof BucketError || isOfDisk(error)) throw error
    const why = pace.fault === null ? '' : `: ${pace.fault}`
    throw new BucketError(`${bucket.address}/${key}: the download was interrupted${why}`)
  } finally {
    await file.sync()
  }
}

/** Watches a download's speed: its signal ends a slow download. */
class Pace implements Disposable {
  /** Bytes in this period. */
  arrived = 0
  fault: string | null = null
  readonly #end = new AbortController()
  readonly #periods = setInterval(() => {
    if (this.arrived < least_bytes)
      this.#fail(`it brought only ${groupDigits(this.arrived)} bytes in ${period_ms / 1000} s`)
    this.arrived = 0
  }, period_ms).unref()
  readonly #all = setTimeout(
    () => this.#fail(`it took longer than ${longest_ms / 60_000} min`),
    longest_ms,
  ).unref()

  get signal(): AbortSignal {
    return this.#end.signal
  }

  [Symbol.dispose](): void {
    clearInterval(this.#periods)
    clearTimeout(this.#all)
  }

  #fail(fault: string): void {
    this.fault ??= fault
    this.#end.abort()
  }
}

/** Returns true if an error comes from the written file, not from the network. */
const isOfDisk = (error: unknown) =>
  ['write', 'fsync', 'open', 'fstat', 'ftruncate'].includes(
    (error as NodeJS.ErrnoException).syscall ?? '',
  ) && (error as NodeJS.ErrnoException).code !== 'EPIPE'
