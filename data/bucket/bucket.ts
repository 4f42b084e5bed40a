import type { KeyObject } from 'node:crypto'
import type { SnapshotFile } from '../schema/manifest.ts'

/** Expected size and SHA-256 (hexadecimal) of an object. */
export type Content = Pick<SnapshotFile, 'bytes' | 'sha256'>

/** A small object's text, and a mark that differs between its versions. */
export type Version = { text: string; version: string }

/**
 * A bucket of published snapshots: keys with bytes; readers see either the old or the new bytes. Every
 * failure is a BucketError.
 */
export type ReadableBucket = {
  /** Its URL, without a password. */
  address: string
  /** Only pointers signed with this Ed25519 key are accepted; undefined = all pointers. */
  publicKey?: KeyObject | undefined
  /**
   * Reads an object of at most `most_bytes`; null if it does not exist, `unchanged` if it is still the
   * `known` version.
   */
  read(key: string, most_bytes: number): Promise<Version | null>
  read(key: string, most_bytes: number, known?: string): Promise<Version | 'unchanged' | null>
  /**
   * An object's bytes from `from` on, at most `length`; all bytes, and `from: 0`, if the host does not support
   * ranges.
   */
  stream(key: string, from: number, signal?: AbortSignal, length?: number): Promise<Part>
}

/** The value of a Range header; undefined = the whole object. */
export const rangeHeader = (from: number, length?: number): string | undefined =>
  from > 0 || length !== undefined
    ? `bytes=${from}-${length === undefined ? '' : from + length - 1}`
    : undefined

export type Part = { from: number; chunks: AsyncIterable<Uint8Array> }

/** A bucket that commands write to. */
export type Bucket = ReadableBucket & {
  /** Signs the pointers that are written. */
  signingKey?: KeyObject | undefined
  /** Compares an object with a content, by a digest from the bucket, or by reading it back. */
  compare(key: string, content: Content): Promise<'same' | 'other' | 'absent'>
  /**
   * Stores a local file at an unused key. Throws if the file or the stored object does not match the
   * content.
   */
  put(key: string, path: string, content: Content): Promise<void>
  /** Makes the bucket copy an object to an unused key; false = it can't. */
  copy(from: string, to: string, content: Content): Promise<boolean>
  /** Replaces the version that was read with a text; false = it has changed since (null: it exists now). */
  replace(key: string, text: string, version: string | null): Promise<boolean>
  /** Every object below a prefix ending with `/`, and its time of storage. */
  list(prefix: string): AsyncIterable<{ key: string; bytes: number; at: Date }>
  remove(key: string): Promise<void>
}

/** A bucket can't be used, or its content is wrong; the message has no password. */
export class BucketError extends Error {
  override name = 'BucketError'
}

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
