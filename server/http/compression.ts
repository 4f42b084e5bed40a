import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Coding } from './coding.ts'
import { tagEnding } from './entity_tag.ts'
import type { Head } from './head.ts'

/**
 * The level of both codings compresses a page of farms in 0.05 to 0.1 ms to a quarter of its bytes. Higher ones save a
 * tenth more for several times the work.
 */
const level = 3

/** Smaller bodies fit into a network packet or two without compression. */
const leastBytes = 1024

const compressible = /^(text\/|application\/(json|x-ndjson|javascript)|[^;]*\+(json|xml))/

/** Returns true if bodies of a media type shrink; images do not. */
export const isCompressible = (type: string): boolean => compressible.test(type)

/** Returns true if a body is worth compressing: an uncoded text. Failures have small bodies. */
export const isWorthCoding = (status: number, head: Head, bytes: number): boolean =>
  status === 200 &&
  bytes >= leastBytes &&
  !('Content-Encoding' in head) &&
  isCompressible(String(head['Content-Type']))

type Compressed = Exclude<Coding, 'identity'>

const [gzipped, brotliCompressed] = [promisify(gzip), promisify(brotliCompress)]

/** Compresses a body at a level of its coding. */
export const compress = (body: Buffer, coding: Compressed, level: number): Promise<Buffer> =>
  coding === 'gzip'
    ? gzipped(body, { level })
    : brotliCompressed(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: level,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      })

/** Compresses a body and updates its head. */
export async function encode(
  head: Head,
  body: Buffer | string,
  coding: Compressed,
): Promise<Buffer> {
  const { ETag: tag } = head
  // A strong tag identifies exact bytes, so a tag that ignores the coding becomes weak.
  if (typeof tag === 'string' && !tag.endsWith(tagEnding(coding))) head['ETag'] = `W/${tag}`
  head['Content-Encoding'] = coding
  return compress(Buffer.from(body), coding, level)
}
