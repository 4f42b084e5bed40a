import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { CountResult, Counter, Moment } from './counter.ts'

/**
 * Counts the requests of each client address, or email address, under one quota. The limiter's own windows
 * begin with the first request. Here the key names the aligned window, so a window of the limiter only has
 * to last as long.
 */
export class AddressCounter implements Counter {
  readonly #limiter: RateLimiterMemory

  constructor(quota: number, window_s: number) {
    this.#limiter = new RateLimiterMemory({ points: quota, duration: window_s })
  }

  async restore(moment: Moment, counts: Map<string, number>): Promise<this> {
    for (const [address, count] of counts)
      await this.#limiter.set(limiterKey(address, moment), count, this.#limiter.duration)
    return this
  }

  async consume(address: string, moment: Moment): Promise<CountResult> {
    const key = limiterKey(address, moment)
    const { consumedPoints } = await this.#limiter.consume(key).catch(refusal)
    return { count: consumedPoints, allowed: consumedPoints <= this.#limiter.points }
  }

  async count(address: string, moment: Moment): Promise<number> {
    return (await this.#limiter.get(limiterKey(address, moment)))?.consumedPoints ?? 0
  }
}

const limiterKey = (address: string, { start_ms }: Moment) => `${address}@${start_ms}`

/** When the quota is used up, the limiter rejects with its state, which is not an Error. */
function refusal(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason
  throw reason
}
