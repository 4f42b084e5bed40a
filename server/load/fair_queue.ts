/** Waiting items in round-robin order: each round has the first item of each client. */
export class FairQueue<Item> {
  /** The waiting clients, next one first. */
  readonly #waiting = new Map<string, Item[]>()
  #length = 0

  get length(): number {
    return this.#length
  }

  get callers(): number {
    return this.#waiting.size
  }

  push(caller: string, item: Item): void {
    const items = this.#waiting.get(caller)
    if (items) items.push(item)
    else this.#waiting.set(caller, [item])
    this.#length++
  }

  /** Removes and returns the next item of the first client that `mayGo`; undefined = none. */
  shift(mayGo: (caller: string) => boolean = () => true): Item | undefined {
    for (const [caller, items] of this.#waiting)
      if (mayGo(caller)) {
        this.#waiting.delete(caller)
        const item = items.shift() // unlike splice, it does not move the others
        this.#length--
        if (items.length > 0) this.#waiting.set(caller, items) // at the end of the round
        return item
      }
    return undefined
  }

  delete(caller: string, item: Item): void {
    const items = this.#waiting.get(caller) ?? []
    const at = items.indexOf(item)
    if (at === -1) return
    this.#length--
    if (items.length > 1) items.splice(at, 1)
    else this.#waiting.delete(caller)
  }
}
