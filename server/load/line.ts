import type { Asker } from './asker.ts'
import { FairQueue } from './fair_queue.ts'
import { unavailable, type Overload, type Refusal } from './overload.ts'

type Waiting = Asker & {
  /** How long it may wait, as it was when it joined: who was taken up in calm is not refused for others. */
  patience_ms: number
  timer?: NodeJS.Timeout
  go: () => void
  refuse: (error: Error) => void
}

/** How long something may wait; in an overload, less: what is answered is answered soon. */
type Patience = { calm_ms: number; overload_ms: number }

export type LineOptions = {
  /** What is waited for, as in "for a turn". */
  what: string
  /** That of a request. */
  patience: Patience
  /** That of the only request of its caller: in an overload it counts from when it joins, not from its arrival. */
  firstPatience: Patience
}

/** After so long without waiting, how fast the line moved says nothing any more; without refusals, an overload is over. */
const memory_ms = 1000
/** Weight of the latest interval between two that went. */
const weight = 1 / 32

/**
 * Those who wait for something scarce: callers take turns, whatever each of them asks for. Whoever
 * would wait longer than the patience is refused at once, by how fast the line moved lately, and then
 * the line is in overload: the patience is less, until a while after the last refusal. So a
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

  /** Why a request would be refused now, in words and counted; undefined where it would not be. */
  refusal({ caller, arrived_ms }: Asker): Refusal | undefined {
    const queue = this.#queue
    const own = queue.lengthOf(caller)
    const callers = queue.callers + (own === 0 ? 1 : 0)
    const before = Math.min((own + 1) * callers, queue.length + 1)
    const waited_ms = this.#now() - arrived_ms
    const wait_ms = queue.length === 0 ? 0 : before * this.#spacing_ms
    if (waited_ms + wait_ms <= this.#patience_ms(own === 0, waited_ms)) return undefined
    this.#refused_ms = this.#now()
    const why = `too much is asked of the server: ${queue.length} requests wait for ${this.#options.what}, ${own} of them of this caller`
    return this.#overload.refuse('queue', why, this.#spacing_ms)
  }

  /** So many more are about to join: where that is too much, the overload begins at once. */
  expect(more: number): void {
    const wait_ms = (this.length + more) * this.#spacing_ms
    if (more > 0 && wait_ms > this.#options.patience.calm_ms) this.#refused_ms = this.#now()
  }

  /** Waits until `next` lets it go. Throws an `unavailable` Problem at once, or later, where that takes too long. */
  async join(asker: Asker): Promise<void> {
    const refusal = this.refusal(asker)
    if (refusal) throw unavailable(refusal)
    const { caller, arrived_ms } = asker
    const now_ms = this.#now()
    if (this.length === 0) this.#begin(now_ms)
    const isFirst = this.#queue.lengthOf(caller) === 0
    const patience_ms = this.#patience_ms(isFirst, now_ms - arrived_ms)
    const { promise, resolve: go, reject: refuse } = Promise.withResolvers<void>()
    const waiting: Waiting = { caller, arrived_ms, patience_ms, go, refuse }
    this.#queue.push(caller, waiting)
    const left_ms = Math.max(0, arrived_ms + patience_ms - now_ms)
    waiting.timer = setTimeout(() => this.#giveUp(waiting), left_ms).unref()
    return promise
  }

  /**
   * Lets the next one go, of the callers that may, and returns its caller; undefined where none can.
   * Those who have waited too long are refused on the way.
   */
  next(mayGo?: (caller: string) => boolean): string | undefined {
    for (;;) {
      const next = this.#queue.shift(mayGo)
      if (!next) return undefined
      const now_ms = this.#now()
      if (now_ms - next.arrived_ms > next.patience_ms) {
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

  #patience_ms(isFirst: boolean, waited_ms: number): number {
    const { patience, firstPatience } = this.#options
    const { calm_ms, overload_ms } = isFirst ? firstPatience : patience
    if (this.#now() - this.#refused_ms > memory_ms) return calm_ms
    return isFirst ? Math.min(calm_ms, waited_ms + overload_ms) : overload_ms
  }
}
