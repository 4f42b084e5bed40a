import { after, type Eventual } from '../../../eventual.ts'
import { ByWindow, type CountResult, type Counter, type Moment } from './counter.ts'

/** Identifies a count: a subject under a policy in a window that starts at `start_ms` (Unix). */
export type CountName = { policy: string; subject: string; start_ms: number; end_ms: number }

/** The counts that the threads of a process share. */
export type ThreadCounts = {
  /** One count per subject and window, in shared memory. */
  counts: Int32Array
  /** Returns a count's index. A new count starts at `known`. */
  placeOf(name: CountName, known: number): Promise<number>
}

/** A counter that a process's threads share, exact across all threads. */
export class ThreadCounter implements Counter {
  readonly #shared: ThreadCounts
  readonly #policy: string
  readonly #begun: { start_ms: number; counts: Map<string, number> }
  readonly #places = new ByWindow<number>()

  /** `counts` are the ledger's counts for the window of a moment. */
  constructor(
    shared: ThreadCounts,
    policy: string,
    { start_ms }: Moment,
    counts: Map<string, number>,
  ) {
    this.#shared = shared
    this.#policy = policy
    this.#begun = { start_ms, counts }
  }

  consume(subject: string, moment: Moment, quota: number, points = 1): Eventual<CountResult> {
    return after(this.#placeOf(subject, moment), (place) => this.#consume(place, quota, points))
  }

  count(subject: string, moment: Moment): Eventual<number> {
    return after(this.#placeOf(subject, moment), (place) =>
      Atomics.load(this.#shared.counts, place),
    )
  }

  #consume(place: number, quota: number, points: number): CountResult {
    const { counts } = this.#shared
    for (;;) {
      const count = Atomics.load(counts, place)
      if (count + points > quota) return { count, allowed: false }
      if (Atomics.compareExchange(counts, place, count, count + points) === count)
        return { count: count + points, allowed: true }
    }
  }

  #placeOf(subject: string, moment: Moment): Eventual<number> {
    return this.#places.of(moment).get(subject) ?? this.#find(subject, moment)
  }

  async #find(subject: string, moment: Moment): Promise<number> {
    const { start_ms, end_ms } = moment
    const known = start_ms === this.#begun.start_ms ? this.#begun.counts.get(subject) : undefined
    const name = { policy: this.#policy, subject, start_ms, end_ms }
    const place = await this.#shared.placeOf(name, known ?? 0)
    this.#places.of(moment).set(subject, place)
    return place
  }
}
