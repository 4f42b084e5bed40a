/** The longest that workers wait for one that has not tried to open a snapshot yet. */
const patience_ms = 10_000

/**
 * Brings workers to take up a snapshot at the same moment, one of them opening it at a time: an
 * answer of the new one may lead to a request that reaches another worker.
 */
export class Openings<Member> {
  /** Those who serve: all are waited for. */
  readonly #serving = new Set<Member>()
  /** What each tried to open last. */
  readonly #tried = new Map<Member, string>()
  readonly #opening = new Map<Member, PromiseWithResolvers<void>>()
  readonly #waiting = new Map<Member, { id: string; go: () => void }>()
  #last: Promise<unknown> = Promise.resolve()

  /** From now on the others wait for it. */
  serves(worker: Member): void {
    this.#serving.add(worker)
  }

  /** It ended: nobody waits for it. */
  ended(worker: Member): void {
    this.#serving.delete(worker)
    this.#tried.delete(worker)
    this.#waiting.delete(worker)
    this.#opening.get(worker)?.resolve()
    this.#opening.delete(worker)
    this.#release()
  }

  /** Comes back when it is a worker's turn to open a snapshot. */
  async begin(worker: Member): Promise<void> {
    const turn = this.#last
    const opening = Promise.withResolvers<void>()
    this.#opening.set(worker, opening)
    this.#last = opening.promise
    await turn
  }

  /** It has opened it, or could not. Comes back when the others have tried too, or try another one. */
  async end(worker: Member, id: string): Promise<void> {
    this.#opening.get(worker)?.resolve()
    this.#opening.delete(worker)
    this.#tried.set(worker, id)
    if (!this.#serving.has(worker)) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.set(worker, { id, go: resolve })
    this.#release()
    const late = setTimeout(resolve, patience_ms).unref()
    await promise
    clearTimeout(late)
  }

  /** Lets go on those whose snapshot everyone has tried, or no longer all are about to try. */
  #release(): void {
    const tried = [...this.#serving].map((worker) => this.#tried.get(worker))
    for (const [worker, { id, go }] of this.#waiting)
      if (tried.every((each) => each === id) || this.#isPast(id)) {
        this.#waiting.delete(worker)
        go()
      }
  }

  /** Whether some worker has gone on to another snapshot since. */
  #isPast(id: string): boolean {
    return [...this.#waiting.values()].some((other) => other.id !== id)
  }
}
