import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Answer } from './answer.ts'
import type { Coding } from './coding.ts'
import { isCompressible } from './compression.ts'
import { entityTag } from './entity_tag.ts'

type Made = Omit<Answer, 'status' | 'body'> & { tag: string; body: Buffer }

/**
 * A body that never changes while the server runs. It is made, and compressed in each content coding, once,
 * on first use.
 */
export class ReadyBody {
  readonly #type: string
  readonly #bytes: () => Buffer | Promise<Buffer>
  readonly #coded = new Map<Coding, Promise<Made>>()
  #plain: Promise<Buffer> | undefined

  constructor(type: string, bytes: () => Buffer | Promise<Buffer>) {
    this.#type = type
    this.#bytes = bytes
  }

  /** The answer with this body. Clients cache it, and revalidate each time. */
  in(coding: Coding): Promise<Made> {
    const made = this.#coded.get(coding) ?? this.#make(coding)
    this.#coded.set(coding, made)
    made.catch(() => this.#forget(coding)) // made again for the next request
    return made
  }

  #forget(coding: Coding): void {
    this.#coded.delete(coding)
    this.#plain = undefined
  }

  async #make(wanted: Coding): Promise<Made> {
    const plain = await (this.#plain ??= Promise.resolve().then(this.#bytes))
    const coding = isCompressible(this.#type) ? wanted : 'identity'
    const isPlain = coding === 'identity'
    return {
      headers: { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' },
      tag: entityTag(coding, plain.toString('base64')),
      content: { 'Content-Type': this.#type, ...(!isPlain && { 'Content-Encoding': coding }) },
      body: isPlain ? plain : await compressors[coding](plain),
    }
  }
}

/**
 * Nearly the best levels, since it is done once: brotli's last levels save a tenth for 15 times the work.
 */
const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip),
}
