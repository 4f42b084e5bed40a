import type { Answer } from './answer.ts'
import type { Coding } from './coding.ts'
import { compress, isCompressible } from './compression.ts'
import { entityTag } from './entity_tag.ts'

type Made = Omit<Answer, 'status' | 'body'> & { tag: string; body: Buffer }

/** A body that never changes: made, and compressed in each coding, once, on first use. */
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
    return {
      headers: { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' },
      tag: entityTag(coding, plain.toString('base64')),
      content: {
        'Content-Type': this.#type,
        ...(coding !== 'identity' && { 'Content-Encoding': coding }),
      },
      body: coding === 'identity' ? plain : await compress(plain, coding, levels[coding]),
    }
  }
}

/** Nearly the best levels: brotli's last ones save a tenth for 15 times the work. */
const levels = { br: 9, gzip: 6 }
