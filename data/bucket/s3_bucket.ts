import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { basename } from 'node:path'
import { S3, type S3ClientConfig } from '@aws-sdk/client-s3'
import { digestOfChunks, fileDigest } from '../file_digest.ts'
import {
  BucketError,
  rangeHeader,
  type Bucket,
  type Content,
  type Version,
  objectText,
} from './bucket.ts'
import { isStatus, isUnknownCondition, s3Error } from './s3_error.ts'
import { putInParts } from './s3_parts.ts'
import { descriptions } from '../schema/descriptions.ts'

/** Larger files are sent in parts; S3 takes at most 5 GB at once. */
const mostAtOnce_bytes = 1_000_000_000

/** A small object that takes longer does not arrive at all. */
const readTimeout_ms = 60_000

/**
 * A bucket in S3, or at an S3-compatible endpoint (AWS_ENDPOINT_URL). The SDK finds credentials, region and
 * endpoint in its usual ways.
 */
export function s3Bucket(url: URL, mostAtOnce = mostAtOnce_bytes): Bucket {
  const Bucket = url.hostname
  const prefix = decodeURIComponent(url.pathname).split('/').filter(Boolean).join('/')
  const address = ['s3:/', Bucket, prefix].filter(Boolean).join('/')
  const s3 = new S3(settings(process.env))
  const object = (key: string) => ({ Bucket, Key: prefix === '' ? key : `${prefix}/${key}` })

  async function doing<Result>(key: string, action: () => Promise<Result>): Promise<Result> {
    try {
      return await action()
    } catch (error) {
      throw s3Error(error, `${address}/${key}`)
    }
  }

  /** Returns null if the endpoint answers with one of these statuses. */
  const unless = <Result>(promise: Promise<Result>, ...statuses: number[]) =>
    promise.catch((error: unknown) => {
      if (isStatus(error, ...statuses)) return null
      throw error
    })

  /** Stores a missing object; for endpoints that do not support the condition, without it. */
  async function putWhole(key: string, path: string, { bytes, sha256 }: Content): Promise<void> {
    const put = (condition: { IfNoneMatch?: string }) =>
      s3.putObject({
        ...object(key),
        ...kindOf(key),
        ...condition,
        Body: createReadStream(path),
        ContentLength: bytes,
        ChecksumSHA256: base64(sha256),
      })
    // A stream can be sent only once, so the SDK does not retry by itself.
    for (let attempt = 1; ; attempt++)
      try {
        return void (await put({ IfNoneMatch: '*' }))
      } catch (error) {
        if (isStatus(error, 412)) return // stored meanwhile; compared afterwards
        if (isUnknownCondition(error)) return void (await put({}))
        if (attempt === 3 || (hasStatus(error) && !isStatus(error, 500, 502, 503, 504))) throw error
      }
  }

  const bucket: Bucket = {
    address,
    read: (key: string, most_bytes: number, known?: string) =>
      doing(key, async () => {
        const condition = known ? { IfNoneMatch: known } : {}
        const abortSignal = AbortSignal.timeout(readTimeout_ms)
        const asked = s3.getObject({ ...object(key), ...condition }, { abortSignal })
        const answer = await asked.catch((error: unknown) => {
          if (isStatus(error, 304)) return 'unchanged' as const
          if ((error as Error).name === 'NoSuchKey') return null
          throw error
        })
        if (answer === null || answer === 'unchanged') return answer as never
        const text = await objectText(answer.Body as Readable, most_bytes, `${address}/${key}`)
        return { text, version: answer.ETag ?? '' } satisfies Version
      }),
    stream: (key, from, signal, length) =>
      doing(key, async () => {
        const Range = rangeHeader(from, length)
        const options = signal ? { abortSignal: signal } : {}
        const { Body, ContentRange } = await s3.getObject(
          { ...object(key), ...(Range && { Range }) },
          options,
        )
        return { from: ContentRange ? from : 0, chunks: Body as Readable }
      }),
    compare: (key, content) =>
      doing(key, async () => {
        const asked = s3.headObject({ ...object(key), ChecksumMode: 'ENABLED' })
        const found = await unless(asked, 404)
        if (!found) return 'absent'
        if (found.ContentLength !== content.bytes) return 'other'
        const { ChecksumSHA256: checksum } = found
        // For an object stored in parts, the checksum is no digest of the whole.
        if (checksum && !checksum.includes('-'))
          return checksum === base64(content.sha256) ? 'same' : 'other'
        const { chunks } = await bucket.stream(key, 0)
        return (await digestOfChunks(chunks)).sha256 === content.sha256 ? 'same' : 'other'
      }),
    put: (key, path, content) =>
      doing(key, async () => {
        if ((await fileDigest(path)).sha256 !== content.sha256)
          throw new BucketError(`${path} differs from its manifest and was not published`)
        if (content.bytes <= mostAtOnce) await putWhole(key, path, content)
        else await putInParts(s3, { ...object(key), ...kindOf(key) }, path, content, mostAtOnce)
        if ((await bucket.compare(key, content)) !== 'same')
          throw new BucketError(`${address}/${key} differs from the upload and stays as it is`)
      }),
    copy: (from, to, content) =>
      doing(to, async () => {
        const source = [Bucket, prefix, from].filter(Boolean).join('/').split('/')
        const CopySource = source.map(encodeURIComponent).join('/')
        const target = { ...object(to), ...kindOf(to), MetadataDirective: 'REPLACE' as const }
        const asked = s3.copyObject({ ...target, CopySource, ChecksumAlgorithm: 'SHA256' })
        const copied = await unless(asked, 400, 404, 405, 501)
        return copied !== null && (await bucket.compare(to, content)) === 'same'
      }),
    replace: (key, text, version) =>
      doing(key, async () => {
        const sha256 = createHash('sha256').update(text).digest('base64')
        const body = { Body: text, ContentType: 'application/json', CacheControl: 'no-cache' }
        const put = (condition: { IfMatch?: string; IfNoneMatch?: string }) =>
          s3.putObject({ ...object(key), ...body, ...condition, ChecksumSHA256: sha256 })
        const stored = async (condition: { IfMatch?: string; IfNoneMatch?: string }) =>
          (await unless(put(condition), 404, 409, 412)) !== null
        const isSame = async () => ((await bucket.read(key, Infinity))?.version ?? null) === version
        try {
          if (version === null) return await stored({ IfNoneMatch: '*' })
          if (await stored({ IfMatch: version })) return true
          // Ceph expects the entity tag without quotes.
          return (await isSame()) && (await stored({ IfMatch: version.replaceAll('"', '') }))
        } catch (error) {
          if (!isUnknownCondition(error)) throw error
          return (await isSame()) && (await put({})) !== null
        }
      }),
    async *list(below) {
      for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
        const asked = {
          Bucket,
          Prefix: object(below).Key,
          ...(token && { ContinuationToken: token }),
        }
        const page = await doing(below, () => s3.listObjectsV2(asked))
        for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? [])
          yield {
            key: prefix === '' ? Key : Key.slice(prefix.length + 1),
            bytes: Size,
            at: LastModified,
          }
        token = page.NextContinuationToken
      }
    },
    async remove(key) {
      await doing(key, () => s3.deleteObject(object(key)))
    },
  }
  return bucket
}

/** Endpoints other than Amazon's have one host for all buckets, and accept any region. */
function settings(env: NodeJS.ProcessEnv): S3ClientConfig {
  const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL']
  const isOther = endpoint && !/\.amazonaws\.com(\.cn)?$/.test(URL.parse(endpoint)?.hostname ?? '')
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1'
  return {
    ...(isOther && { forcePathStyle: true, region }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} }, // errors are thrown anyway
    requestHandler: {
      connectionTimeout: 5000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
    },
  }
}

const hasStatus = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode !== undefined

const base64 = (sha256: string) => Buffer.from(sha256, 'hex').toString('base64')

const kindOf = (key: string) => ({
  ContentType: contentType(key),
  CacheControl: 'public, max-age=31536000, immutable',
})

const described = new Map(descriptions.map(({ path, mediaType }) => [basename(path), mediaType]))

/** The media type that a host sends for an object. */
function contentType(key: string): string {
  if (key.endsWith('.parquet')) return 'application/vnd.apache.parquet'
  const isManifest = key.endsWith('/manifest.json')
  return (
    described.get(basename(key)) ?? (isManifest ? 'application/json' : 'application/octet-stream')
  )
}
