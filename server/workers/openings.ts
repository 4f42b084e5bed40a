/** Maximum wait for a worker that has not tried to open a snapshot yet. */
const patience_ms = 10_000

/**
 * Makes workers switch to a snapshot at the same moment, opening it one at a time: an answer from the new
 * snapshot may lead to a request that reaches another worker.
 */
export class Openings<Member> {
  /** Serving workers: each waits for all others. */
  readonly #serving = new Set<Member>()
  /** The snapshot that each worker tried last. */
  readonly #tried = new Map<Member, string>()
  readonly #opening = new Map<Member, PromiseWithResolvers<void>>()
  readonly #waiting = new Map<Member, { id: string; go: () => void }>()
  #last: Promise<unknown> = Promise.resolve()

  /** Makes the others wait for this worker. */
  serves(worker: Member): void {
    this.#serving.add(worker)
  }

  /** Removes an ended worker: nothing waits for it. */
  ended(worker: Member): void {
    this.#serving.delete(worker)
    this.#tried.delete(worker)
    this.#waiting.delete(worker)
    this.#opening.get(worker)?.resolve()
    this.#opening.delete(worker)
    this.#release()
  }

  /** Resolves when it is a worker's turn to open a snapshot. */
  async begin(worker: Member): Promise<void> {
    const turn = this.#last
    const opening = Promise.withResolvers<void>()
    this.#opening.set(worker, opening)
    this.#last = opening.promise
    await turn
  }

  /** Ends a worker's turn. Resolves when the others have tried the snapshot too, or try another. */
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

  /** Releases workers whose snapshot all have tried, or that another snapshot has overtaken. */
  #release(): void {
    const tried = [...this.#serving].map((worker) => this.#tried.get(worker))
    for (const [worker, { id, go }] of this.#waiting)
      if (tried.every((each) => each === id) || this.#isPast(id)) {
        this.#waiting.delete(worker)
        go()
      }
  }

  /** Returns true if some worker has moved to another snapshot since. */
  #isPast(id: string): boolean {
    return [...this.#waiting.values()].some((other) => other.id !== id)
  }
}
