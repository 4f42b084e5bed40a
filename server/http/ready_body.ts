import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Answer } from './answer.ts'
import type { Coding } from './coding.ts'
import { isCompressible } from './compression.ts'
import { entityTag } from './entity_tag.ts'

type Made = Omit<Answer, 'status' | 'body'> & { tag: string; body: Buffer }

/**
 * A body that is the same for everyone and never changes while the server runs: it is made, and put
 * into each content coding, once, when it is first asked for.
 */
export class ReadyBody {
  readonly #type: string
  readonly #bytes: () => Buffer | Promise<Buffer>
  readonly #coded = new Map<Coding, Promise<Made>>()

  constructor(type: string, bytes: () => Buffer | Promise<Buffer>) {
    this.#type = type
    this.#bytes = bytes
  }

  /** The answer with it. Clients keep it, and ask each time. */
  in(coding: Coding): Promise<Made> {
    const made = this.#coded.get(coding) ?? this.#make(coding)
    this.#coded.set(coding, made)
    return made
  }

  async #make(wanted: Coding): Promise<Made> {
    const plain = await this.#bytes()
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

/** Nearly at their best, since it is done once: brotli's last levels save a tenth for 15 times the work. */
const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip),
}
