import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { clientHas } from './entity_tag.ts'
import type { Cookie } from './session_cookies.ts'

type Fields = Record<string, string>

export type Answer<Body = unknown> = {
  /** Default 200. */
  status?: number
  /** Header fields of the answer, and of a 304 in its place. */
  headers?: Fields
  cookies?: Cookie[]
  /** The strong entity tag of the body: a client that has it gets status 304 without the body. */
  tag?: string
  /** Header fields of the body. */
  content?: Fields
  /** Values added to the `Link` field. */
  links?: string[]
  /** Number of entries in the body, if it is a page of a list. */
  count?: number
  /** Bytes and text as they are, or an object as JSON. A function is called only if bytes are sent. */
  body?: Body | Buffer | (() => Buffer | Readable)
}

/**
 * Returns true if the client has the answer already, by its tag or else its date, so that status 304 is
 * enough. Another date, also a later one, may be of a snapshot that was rolled back.
 */
export function isKnown(
  { req: { headers: asked } }: { req: Pick<IncomingMessage, 'headers'> },
  { tag, headers }: Pick<Answer, 'tag' | 'headers'>,
): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = asked
  if (tags !== undefined) return tag !== undefined && clientHas(tags, tag)
  return since !== undefined && since === headers?.['Last-Modified']
}

/** Thrown to give a request a different answer, such as a way to sign in. */
export class Instead extends Error {
  override name = 'Instead'
  readonly answer: Answer

  constructor(answer: Answer) {
    super('another answer')
    this.answer = answer
  }
}
