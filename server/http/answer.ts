import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Context } from 'koa'
import { clientHas } from './entity_tag.ts'
import { setCookie, type CookieKind } from './session_cookies.ts'

type Fields = Record<string, string>

/** A cookie to be kept for `age_s` seconds; 0 takes it away. */
export type Cookie = { kind: CookieKind; value: string; age_s: number; publicUrl: string }

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

/** Answers: with the body, or with a 304 to a client that has it already. */
export function send(context: Context, answer: Answer): void {
  const { status = 200, headers, cookies = [], tag, content, links = [], body } = answer
  const { res } = context
  if (headers) setHeaders(res, headers)
  for (const cookie of cookies) setCookie(context, cookie.kind, cookie)
  if (tag !== undefined) {
    res.setHeader('ETag', tag)
    if (isKnown(context, answer)) {
      context.status = 304
      return
    }
  }
  if (content) setHeaders(res, content)
  for (const link of links) res.appendHeader('Link', link)
  context.status = status
  if (typeof body !== 'function') context.body = body
  else if (context.method !== 'HEAD') context.body = body()
}

/** Whether the client has an answer already, so that it gets a 304. */
export const isKnown = ({ req }: Pick<Context, 'req'>, { tag }: Pick<Answer, 'tag'>): boolean =>
  tag !== undefined && clientHas(req.headers['if-none-match'], tag)

/** Sets header fields; straight on Node's response, since every answer has a dozen of them. */
export function setHeaders(response: ServerResponse, fields: Fields): void {
  for (const name in fields) response.setHeader(name, fields[name]!)
}

/** Thrown where a request gets another answer than the one it asks for, such as a way to sign in. */
export class Instead extends Error {
  override name = 'Instead'
  readonly answer: Answer

  constructor(answer: Answer) {
    super('another answer')
    this.answer = answer
  }
}
