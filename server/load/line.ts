import type { Problem } from '../http/problem.ts'
import type { Asker } from './asker.ts'
import { eventLoop, takeSteps } from './event_loop.ts'
import { FairQueue } from './fair_queue.ts'
import type { Overload } from './overload.ts'

type Waiting = Asker & {
  joined_ms: number
  go: () => void
  refuse: (problem: Problem) => void
}

export type LineOptions = {
  /** The awaited thing, as in "for a query". */
  what: string
  patience_ms: number
}

/** A line that was empty refuses nothing for this multiple of its patience. */
const grace = 4
/** Refusals take a twentieth of the time; the rest is for answers. */
const refusing = { time_ms: 1, pause_ms: 19 }
/** After this long without waiting requests, the measured speed is outdated. */
const memory_ms = 1000
/** Weight of the latest interval between two departures. */
const weight = 1 / 32

/**
 * Requests that wait for a scarce resource. Clients take turns, however many requests each has waiting; one
 * client's requests leave in order of arrival. A request is refused when its patience ends, never before:
 * so no request is refused that could have been answered. A burst is no overload: refusals start only after
 * the line has been non-empty for a while.
 *
 * Refusals wait until there is time for them. Clients that retry at once are refused about once per
 * patience, and can't take time from answers.
 */
export class Line {
  readonly #options: LineOptions
  readonly #overload: Overload
  readonly #loop: typeof eventLoop
  readonly #queue = new FairQueue<Waiting>()
  /** All queued requests, in order of arrival. */
  readonly #joined = new Set<Waiting>()
  /** Requests to be refused. */
  readonly #late = new FairQueue<Waiting>()
  #isWatched = false
  /** Average interval between departures while any request waits. */
  #spacing_ms = 1
  /** The time of the last departure, or of the first arrival. */
  #moved_ms = 0
  /** The last time the line was empty. */
  #empty_ms = 0

  constructor(options: LineOptions, overload: Overload, loop = eventLoop) {
    this.#options = options
    this.#overload = overload
    this.#loop = loop
  }

  /** Number of waiting requests, without those known to be out of patience. */
  get length(): number {
    return this.#queue.length
  }

  get spacing_ms(): number {
    return this.#spacing_ms
  }

  /** Waits until `next` lets it go. Throws an `unavailable` Problem when its patience ends. */
  join(asker: Asker): Promise<void> {
    const joined_ms = this.#loop.now()
    if (this.length === 0) this.#begin(joined_ms)
    const { promise, resolve: go, reject: refuse } = Promise.withResolvers<void>()
    const waiting: Waiting = { ...asker, joined_ms, go, refuse }
    this.#queue.push(asker.caller, waiting)
    this.#joined.add(waiting)
    this.#watch()
    return promise
  }

  /** Lets the next request of a client that `mayGo` go; returns the client. Skips the absent. */
  next(mayGo?: (caller: string) => boolean): string | undefined {
    this.#setLateAside()
    for (let next; (next = this.#queue.shift(mayGo)); this.#late.push(next.caller, next)) {
      this.#joined.delete(next)
      if (next.hasLeft?.()) continue
      this.#move()
      next.go()
      return next.caller
    }
    return undefined
  }

  #begin(now_ms: number): void {
    if (now_ms - this.#moved_ms > memory_ms) this.#spacing_ms = 1
    this.#moved_ms = this.#empty_ms = now_ms
  }

  #move(): void {
    const now_ms = this.#loop.now()
    this.#spacing_ms += weight * (now_ms - this.#moved_ms - this.#spacing_ms)
    this.#moved_ms = now_ms
  }

  #setLateAside(): void {
    const now_ms = this.#loop.now()
    for (const waiting of this.#joined) {
      if (this.#lateFrom(waiting) > now_ms) return
      this.#joined.delete(waiting)
      this.#queue.delete(waiting.caller, waiting)
      this.#late.push(waiting.caller, waiting)
    }
  }

  #lateFrom({ joined_ms }: Waiting): number {
    const { patience_ms } = this.#options
    return Math.max(joined_ms + patience_ms, this.#empty_ms + grace * patience_ms)
  }

  /** Refuses in time even if nothing moves. */
  #watch(): void {
    if (this.#isWatched) return
    const [first] = this.#joined
    const isLate = this.#late.length > 0
    if (!isLate && !first) return
    const left_ms = isLate ? refusing.pause_ms : this.#lateFrom(first!) - this.#loop.now()
    setTimeout(() => void this.#refuseLate(), left_ms).unref()
    this.#isWatched = true
  }

  async #refuseLate(): Promise<void> {
    this.#setLateAside()
    await takeSteps(refusing.time_ms, () => this.#refuseNext(), this.#loop)
    this.#isWatched = false
    this.#watch()
  }

  #refuseNext(): boolean {
    const next = this.#late.shift()
    if (!next) return false
    const waited_ms = Math.round(this.#loop.now() - next.joined_ms)
    const why = `the server is overloaded: the request waited ${waited_ms} ms for ${this.#options.what}`
    next.refuse(this.#overload.refuse(next.hasLeft?.() ? 'left' : 'wait', why, this.#spacing_ms))
    return true
  }
}
