type Held<Result> = { result: Promise<Result>; size: number }

/**
 * Keeps each result as long as the object that it was made from, so that concurrent requests share one
 * computation. The least recently used results are dropped first.
 */
export class HeldResults<Result> {
  readonly #of = new WeakMap<object, Map<string, Held<Result>>>()
  readonly #most: number
  readonly #sizeOf: (result: Result) => number

  /** `most`: the total size of one owner's results, without the newest. */
  constructor(most: number, sizeOf: (result: Result) => number) {
    this.#most = most
    this.#sizeOf = sizeOf
  }

  /** Returns the result of a key, and computes it if it is not held. Failures are not held. */
  get(owner: object, key: string, make: () => Promise<Result>): Promise<Result> {
    const held = this.#of.get(owner) ?? new Map<string, Held<Result>>()
    this.#of.set(owner, held)
    const one = held.get(key) ?? this.#begin(held, key, make())
    held.delete(key)
    held.set(key, one)
    return one.result
  }

  #begin(held: Map<string, Held<Result>>, key: string, result: Promise<Result>): Held<Result> {
    const one = { result, size: 0 }
    void this.#measure(held, key, one)
    return one
  }

  async #measure(held: Map<string, Held<Result>>, key: string, one: Held<Result>): Promise<void> {
    try {
      one.size = this.#sizeOf(await one.result)
      this.#makeRoom(held)
    } catch {
      held.delete(key)
    }
  }

  #makeRoom(held: Map<string, Held<Result>>): void {
    let size = 0
    for (const [index, [key, one]] of [...held].reverse().entries()) {
      size += one.size
      if (size > this.#most && index > 0) held.delete(key)
    }
  }
}
