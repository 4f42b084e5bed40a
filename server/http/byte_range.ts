import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { isKnown, type Answer } from './answer.ts'
import { Problem } from './problem.ts'

/** A content of `bytes` bytes that clients may read in parts; `part` returns some of them. */
type Ranged = {
  tag: string
  headers: Record<string, string>
  type: string
  bytes: number
  part: (range: ByteRange) => Buffer | Readable
}

export type RangedAnswer = Answer & { status: 200 | 206; tag: string }

/** An answer with a content or its requested part. Throws a 416 Problem for one beyond the end. */
export function rangedAnswer(
  { req, method }: { req: Pick<IncomingMessage, 'headers'>; method: string },
  { tag, headers: own, type, bytes, part }: Ranged,
): RangedAnswer {
  const about = { tag, headers: { ...own, 'Accept-Ranges': 'bytes' } }
  if (isKnown({ req }, about)) return { status: 200, ...about }
  const { headers } = req
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === tag
  // Ranges are of GET alone (RFC 9110, 14.2).
  const range = isCurrent && method === 'GET' ? byteRange(headers.range, bytes) : 'whole'
  if (range === null)
    throw new Problem('range-not-satisfiable', `the file has ${bytes} bytes`, {
      headers: { 'Content-Range': `bytes */${bytes}` },
    })
  const { first, last } = range === 'whole' ? { first: 0, last: bytes - 1 } : range
  return {
    ...about,
    status: range === 'whole' ? 200 : 206,
    content: {
      'Content-Type': type,
      'Content-Length': String(last - first + 1),
      ...(range !== 'whole' && { 'Content-Range': `bytes ${first}-${last}/${bytes}` }),
    },
    body: () => (last < first ? Buffer.alloc(0) : part({ first, last })),
  }
}

/** A part of a file: bytes `first` to `last`, inclusive. */
export type ByteRange = { first: number; last: number }

/**
 * Reads a Range header (RFC 9110, section 14) for a file of `size` bytes. Returns 'whole' if it is missing,
 * malformed or lists several ranges, which a server may ignore; null if the range lies outside the file.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole'
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first <= last ? { first, last } : null
}
