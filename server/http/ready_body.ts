import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Context } from 'koa'
import type { Coding } from './coding.ts'
import { clientHas, entityTag } from './entity_tag.ts'

/**
 * A body that is the same for everyone and never changes while the server runs: it is made, and put
 * into each content coding, once, when it is first asked for.
 */
export class ReadyBody {
  readonly #type: string
  readonly #bytes: () => Buffer | Promise<Buffer>
  readonly #coded = new Map<Coding, Promise<{ bytes: Buffer; tag: string }>>()

  constructor(type: string, bytes: () => Buffer | Promise<Buffer>) {
    this.#type = type
    this.#bytes = bytes
  }

  /** Answers with it, or with a 304 to a client that has it. Clients keep it, and ask each time. */
  async answer(context: Context & { state: { coding: Coding } }): Promise<void> {
    const { coding } = context.state
    const { bytes, tag } = await this.#in(coding)
    const fields = { ETag: tag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' }
    context.set(fields)
    if (clientHas(context.get('If-None-Match'), tag)) {
      context.status = 304
      return
    }
    context.type = this.#type
    if (coding !== 'identity') context.set('Content-Encoding', coding)
    context.body = bytes
  }

  #in(coding: Coding) {
    const made = this.#coded.get(coding) ?? this.#make(coding)
    this.#coded.set(coding, made)
    return made
  }

  async #make(coding: Coding) {
    const plain = await this.#bytes()
    const bytes = coding === 'identity' ? plain : await compressors[coding](plain)
    return { bytes, tag: entityTag(coding, plain.toString('base64')) }
  }
}

/** At their best, since it is done once. */
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
