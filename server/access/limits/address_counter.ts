import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Beginning, Counted, Counter } from './counter.ts'
import { Tally } from './tally.ts'
import { windowOf } from './window.ts'

/**
 * The requests of each client address, or address of mail, under one quota. The limiter's own
 * windows begin with the first request; the key names the window here, which is aligned, so a window
 * of the limiter only has to last as long.
 */
export class AddressCounter implements Counter {
  readonly #tally: Tally
  readonly #length_ms: number
  readonly #limiter: RateLimiterMemory

  private constructor({ ledger, length_ms }: Beginning, quota: number) {
    this.#tally = new Tally(ledger)
    this.#length_ms = length_ms
    this.#limiter = new RateLimiterMemory({ points: quota, duration: length_ms / 1000 })
  }

  static async open(beginning: Beginning, quota: number): Promise<AddressCounter> {
    const counter = new AddressCounter(beginning, quota)
    const { counts, start_ms, length_ms } = beginning
    for (const [address, count] of counts)
      await counter.#limiter.set(limiterKey(address, start_ms), count, length_ms / 1000)
    return counter
  }

  async consume(address: string, now_ms: number): Promise<Counted> {
    const { start_ms } = windowOf(now_ms, this.#length_ms)
    const key = limiterKey(address, start_ms)
    const { consumedPoints } = await this.#limiter.consume(key).catch(refusal)
    const allowed = consumedPoints <= this.#limiter.points
    if (allowed) this.#tally.add(address, start_ms, now_ms)
    return { count: consumedPoints, allowed }
  }

  async count(address: string, now_ms: number): Promise<number> {
    const { start_ms } = windowOf(now_ms, this.#length_ms)
    const found = await this.#limiter.get(limiterKey(address, start_ms))
    return found?.consumedPoints ?? 0
  }

  flush(now_ms: number): Promise<void> {
    return this.#tally.flush(windowOf(now_ms, this.#length_ms).start_ms)
  }
}

const limiterKey = (address: string, start_ms: number) => `${address}@${start_ms}`

/** The limiter rejects with its state, which is no Error, where the quota is used up. */
function refusal(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason
  throw reason
}
