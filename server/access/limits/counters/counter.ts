import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** An instant in a quota's window, which runs from `start_ms` to `end_ms`, exclusive. */
export type Moment = { now_ms: number; start_ms: number; end_ms: number }

/** Returns an instant and its window. Windows are aligned to the Unix epoch: day windows are UTC days. */
export function momentOf(now_ms: number, length_ms: number): Moment {
  const start_ms = Math.floor(now_ms / length_ms) * length_ms
  return { now_ms, start_ms, end_ms: start_ms + length_ms }
}

/** A subject's count after a request. A refused request adds nothing. */
export type CountResult = { count: number; allowed: boolean }

/** Counts subjects in windows. Methods return a promise only if they must wait. */
export type Counter = {
  /** Counts a request's points, by default 1, if that stays within the quota, else none. */
  consume(
    subject: string,
    moment: Moment,
    quota: number,
    points?: number,
  ): CountResult | Promise<CountResult>
  count(subject: string, moment: Moment): number | Promise<number>
  /** Adds counts that could not be shared with other servers before. */
  flush?(moment: Moment): Promise<void>
}

/** Values per subject in the present window. The previous window stays, in case the clock is set back. */
export class ByWindow<Kept> {
  readonly #windows = new Map<number, Map<string, Kept>>()

  /** Returns the values in the window of a moment, by subject. */
  of({ start_ms, end_ms }: Moment): Map<string, Kept> {
    const known = this.#windows.get(start_ms)
    if (known) return known
    const oldest_ms = start_ms - (end_ms - start_ms)
    for (const earlier_ms of this.#windows.keys())
      if (earlier_ms < oldest_ms) this.#windows.delete(earlier_ms)
    const begun = new Map<string, Kept>()
    this.#windows.set(start_ms, begun)
    return begun
  }
}

/** Counts keys in memory. The quota comes with each request: a key keeps its count in any tier. */
export class KeyCounter implements Counter {
  readonly #counts = new ByWindow<number>()

  constructor(moment: Moment, counts: Map<string, number>) {
    for (const [key_id, count] of counts) this.#counts.of(moment).set(key_id, count)
  }

  consume(key_id: string, moment: Moment, quota: number, points = 1): CountResult {
    const counts = this.#counts.of(moment)
    const count = counts.get(key_id) ?? 0
    if (count + points > quota) return { count, allowed: false }
    counts.set(key_id, count + points)
    return { count: count + points, allowed: true }
  }

  count(key_id: string, moment: Moment): number {
    return this.#counts.of(moment).get(key_id) ?? 0
  }
}

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

  async consume(address: string, moment: Moment, quota: number, points = 1): Promise<CountResult> {
    const key = limiterKey(address, moment)
    const { consumedPoints } = await this.#limiter.consume(key, points).catch(refusal)
    if (consumedPoints <= quota) return { count: consumedPoints, allowed: true }
    const { consumedPoints: count } = await this.#limiter.reward(key, points)
    return { count, allowed: false }
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
