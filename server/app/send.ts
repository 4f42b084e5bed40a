import { pipeline, Readable } from 'node:stream'
import { isKnown, type Answer } from '../http/answer.ts'
import { encode, isWorthCoding } from '../http/compression.ts'
import { addLine, headLines, varyBy } from '../http/head.ts'
import { cookieLine } from '../http/session_cookies.ts'
import type { Call } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { after, type Eventual } from '../eventual.ts'

/**
 * Sends an answer, compressed in the client's preferred coding if that is worth it; a 304 to a client that
 * has it already. HEAD gets the head of GET. Returns the status.
 */
export function send(
  call: Call,
  answer: Answer,
  { turns, draining }: Pick<Services, 'turns' | 'draining'>,
): Eventual<number> {
  const { head, coding } = call.state
  const { status = 200, headers, cookies = [], tag, content, links = [] } = answer
  if (draining()) head['Connection'] = 'close'
  Object.assign(head, headers)
  for (const cookie of cookies) addLine(head, 'Set-Cookie', cookieLine(cookie))
  if (tag !== undefined) head['ETag'] = tag
  if (isKnown(call, answer)) return write(call, 304)
  Object.assign(head, content)
  for (const link of links) addLine(head, 'Link', link)
  const body = bodyOf(call, answer)
  if (body === undefined || body instanceof Readable) return write(call, status, body)
  if (!isWorthCoding(status, head, body.length)) return write(call, status, body)
  varyBy(head, 'Accept-Encoding')
  if (coding === 'identity') return write(call, status, body)
  const encoded = turns.job(() => encode(head, body, coding))
  return after(encoded, (bytes) => write(call, status, bytes))
}

type Body = Buffer | string | Readable

/** The body, after setting its type; undefined if there is none, or if HEAD needs none. */
function bodyOf({ method, state: { head } }: Call, { body }: Answer): Body | undefined {
  if (body === undefined) return undefined
  if (typeof body === 'function')
    return method === 'HEAD' ? undefined : (body as () => Buffer | Readable)()
  if (Buffer.isBuffer(body)) return body
  const isText = typeof body === 'string'
  head['Content-Type'] ??= `${isText ? 'text/plain' : 'application/json'}; charset=utf-8`
  return isText ? body : JSON.stringify(body)
}

/** Writes the head in one piece, and the body except for HEAD. */
function write({ res, method, state: { head } }: Call, status: number, body?: Body): number {
  if (body instanceof Readable) {
    res.writeHead(status, headLines(head))
    pipeline(body, res, () => {}) // a failing body ends the connection
    return status
  }
  const bytes = Buffer.byteLength(body ?? '')
  if (status !== 304) head['Content-Length'] ??= String(bytes)
  res.writeHead(status, headLines(head))
  if (method === 'HEAD') res.end()
  else res.end(body, bytes === body?.length ? 'latin1' : 'utf8') // ASCII is sent faster as latin1
  return status
}
