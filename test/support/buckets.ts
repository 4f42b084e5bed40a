import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { Bucket } from '../../data/bucket/bucket.ts'
import { openToWrite } from '../../data/bucket/open_bucket.ts'
import { temporaryFolder, type Lifetime } from './temporary_folder.ts'

let prefixes = 0

/** An empty bucket of each kind; that of S3 is a prefix of the server that the test has started. */
export const newBucket = {
  file: async (life: Lifetime): Promise<Bucket> =>
    openToWrite(pathToFileURL(join(await temporaryFolder(life), 'a b')).href),
  s3: async (_life?: Lifetime): Promise<Bucket> => openToWrite(`s3://farms/of tests/${++prefixes}`),
}

/** Every key below the prefixes of a bucket, in order, with the SHA-256 of what it holds. */
export async function contentsOf(bucket: Bucket): Promise<Map<string, string>> {
  const keys: string[] = []
  for (const prefix of ['snapshots/', 'members/', 'serving/'])
    for await (const { key } of bucket.list(prefix)) keys.push(key)
  const digests = new Map<string, string>()
  for (const key of keys.toSorted()) digests.set(key, sha256(await bytesOf(bucket, key)))
  return digests
}

export async function bytesOf(bucket: Bucket, key: string): Promise<Buffer> {
  const { chunks } = await bucket.stream(key, 0)
  return buffer(Readable.from(chunks))
}

/** The pointer of a bucket as JSON; null where there is none. */
export async function pointerOf(bucket: Bucket) {
  const read = await bucket.read('current.json', 1_000_000)
  type Said = {
    snapshot: string
    sequence: number
    snapshots: { id: string; manifest_sha256: string }[]
    removed_farms: { bytes: number; sha256: string }
  }
  return read && (JSON.parse(read.text) as Said)
}

type Listed = { id: string; files: { path: string; sha256: string; bytes: number }[] }

/** The manifest in the folder of a snapshot. */
export const manifestIn = async (folder: string): Promise<Listed> =>
  JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Listed

export const sha256 = (bytes: Buffer | string): string =>
  createHash('sha256').update(bytes).digest('hex')
