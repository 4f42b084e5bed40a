type Held<Result> = { result: Promise<Result>; size: number }

/**
 * Results kept while what they were made from lives, so that each is made once, however many ask for
 * it at the same time. Those used least recently go first.
 */
export class HeldResults<Result> {
  readonly #of = new WeakMap<object, Map<string, Held<Result>>>()
  readonly #most: number
  readonly #sizeOf: (result: Result) => number

  /** `most`: how large the results of one owner may be together, the newest one aside. */
  constructor(most: number, sizeOf: (result: Result) => number) {
    this.#most = most
    this.#sizeOf = sizeOf
  }

  /** The result of a key; made where it is not held. A failure is not held. */
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
