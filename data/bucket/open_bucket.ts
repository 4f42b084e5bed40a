import { fileURLToPath } from 'node:url'
import { BucketError, type Bucket, type ReadableBucket } from './bucket.ts'
import { fileBucket } from './file_bucket.ts'
import { webBucket } from './web_bucket.ts'

const protocols = ['s3:', 'https:', 'file:']

/** Whether a word of a command line is the URL of a bucket. */
export const isBucketUrl = (text: string): boolean => /^[a-z0-9]+:\/\//.test(text)

/** Opens a bucket to read from, by its URL. Throws a BucketError where there is no such kind. */
export async function openToRead(url: string): Promise<ReadableBucket> {
  const parsed = parse(url)
  const isWeb = parsed.protocol === 'https:' || isLocalWeb(parsed)
  return isWeb ? webBucket(parsed) : openToWrite(url)
}

/** Opens a bucket to publish to. Throws a BucketError where it can only be read. */
export async function openToWrite(url: string): Promise<Bucket> {
  const parsed = parse(url)
  if (parsed.protocol === 'file:') return fileBucket(fileURLToPath(parsed))
  if (parsed.protocol === 's3:') return (await import('./s3_bucket.ts')).s3Bucket(parsed)
  const address = `${parsed.protocol}//${parsed.host}`
  throw new BucketError(
    `${address} can't be written to; name it as s3://BUCKET/PREFIX or file://DIR`,
  )
}

/** Whether a bucket has such an address. */
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

/** Without encryption on this machine only. */
const isLocalWeb = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
