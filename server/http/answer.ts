import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { clientHas } from './entity_tag.ts'
import type { Cookie } from './session_cookies.ts'

type Fields = Record<string, string>

/** What a request is answered with. */
export type Answer<Body = unknown> = {
  /** 200 where none is given. */
  status?: number
  /** Header fields of the answer, of a 304 in its place too. */
  headers?: Fields
  cookies?: Cookie[]
  /** The strong entity tag of the body: a client that has it gets a 304 in place of the body. */
  tag?: string
  /** Header fields of the body. */
  content?: Fields
  /** Fields of `Link`, added to those that the answer has. */
  links?: string[]
  /** Bytes and text as they are, or an object as JSON. A function is called only where bytes are sent. */
  body?: Body | Buffer | (() => Buffer | Readable)
}

/** Whether the client has an answer already, so that it gets a 304. */
export const isKnown = (
  { req }: { req: Pick<IncomingMessage, 'headers'> },
  { tag }: Pick<Answer, 'tag'>,
): boolean => tag !== undefined && clientHas(req.headers['if-none-match'], tag)

/** Thrown where a request gets another answer than the one it asks for, such as a way to sign in. */
export class Instead extends Error {
  override name = 'Instead'
  readonly answer: Answer

  constructor(answer: Answer) {
    super('another answer')
    this.answer = answer
  }
}
