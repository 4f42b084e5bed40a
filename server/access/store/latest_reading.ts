import type { OutageEffects } from './store.ts'

/** A failure is remembered for a moment, so that callers need not wait for the next one. */
type ReadingEffects = OutageEffects & {
  /** Milliseconds of a monotonic clock. */
  clock: () => number
  /** For so long after a failure, callers get that failure at once. */
  pause_ms: number
}

/**
 * Shares the answers of a slow question among many callers at once. Each caller gets the answer to a
 * question asked after its call, never one already under way, since that might miss what was
 * committed in between. So at most one question is under way and one is waiting, for everybody.
 */
export class LatestReading<Value> {
  readonly #read: () => Promise<Value>
  readonly #effects: ReadingEffects
  #running: Promise<Value> | undefined
  #waiting: Promise<Value> | undefined
  #failure: { error: unknown; at_ms: number } | undefined

  constructor(read: () => Promise<Value>, effects: ReadingEffects) {
    this.#read = read
    this.#effects = effects
  }

  /** Returns a reading begun after this call; rejects as the reading does, or did just now. */
  get(): Promise<Value> {
    if (this.#running === undefined) return this.#begin()
    const follow = () => {
      this.#waiting = undefined
      return this.#begin()
    }
    return (this.#waiting ??= this.#running.then(follow, follow))
  }

  #begin(): Promise<Value> {
    const running = this.#ask().finally(() => {
      if (this.#running === running) this.#running = undefined
    })
    this.#running = running
    return running
  }

  async #ask(): Promise<Value> {
    const { clock, pause_ms, onAway, onBack } = this.#effects
    const failure = this.#failure
    if (failure !== undefined && clock() - failure.at_ms < pause_ms) throw failure.error
    try {
      const value = await this.#read()
      if (this.#failure !== undefined) onBack()
      this.#failure = undefined
      return value
    } catch (error) {
      if (this.#failure === undefined) onAway(error)
      this.#failure = { error, at_ms: clock() }
      throw error
    }
  }
}
