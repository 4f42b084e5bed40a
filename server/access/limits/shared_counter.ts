import type { Counter } from './counter.ts'
import type { SharedCounts } from './shared_counts.ts'

/** What this server knows of a subject's count in the present window. */
type Known = {
  /** The highest total that it was told, by Redis or, at its start, by the store. */
  total: number
  /** What it counted since Redis was last heard of. */
  owed: number
}

/** Counts are kept in Redis for so long after their window, for servers whose clocks differ. */
const slack_ms = 60_000

/**
 * A counter that several servers share by way of Redis: exact for all of them together. Its own
 * counter writes this server's part to the ledger.
 *
 * While Redis is away each server goes on from the last total that it knows, by itself; what it
 * counts meanwhile is added in Redis afterwards. Counts that Redis lost are restored from there too.
 * A request that was under way when Redis fell silent may be counted twice, never not at all.
 */
export class SharedCounter {
  readonly #own: Counter
  readonly #counts: SharedCounts
  readonly #policy: string
  #start_ms = 0
  #known = new Map<string, Known>()

  constructor(own: Counter, counts: SharedCounts, policy: string) {
    this.#own = own
    this.#counts = counts
    this.#policy = policy
  }

  window(now_ms: number): { start_ms: number; end_ms: number } {
    return this.#own.window(now_ms)
  }

  /** Counts one more for a subject if that stays within the quota, as Counter does. */
  async consume(
    subject: string,
    quota: number,
    now_ms: number,
  ): Promise<{ count: number; allowed: boolean }> {
    const known = await this.#knownOf(subject, now_ms)
    const result = (await this.#step(subject, known, quota, now_ms)) ?? alone(known, quota)
    if (result.allowed) await this.#own.consume(subject, Infinity, now_ms)
    return result
  }

  /** Returns the count of a subject without changing it. */
  async count(subject: string, now_ms: number): Promise<number> {
    const known = await this.#knownOf(subject, now_ms)
    const total = (await this.#counts.count(this.#key(subject, now_ms))) ?? known.total
    return Math.max(total, known.total) + known.owed
  }

  /** Writes this server's part to the ledger, and tells Redis what it doesn't know yet. */
  async flush(now_ms: number): Promise<void> {
    for (const [subject, known] of this.#known)
      if (known.owed > 0) await this.#step(subject, known, 0, now_ms)
    await this.#own.flush(now_ms)
  }

  async #step(subject: string, known: Known, quota: number, now_ms: number) {
    const { total: floor, owed } = known
    const ttl_ms = this.window(now_ms).end_ms - now_ms + slack_ms
    known.owed = 0 // this step pays it; another at the same time must not pay it again
    const key = this.#key(subject, now_ms)
    const result = await this.#counts.step(key, { floor, owed, quota, ttl_ms })
    if (result === undefined) known.owed += owed
    else known.total = Math.max(known.total, result.count)
    return result
  }

  async #knownOf(subject: string, now_ms: number): Promise<Known> {
    const { start_ms } = this.window(now_ms)
    if (start_ms !== this.#start_ms) this.#known = new Map()
    this.#start_ms = start_ms
    const found = this.#known.get(subject)
    if (found !== undefined) return found
    const total = await this.#own.count(subject, now_ms)
    // Another request may have come to know of it meanwhile.
    const known = this.#known.get(subject) ?? { total, owed: 0 }
    this.#known.set(subject, known)
    return known
  }

  #key(subject: string, now_ms: number): string {
    return `limit:${this.#policy}:${subject}@${this.window(now_ms).start_ms}`
  }
}

function alone(known: Known, quota: number): { count: number; allowed: boolean } {
  const count = known.total + known.owed
  if (count >= quota) return { count, allowed: false }
  known.owed += 1
  return { count: count + 1, allowed: true }
}
