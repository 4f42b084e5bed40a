import type { Eventual } from '../eventual.ts'
import type { Asker } from './asker.ts'
import { Line } from './line.ts'
import type { Overload, Refusal } from './overload.ts'

/** A request that comes so early in a turn of the event loop is handled in it, if nobody waits. */
const early_ms = 4
/** How long a turn handles what was put aside. */
const slice_ms = 10
/** How long those may take at least, and at most, that begin in a turn. */
const shortest_ms = 2
const longest_ms = 10
/** While so many jobs of the thread pool are under way, nobody begins. */
const mostJobs = 8
/** In an overload, patience is so many times less. */
const lessPatience = 20
/** Weight of the latest measurement of what a request takes. */
const weight = 1 / 32

type Effects = { now: () => number; later: (work: () => void) => void }
const real: Effects = { now: () => performance.now(), later: (work) => void setImmediate(work) }

type Read = { arrived_ms: number; handle: () => void }

/**
 * Lets requests begin one after the other. The event loop reads every connection that has something
 * before it does anything else: were each request handled as it is read, one turn of the loop would
 * last as long as all of them, and what takes several turns (a query, compression, a new connection)
 * would wait that long several times. So what is read late in a turn is put aside, and handled a slice
 * in a turn: refused, or put in line, where callers take turns. A turn begins about as much as it
 * reads and refuses.
 */
export class Turns {
  readonly #line: Line
  readonly #effects: Effects
  /** When the first request of this turn was read; undefined before. */
  #read_ms: number | undefined
  /** What was read and not yet handled. */
  readonly #aside: Read[] = []
  /** When the request arrived that is being handled. */
  #arrived_ms: number | undefined
  /** Processor time that a request takes when it begins. */
  #work_ms = 0.5
  #isPlanned = false
  #began_ms = 0
  #begun = 0
  #jobs = 0

  constructor(patience_ms: number, overload: Overload, effects: Effects = real) {
    const overload_ms = patience_ms / lessPatience
    const patience = { calm_ms: patience_ms, overload_ms }
    const firstPatience = { calm_ms: 4 * patience_ms, overload_ms }
    this.#line = new Line({ what: 'their turn', patience, firstPatience }, overload, effects.now)
    this.#effects = effects
  }

  /** How many requests wait. */
  get waiting(): number {
    return this.#line.length + this.#aside.length
  }

  /** Handles a request that was just read: at once early in a turn, else after what there is to be read. */
  read(handle: () => void): void {
    const arrived_ms = this.arrival()
    const isEarly = this.#aside.length === 0 && this.#effects.now() - arrived_ms <= early_ms
    if (isEarly) return handle()
    this.#aside.push({ arrived_ms, handle })
  }

  /**
   * When the request arrived that is handled now, by performance.now(): at the latest when the first
   * one of its turn was read, since the loop had found both ready.
   */
  arrival(): number {
    if (this.#arrived_ms !== undefined) return this.#arrived_ms
    if (this.#read_ms === undefined) {
      this.#read_ms = this.#effects.now()
      this.#plan()
    }
    return this.#read_ms
  }

  /** Why a request of a caller would be refused now; undefined where it would not be. */
  refusal(asker: Asker): Refusal | undefined {
    return this.#line.refusal(asker)
  }

  /** Waits for the turn of a request. Throws an `unavailable` Problem where that takes too long. */
  enter(asker: Asker): Eventual<void> {
    const isIdle = this.waiting === 0 && this.#jobs < mostJobs
    if (isIdle && this.#effects.now() - asker.arrived_ms <= early_ms) return undefined
    this.#plan()
    return this.#line.join(asker)
  }

  /** Does a job of the thread pool: where there are many under way, no request begins. */
  async job<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#jobs++
    try {
      return await work()
    } finally {
      this.#jobs--
      if (this.#line.length > 0) this.#plan()
    }
  }

  /** After what is read in this turn, some begin; how long they take is seen right after them. */
  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    this.#effects.later(() => void this.#begin())
    this.#effects.later(() => this.#measure())
  }

  async #begin(): Promise<void> {
    const { now } = this.#effects
    const read_ms = this.#read_ms ?? now()
    this.#read_ms = undefined
    this.#isPlanned = false
    this.#line.expect(this.#aside.length)
    await this.#handleSome()
    this.#begun = 0
    this.#began_ms = now()
    if (this.#jobs < mostJobs) {
      const spent_ms = this.#began_ms - read_ms
      const time_ms = Math.min(Math.max(spent_ms, shortest_ms), longest_ms)
      const most = Math.max(1, Math.floor(time_ms / this.#work_ms))
      while (this.#begun < most && this.#line.next() !== undefined) this.#begun++
    }
    const isMore = this.#line.length > 0 && this.#jobs < mostJobs // else the end of a job plans
    if (isMore || this.#aside.length > 0) this.#plan()
  }

  /**
   * Handles what was put aside, until the slice of this turn is over: the latest, which may still be
   * answered in time, and in turn with it the one that waits longest.
   */
  async #handleSome(): Promise<void> {
    const end_ms = this.#effects.now() + slice_ms
    for (let n = 0; this.#aside.length > 0 && this.#effects.now() < end_ms; n++) {
      const { arrived_ms, handle } = (n % 2 ? this.#aside.shift() : this.#aside.pop())!
      this.#arrived_ms = arrived_ms
      handle()
      this.#arrived_ms = undefined
      await Promise.resolve() // so that what it leads to is in the time
    }
  }

  #measure(): void {
    if (this.#begun === 0) return
    const each_ms = (this.#effects.now() - this.#began_ms) / this.#begun
    this.#work_ms += weight * (each_ms - this.#work_ms)
    this.#begun = 0
  }
}
