/** The first and the longest pause. */
const [first_ms, longest_ms] = [1000, 5 * 60 * 1000]

/** Schedules retries after failures, with pauses that grow from a second to five minutes. */
export class Attempts {
  readonly #now: () => number
  #what = ''
  #failedAt = 0
  #pause_ms = 0

  /** `now`: milliseconds since any fixed moment. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Returns true if it is time to try. The first attempt is due at once. */
  isDue(what: string): boolean {
    const since_ms = this.#now() - this.#failedAt
    return what !== this.#what || since_ms >= this.#pause_ms || since_ms < 0
  }

  failed(what: string): void {
    this.#pause_ms = what === this.#what ? Math.min(2 * this.#pause_ms, longest_ms) : first_ms
    this.#what = what
    this.#failedAt = this.#now()
  }

  succeeded(): void {
    this.#what = ''
  }
}
