import type { CompletedPart, PutObjectCommandInput, S3 } from '@aws-sdk/client-s3'
import { createReadStream } from 'node:fs'
import { digestOfChunks } from '../file_digest.ts'
import type { Content } from './bucket.ts'

/** S3's maximum number of parts. */
const mostParts = 10_000

/** Stores a large file in parts; the endpoint checks each by its digest. */
export async function putInParts(
  s3: S3,
  target: Omit<PutObjectCommandInput, 'Body'>,
  path: string,
  { bytes }: Content,
  most_bytes: number,
): Promise<void> {
  const { Bucket, Key, ContentType, CacheControl } = target
  const object = { Bucket, Key }
  const kind = { ContentType, CacheControl, ChecksumAlgorithm: 'SHA256' as const }
  const { UploadId } = await s3.createMultipartUpload({ ...object, ...kind })
  try {
    const size = Math.max(most_bytes, Math.ceil(bytes / mostParts))
    const Parts: CompletedPart[] = []
    for (let start = 0; start < bytes; start += size) {
      const range = { start, end: Math.min(start + size, bytes) - 1 }
      const digest = await digestOfChunks(createReadStream(path, range))
      const ChecksumSHA256 = Buffer.from(digest.sha256, 'hex').toString('base64')
      const PartNumber = Parts.length + 1
      const { ETag } = await s3.uploadPart({
        ...object,
        UploadId,
        PartNumber,
        ChecksumSHA256,
        ContentLength: digest.bytes,
        Body: createReadStream(path, range),
      })
      Parts.push({ PartNumber, ETag, ChecksumSHA256 })
    }
    await s3.completeMultipartUpload({ ...object, UploadId, MultipartUpload: { Parts } })
  } catch (error) {
    await s3.abortMultipartUpload({ ...object, UploadId }).catch(() => {}) // the first error counts
    throw error
  }
}
