/**
 * Shares the runs of a slow action among many callers at once. Each caller gets the result of a run
 * begun after its call, never of one already under way, since that might miss what happened in
 * between. So at most one run is under way and one is waiting, for everybody.
 */
export class LatestRun<Value> {
  readonly #action: () => Promise<Value>
  #running: Promise<Value> | undefined
  #waiting: Promise<Value> | undefined

  constructor(action: () => Promise<Value>) {
    this.#action = action
  }

  /** Returns the result of a run begun after this call; rejects as the action does. */
  get(): Promise<Value> {
    if (this.#running === undefined) return this.#begin()
    const follow = () => {
      this.#waiting = undefined
      return this.#begin()
    }
    return (this.#waiting ??= this.#running.then(follow, follow))
  }

  #begin(): Promise<Value> {
    const running = this.#action().finally(() => {
      if (this.#running === running) this.#running = undefined
    })
    this.#running = running
    return running
  }
}
