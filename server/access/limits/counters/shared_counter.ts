import type { CountResult, Counter, Moment } from './counter.ts'
import type { SharedCounts } from './shared_counts.ts'

/** This server's view of a subject's count in the present window. */
type Known = {
  /** The highest total from Redis or, at the start, from the ledger. */
  total: number
  /** Requests counted here since Redis last answered. */
  owed: number
}

/** Redis keeps counts this long after their window, for servers whose clocks differ. */
const slack_ms = 60_000

/**
 * A counter that several servers share in Redis, exact across all servers.
 *
 * While Redis is away each server counts from the last total that it received, and adds its counts when
 * Redis returns. That also restores counts that Redis lost. A request in flight when Redis stopped
 * answering may count twice, but is never missed.
 */
export class SharedCounter implements Counter {
  readonly #shared: SharedCounts
  readonly #policy: string
  #start_ms: number
  #known: Map<string, Known>

  constructor(shared: SharedCounts, policy: string, moment: Moment, counts: Map<string, number>) {
    this.#shared = shared
    this.#policy = policy
    this.#start_ms = moment.start_ms
    this.#known = new Map([...counts].map(([subject, total]) => [subject, { total, owed: 0 }]))
  }

  async consume(subject: string, moment: Moment, quota: number, points = 1): Promise<CountResult> {
    const known = this.#knownOf(subject, moment)
    return (
      (await this.#step(subject, known, moment, { quota, points })) ??
      countAlone(known, quota, points)
    )
  }

  async count(subject: string, moment: Moment): Promise<number> {
    const known = this.#knownOf(subject, moment)
    const total = (await this.#shared.count(this.#key(subject, moment))) ?? known.total
    return Math.max(total, known.total) + known.owed
  }

  /** Adds the counts made while Redis was away. */
  async flush(moment: Moment): Promise<void> {
    for (const [subject, known] of this.#known)
      if (known.owed > 0) await this.#step(subject, known, moment, { quota: 0, points: 1 })
  }

  async #step(
    subject: string,
    known: Known,
    moment: Moment,
    asked: { quota: number; points: number },
  ) {
    const { total: floor, owed } = known
    known.owed = 0 // this step pays it; another at the same time must not pay it again
    const step = { floor, owed, ...asked, ttl_ms: moment.end_ms - moment.now_ms + slack_ms }
    const counted = await this.#shared.step(this.#key(subject, moment), step)
    if (counted === undefined) known.owed += owed
    else known.total = Math.max(known.total, counted.count)
    return counted
  }

  #knownOf(subject: string, { start_ms }: Moment): Known {
    if (start_ms !== this.#start_ms) this.#known = new Map()
    this.#start_ms = start_ms
    const found = this.#known.get(subject)
    if (found !== undefined) return found
    const known = { total: 0, owed: 0 }
    this.#known.set(subject, known)
    return known
  }

  #key(subject: string, { start_ms }: Moment): string {
    return `limit:${this.#policy}:${subject}@${start_ms}`
  }
}

function countAlone(known: Known, quota: number, points: number): CountResult {
  const count = known.total + known.owed
  if (count + points > quota) return { count, allowed: false }
  known.owed += points
  return { count: count + points, allowed: true }
}
