import type { Asker } from './asker.ts'
import { Line } from './line.ts'
import type { Overload, Refusal } from './overload.ts'

/** A request that comes so early in a turn of the event loop is handled in it, if nobody waits. */
const early_ms = 2
/** While so many jobs of the thread pool are under way, nobody begins. */
const mostJobs = 8
const longRound_ms = 50
/** Weight of the latest measurement of what a request takes. */
const weight = 1 / 32

type Effects = { now: () => number; later: (work: () => void) => void }
const real: Effects = { now: () => performance.now(), later: (work) => void setImmediate(work) }

/**
 * Lets requests begin one after the other. The event loop reads every connection that has something
 * before it does anything else: were each request handled as it is read, one turn of the loop would
 * last as long as all of them, and what takes several turns (a query, compression, a new connection)
 * would wait that long several times. So a turn handles about as much as it reads, and the others wait
 * in line, where callers take turns.
 */
export class Turns {
  readonly #line: Line
  readonly #effects: Effects
  /** When the first request of this turn was read; undefined before. */
  #read_ms: number | undefined
  /** Processor time that a request takes when it begins. */
  #work_ms = 0.5
  #isPlanned = false
  #began_ms = 0
  #begun = 0
  #jobs = 0

  constructor(patience_ms: number, overload: Overload, effects: Effects = real) {
    const options = { what: 'their turn', patience_ms, firstPatience_ms: 4 * patience_ms }
    this.#line = new Line(options, overload, effects.now)
    this.#effects = effects
  }

  get waiting(): number {
    return this.#line.length
  }

  /**
   * When a request that is read now arrived, by performance.now(): at the latest when the first one of
   * this turn was read, since the loop had found both ready.
   */
  arrival(): number {
    if (this.#read_ms === undefined) {
      this.#read_ms = this.#effects.now()
      this.#plan()
    }
    return this.#read_ms
  }

  /** Why a request of a caller would be refused now; undefined where it would not be. */
  refusal(caller: string): Refusal | undefined {
    return this.#line.refusal(caller)
  }

  /** Waits for the turn of a request. Throws an `unavailable` Problem where that takes too long. */
  enter(asker: Asker): Promise<void> | undefined {
    const isIdle = this.#line.length === 0 && this.#jobs < mostJobs
    if (isIdle && this.#effects.now() - this.arrival() <= early_ms) return undefined
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
    this.#effects.later(this.#begin)
    this.#effects.later(this.#measure)
  }

  #begin = (): void => {
    const now_ms = this.#effects.now()
    const reading_ms = now_ms - (this.#read_ms ?? now_ms)
    this.#read_ms = undefined
    this.#isPlanned = false
    this.#began_ms = now_ms
    this.#begun = 0
    if (this.#jobs >= mostJobs) return // the end of a job plans again
    const most = Math.max(1, Math.floor(workTime_ms(reading_ms) / this.#work_ms))
    while (this.#begun < most && this.#line.next(undefined, reading_ms) !== undefined) this.#begun++
    if (this.#line.length > 0) this.#plan()
  }

  #measure = (): void => {
    if (this.#begun === 0) return
    const each_ms = (this.#effects.now() - this.#began_ms) / this.#begun
    this.#work_ms += weight * (each_ms - this.#work_ms)
    this.#begun = 0
  }
}

/** As long as reading took, so that half of the time goes into answers; at a long one a quarter of that. */
const workTime_ms = (reading_ms: number) =>
  Math.max(Math.min(reading_ms, longRound_ms), reading_ms / 4)
