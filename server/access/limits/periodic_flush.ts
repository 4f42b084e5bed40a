export type FlushEffects = {
  /** Runs a task in every period; returns a function that ends it. */
  every: (period_ms: number, task: () => void) => () => void
  /** Receives the error of a flush that failed; its counts are kept and tried again. */
  onFlushError: (error: unknown) => void
}

export const defaultFlushEffects: FlushEffects = {
  every(period_ms, task) {
    const timer = setInterval(task, period_ms).unref()
    return () => clearInterval(timer)
  },
  onFlushError: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
}

/** A kill loses at most what was counted in one period. */
const period_ms = 1000

/** Writes down every second what was counted in memory. */
export class PeriodicFlush {
  readonly #write: () => Promise<void>
  readonly #stop: () => void
  #running: Promise<void> = Promise.resolve()

  constructor(write: () => Promise<void>, { every, onFlushError }: FlushEffects) {
    this.#write = write
    this.#stop = every(period_ms, () => {
      this.now().catch(onFlushError)
    })
  }

  /** Writes as soon as no other write is under way. Rejects with the error of this write only. */
  now(): Promise<void> {
    this.#running = this.#running.then(this.#write, this.#write)
    return this.#running
  }

  /** Ends the period and writes what is left. */
  async close(): Promise<void> {
    this.#stop()
    await this.now()
  }
}
