import { LRUCache } from 'lru-cache'
import type { Answer } from './answer.ts'
import type { Coding } from './coding.ts'
import { compress, isCompressible } from './compression.ts'
import { entityTag } from './entity_tag.ts'

type Made = Omit<Answer, 'status' | 'body'> & { tag: string; body: Buffer }

/** A body that never changes: made, and compressed in each coding, once, on first use, or again after a failure. */
export class ReadyBody {
  readonly #made: LRUCache<Coding, Made>
  readonly #type: string

  constructor(type: string, bytes: () => Buffer | Promise<Buffer>) {
    this.#type = type
    this.#made = new LRUCache({
      max: 3,
      fetchMethod: async (coding) =>
        made(
          type,
          coding,
          coding === 'identity' ? await bytes() : (await this.in('identity')).body,
        ),
    })
  }

  /** The answer with this body. Clients cache it, and revalidate each time. */
  in(coding: Coding): Promise<Made> {
    return this.#made.forceFetch(isCompressible(this.#type) ? coding : 'identity')
  }
}

async function made(type: string, coding: Coding, plain: Buffer): Promise<Made> {
  return {
    headers: { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' },
    tag: entityTag(coding, plain.toString('base64')),
    content: {
      'Content-Type': type,
      ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    },
    body: coding === 'identity' ? plain : await compress(plain, coding, levels[coding]),
  }
}

/** Nearly the best levels: brotli's last ones save a tenth for 15 times the work. */
const levels = { br: 9, gzip: 6 }
