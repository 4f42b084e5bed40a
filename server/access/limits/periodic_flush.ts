import { LatestRun } from '../store/latest_run.ts'
import { everyPeriod, type Every } from '../store/outage_watch.ts'
import type { Store } from '../store/store.ts'
import { StoreUnavailable, unlessUnavailable } from '../store/store_errors.ts'

export type FlushEffects = {
  every: Every
  /** Receives the error if flushes fail though the store works; the counts are kept. */
  onFlushError: (error: unknown) => void
}

const defaultEffects: FlushEffects = {
  every: everyPeriod,
  onFlushError: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
}

/** A killed process loses at most the counts of one period. */
const period_ms = 1000

/** Counts in memory that are written to the store every second. */
export abstract class PeriodicFlush {
  readonly #stop: () => void
  readonly #outage: Store['outage']
  readonly #write = new LatestRun(() => this.write())
  #reported: string | undefined

  constructor(store: Pick<Store, 'outage'>, effects: Partial<FlushEffects>) {
    const { every, onFlushError } = { ...defaultEffects, ...effects }
    this.#outage = store.outage
    this.#stop = every(period_ms, () => {
      this.flush().then(
        () => (this.#reported = undefined),
        (error: unknown) => this.#report(error, onFlushError),
      )
    })
  }

  /** Writes the counts to the store. Unwritten counts are kept for the next time. */
  protected abstract write(): Promise<void>

  /** Writes as soon as no other write is running. Rejects with the error of this write only. */
  flush(): Promise<void> {
    return this.#write.get()
  }

  /** Writes so that the counts can be read. While the store is away, the last counts are missing. */
  async catchUp(): Promise<void> {
    if (!this.#outage.isAway) await this.flush().catch(unlessUnavailable)
  }

  /** Ends the period and writes the rest. Call it after the last request, before the store closes. */
  async close(): Promise<void> {
    this.#stop()
    await this.flush()
  }

  /** Reports a repeated error once; the store itself reports that it is away. */
  #report(error: unknown, onFlushError: FlushEffects['onFlushError']): void {
    const text = String(error)
    if (error instanceof StoreUnavailable || text === this.#reported) return
    this.#reported = text
    onFlushError(error)
  }
}
