import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Increment, Ledger } from './ledger.ts'

/** A stretch of time in which one quota holds: from `start_ms` up to, not including, `end_ms`. */
type Window = { start_ms: number; end_ms: number }

/**
 * Counts by subject in windows aligned with the Unix epoch, so that windows of a day are UTC days.
 * It judges from memory and writes what was added to its ledger when it is told to.
 */
export class Counter {
  readonly #ledger: Ledger
  readonly #window_ms: number
  readonly #limiter: RateLimiterMemory
  #window: Window = { start_ms: 0, end_ms: 0 }
  #unwritten = new Map<number, Map<string, Increment>>()
  #dropped_before_ms = -Infinity

  private constructor(ledger: Ledger, window_s: number) {
    this.#ledger = ledger
    this.#window_ms = window_s * 1000
    // Its own windows begin at first use, so ours are in the key and it only has to forget them
    // some time later. Its points are unused: what a subject may have is the caller's to say.
    this.#limiter = new RateLimiterMemory({ points: 0, duration: 2 * window_s })
  }

  /** Opens a counter with the counts that its ledger has for the window of `now_ms`. */
  static async open(ledger: Ledger, window_s: number, now_ms: number): Promise<Counter> {
    const counter = new Counter(ledger, window_s)
    const { start_ms } = counter.window(now_ms)
    for (const [subject, count] of await ledger.load(new Date(start_ms))) {
      await counter.#limiter.penalty(limiterKey(subject, start_ms), count)
    }
    return counter
  }

  /** Returns the window that an instant lies in. */
  window(now_ms: number): Window {
    const current = this.#window
    if (now_ms >= current.start_ms && now_ms < current.end_ms) return current
    const start_ms = Math.floor(now_ms / this.#window_ms) * this.#window_ms
    this.#window = { start_ms, end_ms: start_ms + this.#window_ms }
    return this.#window
  }

  /**
   * Counts one more for a subject if that stays within the quota. Returns the count afterwards and
   * whether it was allowed; what is refused is not counted.
   */
  async consume(
    subject: string,
    quota: number,
    now_ms: number,
  ): Promise<{ count: number; allowed: boolean }> {
    const { start_ms } = this.window(now_ms)
    const key = limiterKey(subject, start_ms)
    const { consumedPoints } = await this.#limiter.penalty(key)
    if (consumedPoints > quota) {
      const { consumedPoints: count } = await this.#limiter.reward(key)
      return { count, allowed: false }
    }
    this.#note(subject, start_ms, { count: 1, last_ms: now_ms })
    return { count: consumedPoints, allowed: true }
  }

  /** Returns the count of a subject without changing it. */
  async count(subject: string, now_ms: number): Promise<number> {
    const found = await this.#limiter.get(limiterKey(subject, this.window(now_ms).start_ms))
    return found?.consumedPoints ?? 0
  }

  /** Writes what was counted since the last flush; what can't be written stays for the next. */
  async flush(now_ms: number): Promise<void> {
    const taken = this.#unwritten
    this.#unwritten = new Map()
    try {
      for (const [start_ms, increments] of taken) {
        await this.#ledger.add(new Date(start_ms), increments)
        taken.delete(start_ms)
      }
    } finally {
      this.#putBack(taken)
    }
    await this.#dropOld(this.window(now_ms).start_ms)
  }

  #note(subject: string, start_ms: number, { count, last_ms }: Increment): void {
    let increments = this.#unwritten.get(start_ms)
    if (increments === undefined) this.#unwritten.set(start_ms, (increments = new Map()))
    const known = increments.get(subject)
    if (known === undefined) {
      increments.set(subject, { count, last_ms })
    } else {
      known.count += count
      known.last_ms = Math.max(known.last_ms, last_ms)
    }
  }

  #putBack(taken: Map<number, Map<string, Increment>>): void {
    for (const [start_ms, increments] of taken) {
      for (const [subject, increment] of increments) this.#note(subject, start_ms, increment)
    }
  }

  async #dropOld(start_ms: number): Promise<void> {
    if (start_ms <= this.#dropped_before_ms) return
    await this.#ledger.dropBefore(new Date(start_ms))
    this.#dropped_before_ms = start_ms
  }
}

function limiterKey(subject: string, start_ms: number): string {
  return `${subject}@${start_ms}`
}
