import type { Beginning, Counted, Counter } from './counter.ts'
import type { SharedCounts } from './shared_counts.ts'
import { Tally } from './tally.ts'
import { windowOf } from './window.ts'

/** What this server knows of a subject's count in the present window. */
type Known = {
  /** The highest total that Redis or, at the start, the ledger reported. */
  total: number
  /** What this server counted since Redis last answered. */
  owed: number
}

/** Counts are kept in Redis for so long after their window, for servers whose clocks differ. */
const slack_ms = 60_000

/**
 * A counter that several servers share by way of Redis: exact for all of them together. Each writes
 * its own part to the ledger.
 *
 * While Redis is away each server counts on from the last total that it knows, and adds what it
 * counted when Redis is back. That also restores counts that Redis lost. A request that was under
 * way when Redis stopped answering may be counted twice, but is never left out.
 */
export class SharedCounter implements Counter {
  readonly #tally: Tally
  readonly #length_ms: number
  readonly #shared: SharedCounts
  readonly #policy: string
  #start_ms: number
  #known: Map<string, Known>

  constructor(
    { ledger, length_ms, start_ms, counts }: Beginning,
    shared: SharedCounts,
    policy: string,
  ) {
    this.#tally = new Tally(ledger)
    this.#length_ms = length_ms
    this.#shared = shared
    this.#policy = policy
    this.#start_ms = start_ms
    this.#known = new Map([...counts].map(([subject, total]) => [subject, { total, owed: 0 }]))
  }

  async consume(subject: string, now_ms: number, quota: number): Promise<Counted> {
    const { start_ms } = windowOf(now_ms, this.#length_ms)
    const known = this.#knownOf(subject, start_ms)
    const counted = (await this.#step(subject, known, now_ms, quota)) ?? countAlone(known, quota)
    if (counted.allowed) this.#tally.add(subject, start_ms, now_ms)
    return counted
  }

  async count(subject: string, now_ms: number): Promise<number> {
    const { start_ms } = windowOf(now_ms, this.#length_ms)
    const known = this.#knownOf(subject, start_ms)
    const total = (await this.#shared.count(this.#key(subject, start_ms))) ?? known.total
    return Math.max(total, known.total) + known.owed
  }

  /** Tells Redis what it doesn't know yet, and writes this server's part to the ledger. */
  async flush(now_ms: number): Promise<void> {
    for (const [subject, known] of this.#known)
      if (known.owed > 0) await this.#step(subject, known, now_ms, 0)
    await this.#tally.flush(windowOf(now_ms, this.#length_ms).start_ms)
  }

  async #step(subject: string, known: Known, now_ms: number, quota: number) {
    const { start_ms, end_ms } = windowOf(now_ms, this.#length_ms)
    const { total: floor, owed } = known
    known.owed = 0 // this step pays it; another at the same time must not pay it again
    const step = { floor, owed, quota, ttl_ms: end_ms - now_ms + slack_ms }
    const counted = await this.#shared.step(this.#key(subject, start_ms), step)
    if (counted === undefined) known.owed += owed
    else known.total = Math.max(known.total, counted.count)
    return counted
  }

  #knownOf(subject: string, start_ms: number): Known {
    if (start_ms !== this.#start_ms) this.#known = new Map()
    this.#start_ms = start_ms
    const found = this.#known.get(subject)
    if (found !== undefined) return found
    const known = { total: 0, owed: 0 }
    this.#known.set(subject, known)
    return known
  }

  #key(subject: string, start_ms: number): string {
    return `limit:${this.#policy}:${subject}@${start_ms}`
  }
}

function countAlone(known: Known, quota: number): Counted {
  const count = known.total + known.owed
  if (count >= quota) return { count, allowed: false }
  known.owed += 1
  return { count: count + 1, allowed: true }
}
