export type FlushEffects = {
  /** Runs a task in every period; returns a function that ends it. */
  every: (period_ms: number, task: () => void) => () => void
  /** Receives the error of a flush that failed; its counts are kept and tried again. */
  onFlushError: (error: unknown) => void
}

const defaultEffects: FlushEffects = {
  every(period_ms, task) {
    const timer = setInterval(task, period_ms).unref()
    return () => clearInterval(timer)
  },
  onFlushError: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
}

/** A kill loses at most what was counted in one period. */
const period_ms = 1000

/** Counts in memory that are written to the store every second. */
export abstract class PeriodicFlush {
  readonly #stop: () => void
  #running: Promise<void> = Promise.resolve()

  constructor(effects: Partial<FlushEffects>) {
    const { every, onFlushError } = { ...defaultEffects, ...effects }
    this.#stop = every(period_ms, () => {
      this.flush().catch(onFlushError)
    })
  }

  /** Writes the counts to the store. What can't be written is kept for the next time. */
  protected abstract write(): Promise<void>

  /** Writes as soon as no other write is under way. Rejects with the error of this write only. */
  flush(): Promise<void> {
    const write = () => this.write()
    this.#running = this.#running.then(write, write)
    return this.#running
  }

  /** Ends the period and writes what is left. Comes after the last request, before the store's. */
  async close(): Promise<void> {
    this.#stop()
    await this.flush()
  }
}
