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

/** Returns true if the client has the answer already, so that status 304 is enough. */
export const isKnown = (
  { req }: { req: Pick<IncomingMessage, 'headers'> },
  { tag }: Pick<Answer, 'tag'>,
): boolean => tag !== undefined && clientHas(req.headers['if-none-match'], tag)

/** Thrown to give a request a different answer, such as a way to sign in. */
export class Instead extends Error {
  override name = 'Instead'
  readonly answer: Answer

  constructor(answer: Answer) {
    super('another answer')
    this.answer = answer
  }
}
