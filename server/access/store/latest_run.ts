/**
 * Shares the runs of a slow action among many concurrent calls. Each call gets the result of a run that
 * began after it, since an earlier run might miss what happened in between. So at most one run is active
 * and one is waiting.
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
