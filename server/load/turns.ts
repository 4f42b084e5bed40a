import type { Eventual } from '../eventual.ts'
import type { Asker } from './asker.ts'
import { eventLoop, takeSteps } from './event_loop.ts'
import { Line } from './line.ts'
import type { Overload } from './overload.ts'

/** A request that arrives this early in a turn of the event loop begins in it, if no other waits. */
const early_ms = 4
/** Requests may begin for this long in a turn of the event loop. */
const slice_ms = 5
/** While connections come, the pause before the next request is this multiple of the last one's time. */
const rest = 3
/** While this many thread-pool jobs run, no request begins. */
const mostJobs = 8

/**
 * Lets requests begin one after the other. The event loop reads every ready connection before it does
 * anything else. If each request began when read, one turn of the loop would last as long as all of them.
 * Work that takes several turns (a query, compression, a new connection) would wait that long several
 * times. So requests that are read late in a turn wait in line, and begin a slice per turn.
 *
 * The loop accepts one connection in a turn. So while connections come, turns are short: one request begins
 * in a turn, and then none for three times its duration. Otherwise new connections would wait in the
 * system's queue, and one client's connections would delay all others.
 */
export class Turns {
  readonly #line: Line
  readonly #loop: typeof eventLoop
  /** The time of this turn's first read request; undefined before it. */
  #read_ms: number | undefined
  #isPlanned = false
  #isAccepting = false
  /** While connections come, requests begin again from this time. */
  #accepted_ms = 0
  #jobs = 0

  constructor(patience_ms: number, overload: Overload, loop = eventLoop) {
    this.#line = new Line({ what: 'its turn', patience_ms }, overload, loop)
    this.#loop = loop
  }

  get waiting(): number {
    return this.#line.length
  }

  /**
   * The arrival time of the current request, by performance.now(): when the first request of its turn of
   * the loop was read, since the loop found both ready. Its time in the system's buffers is unknown.
   */
  arrival(): number {
    if (this.#read_ms === undefined) {
      this.#read_ms = this.#loop.now()
      this.#plan()
    }
    return this.#read_ms
  }

  accepted(): void {
    this.#isAccepting = true
  }

  /** Waits for a request's turn. Throws an `unavailable` Problem when its patience ends. */
  enter(asker: Asker): Eventual<void> {
    const isIdle = this.waiting === 0 && this.#jobs < mostJobs
    if (isIdle && this.#loop.now() - this.arrival() <= early_ms) return undefined
    this.#plan()
    return this.#line.join(asker)
  }

  /** Runs a thread-pool job: while many run, no request begins. */
  async job<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#jobs++
    try {
      return await work()
    } finally {
      this.#jobs--
      if (this.waiting > 0) this.#plan()
    }
  }

  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    this.#loop.later(() => void this.#begin())
  }

  async #begin(): Promise<void> {
    this.#read_ms = undefined
    this.#isPlanned = false
    const isAccepting = this.#isAccepting
    this.#isAccepting = false
    if (!isAccepting || this.#loop.now() >= this.#accepted_ms)
      await this.#beginFor(isAccepting ? 0 : slice_ms)
    if (this.waiting > 0 && this.#jobs < mostJobs) this.#plan() // otherwise the end of a job plans
  }

  async #beginFor(time_ms: number): Promise<void> {
    const start_ms = this.#loop.now()
    const next = () => this.#jobs < mostJobs && this.#line.next() !== undefined
    await takeSteps(time_ms, next, this.#loop)
    const end_ms = this.#loop.now()
    this.#accepted_ms = end_ms + rest * (end_ms - start_ms)
  }
}
