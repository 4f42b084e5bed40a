import type { KeyObject } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { BucketError, type Bucket, type ReadableBucket } from './bucket.ts'
import { fileBucket } from './file_bucket.ts'
import { webBucket } from './web_bucket.ts'

const protocols = ['s3:', 'https:', 'file:']

/** Returns true if a command-line argument is a bucket's URL, also with a slash too few. */
export const isBucketUrl = (text: string): boolean => /^[a-z0-9]{2,}:\//.test(text)

/**
 * Opens a bucket for reading, by its URL; `publicKey`: accept nothing that this key did not sign. Throws a
 * BucketError for an unknown scheme.
 */
export async function openToRead(url: string, publicKey?: KeyObject): Promise<ReadableBucket> {
  const parsed = parse(url)
  const isWeb = parsed.protocol === 'https:' || isLocalWeb(parsed)
  const bucket = isWeb ? webBucket(parsed) : await openWithoutKey(url)
  return { ...bucket, publicKey }
}

/** Opens a bucket for publishing with a key. Throws a BucketError if it is read-only. */
export async function openToWrite(url: string, signingKey?: KeyObject): Promise<Bucket> {
  return { ...(await openWithoutKey(url)), signingKey }
}

async function openWithoutKey(url: string): Promise<Bucket> {
  const parsed = parse(url)
  if (parsed.protocol === 'file:') return fileBucket(fileURLToPath(parsed))
  if (parsed.protocol === 's3:') return (await import('./s3_bucket.ts')).s3Bucket(parsed)
  const address = `${parsed.protocol}//${parsed.host}`
  throw new BucketError(
    `${address} can't be written to; name it as s3://BUCKET/PREFIX or file://DIR`,
  )
}

/** Returns true for a valid bucket address. */
export function isBucketAddress(url: string): boolean {
  const parsed = URL.parse(url)
  if (!parsed) return false
  const { protocol, host } = parsed
  if (!protocols.includes(protocol)) return isLocalWeb(parsed)
  return (host === '') === (protocol === 'file:')
}

function parse(url: string): URL {
  if (isBucketAddress(url)) return new URL(url)
  throw new BucketError(
    'the address of published snapshots is s3://BUCKET/PREFIX, https://HOST/PATH or file:///DIR',
  )
}

/** Unencrypted addresses are allowed on this machine only. */
const isLocalWeb = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
