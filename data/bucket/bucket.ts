import type { SnapshotFile } from '../schema/manifest.ts'

/** Size and SHA-256 (hexadecimal) of what an object is to hold. */
export type Content = Pick<SnapshotFile, 'bytes' | 'sha256'>

/** The text of a small object, and what differs from one version of it to another. */
export type Version = { text: string; version: string }

/**
 * Where snapshots are published: keys with bytes, of which readers see the old ones or the new ones.
 * Whatever goes wrong is a BucketError.
 */
export type ReadableBucket = {
  /** Its URL, without a password. */
  address: string
  /**
   * Reads an object of at most so many bytes; null where there is none, `unchanged` where it is still
   * the `known` version.
   */
  read(key: string, most_bytes: number): Promise<Version | null>
  read(key: string, most_bytes: number, known?: string): Promise<Version | 'unchanged' | null>
  /** The bytes of an object from `from` on; all of them, and `from: 0`, where the host has no ranges. */
  stream(key: string, from: number, signal?: AbortSignal): Promise<Part>
}

export type Part = { from: number; chunks: AsyncIterable<Uint8Array> }

/** A bucket that commands write to. */
export type Bucket = ReadableBucket & {
  /** Whether an object holds this content, by a digest that the bucket made, or by reading it back. */
  compare(key: string, content: Content): Promise<'same' | 'other' | 'absent'>
  /**
   * Stores a local file at a key that is free. Throws also where the file is not of that content, or
   * what is stored afterwards is not.
   */
  put(key: string, path: string, content: Content): Promise<void>
  /** Has the bucket copy an object to a key that is free; false = it can't. */
  copy(from: string, to: string, content: Content): Promise<boolean>
  /** Stores a text in place of the version that was read; false = it is another by now (null: it is there). */
  replace(key: string, text: string, version: string | null): Promise<boolean>
  /** Every object below a prefix that ends with `/`, and when it was stored. */
  list(prefix: string): AsyncIterable<Stored>
  remove(key: string): Promise<void>
}

type Stored = { key: string; bytes: number; at: Date }

/** A bucket can't be used, or what it holds is not as it should be; the message has no password. */
export class BucketError extends Error {
  override name = 'BucketError'
}
