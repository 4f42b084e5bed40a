import type { Asker } from './asker.ts'
import { FairQueue } from './fair_queue.ts'
import { unavailable, type Overload, type Refusal } from './overload.ts'

type Waiting = Asker & {
  /** Whether none of the caller's waited before it. */
  isFirst: boolean
  timer?: NodeJS.Timeout
  go: () => void
  refuse: (error: Error) => void
}

export type LineOptions = {
  /** What is waited for, as in "for a turn". */
  what: string
  /** How long a request may wait. */
  patience_ms: number
  /** How long the one may wait that is the only one of its caller. */
  firstPatience_ms: number
}

/** In an overload the patience is so many times less: what is answered is answered soon. */
const lessPatience = 5
/** An overload is over when nothing was refused for so long. */
const calm_ms = 5000
/** After so long without waiting, how fast the line moved says nothing any more. */
const memory_ms = 1000
/** Weight of the latest interval between two that went. */
const weight = 1 / 32

/**
 * Those who wait for something scarce: callers take turns, whatever each of them asks for. Whoever
 * would wait longer than the patience is refused at once, by how fast the line moved lately, and then
 * the line is in overload: the patience is a fifth of it, until a while after the last refusal. So a
 * burst that can be borne is borne, and where one can't, no time goes into answers that come late.
 */
export class Line {
  readonly #queue = new FairQueue<Waiting>()
  readonly #options: LineOptions
  readonly #overload: Overload
  readonly #now: () => number
  /** How far apart they go while anyone waits. */
  #spacing_ms = 1
  /** When the last one went, or the first began to wait. */
  #moved_ms = 0
  #refused_ms = -Infinity

  constructor(options: LineOptions, overload: Overload, now = () => performance.now()) {
    this.#options = options
    this.#overload = overload
    this.#now = now
  }

  get length(): number {
    return this.#queue.length
  }

  get spacing_ms(): number {
    return this.#spacing_ms
  }

  /** Why a request of a caller would be refused now, in words and counted; undefined where it would not be. */
  refusal(caller: string): Refusal | undefined {
    const queue = this.#queue
    if (queue.length === 0) return undefined
    const own = queue.lengthOf(caller)
    const callers = queue.callers + (own === 0 ? 1 : 0)
    const before = Math.min((own + 1) * callers, queue.length + 1)
    if (before * this.#spacing_ms <= this.#patience_ms(own === 0)) return undefined
    this.#refused_ms = this.#now()
    const why = `too much is asked of the server: ${queue.length} requests wait for ${this.#options.what}, ${own} of them of this caller`
    return this.#overload.refuse('queue', why, this.#spacing_ms)
  }

  /** Waits until `next` lets it go. Throws an `unavailable` Problem at once, or later, where that takes too long. */
  async join({ caller, arrived_ms }: Asker): Promise<void> {
    const refusal = this.refusal(caller)
    if (refusal) throw unavailable(refusal)
    const now_ms = this.#now()
    if (this.length === 0) this.#begin(now_ms)
    const isFirst = this.#queue.lengthOf(caller) === 0
    const { promise, resolve: go, reject: refuse } = Promise.withResolvers<void>()
    const waiting: Waiting = { caller, arrived_ms, isFirst, go, refuse }
    this.#queue.push(caller, waiting)
    const left_ms = Math.max(0, arrived_ms + this.#patience_ms(isFirst) - now_ms)
    waiting.timer = setTimeout(() => this.#giveUp(waiting), left_ms).unref()
    return promise
  }

  /**
   * Lets the next one go, of the callers that may, and returns its caller; undefined where none can.
   * Those who have waited too long are refused on the way; `standstill_ms`: how long none could go
   * until now, which is held against nobody.
   */
  next(mayGo?: (caller: string) => boolean, standstill_ms = 0): string | undefined {
    for (;;) {
      const next = this.#queue.shift(mayGo)
      if (!next) return undefined
      const now_ms = this.#now()
      if (now_ms - next.arrived_ms > standstill_ms + this.#patience_ms(next.isFirst)) {
        this.#refuse(next)
        continue
      }
      this.#spacing_ms += weight * (now_ms - this.#moved_ms - this.#spacing_ms)
      this.#moved_ms = now_ms
      clearTimeout(next.timer)
      next.go()
      return next.caller
    }
  }

  #begin(now_ms: number): void {
    if (now_ms - this.#moved_ms > memory_ms) this.#spacing_ms = 1
    this.#moved_ms = now_ms
  }

  #giveUp(waiting: Waiting): void {
    this.#queue.delete(waiting.caller, waiting)
    this.#refuse(waiting)
  }

  #refuse({ timer, arrived_ms, refuse }: Waiting): void {
    clearTimeout(timer)
    this.#refused_ms = this.#now()
    const waited_ms = Math.round(this.#refused_ms - arrived_ms)
    const why = `too much is asked of the server: the request waited ${waited_ms} ms for ${this.#options.what}`
    refuse(unavailable(this.#overload.refuse('wait', why, this.#spacing_ms)))
  }

  #patience_ms(isFirst: boolean): number {
    const { patience_ms, firstPatience_ms } = this.#options
    if (isFirst) return firstPatience_ms
    const isCalm = this.#now() - this.#refused_ms > calm_ms
    return isCalm ? patience_ms : patience_ms / lessPatience
  }
}
