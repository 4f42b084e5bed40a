/** Runs a task in every period; returns a function that ends it. */
export type Every = (period_ms: number, task: () => void) => () => void

/** A timer that does not keep the process alive. */
export const everyPeriod: Every = (period_ms, task) => {
  const timer = setInterval(task, period_ms).unref()
  return () => clearInterval(timer)
}

type Outage = {
  begun_ms: number
  failures: number
  /** Successful probes in a row. */
  good: number
  endProbes: () => void
}

/** A past outage; `failures` counts the operations that failed. */
type PastOutage = { away_ms: number; failures: number }

export type OutageEffects = {
  onAway: (error: unknown) => void
  onBack: (outage: PastOutage) => void
  /** Milliseconds of a monotonic clock. */
  clock: () => number
  every: Every
}

const silent: OutageEffects = {
  onAway: () => {},
  onBack: () => {},
  clock: () => performance.now(),
  every: everyPeriod,
}

const period_ms = 1000

/** Probes that must succeed in a row, with no failure between them: an intermittent service is away. */
const goodProbes = 2

/**
 * Watches a service that the server depends on, and reports each outage twice: at its start and at its end.
 * It starts with the first failed operation. Then a probe runs every second, and only the probe can end it:
 * on a full disk some operations succeed and others fail, so one success proves little.
 */
export class OutageWatch {
  readonly #probe: () => Promise<unknown>
  readonly #effects: OutageEffects
  #outage: Outage | undefined
  #probing = false

  /** `probe` must need all that operations need, and rejects if it fails. */
  constructor(probe: () => Promise<unknown>, effects: Partial<OutageEffects> = {}) {
    this.#probe = probe
    this.#effects = { ...silent, ...effects }
  }

  get isAway(): boolean {
    return this.#outage !== undefined
  }

  /** Records that an operation failed because the service doesn't work. */
  failed(error: unknown): void {
    const outage = (this.#outage ??= this.#begin(error))
    outage.failures += 1
    outage.good = 0
  }

  close(): void {
    this.#outage?.endProbes()
  }

  #begin(error: unknown): Outage {
    const { clock, every, onAway } = this.#effects
    onAway(error)
    const endProbes = every(period_ms, () => void this.#look())
    return { begun_ms: clock(), failures: 0, good: 0, endProbes }
  }

  /** A failed probe is ignored: the outage is already reported. */
  async #look(): Promise<void> {
    const outage = this.#outage
    if (outage === undefined || this.#probing) return
    this.#probing = true
    const works = await this.#probe().then(
      () => true,
      () => false,
    )
    this.#probing = false
    outage.good = works ? outage.good + 1 : 0
    if (outage.good >= goodProbes) this.#end(outage)
  }

  #end({ begun_ms, failures, endProbes }: Outage): void {
    this.#outage = undefined
    endProbes()
    this.#effects.onBack({ away_ms: this.#effects.clock() - begun_ms, failures })
  }
}
