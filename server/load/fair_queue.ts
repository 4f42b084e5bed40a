/** What waits, in the order of a round: of each caller one, its first, and then again. */
export class FairQueue<Item> {
  /** The callers that wait, the next one first. */
  readonly #waiting = new Map<string, Item[]>()
  #length = 0

  get length(): number {
    return this.#length
  }

  /** How many callers wait. */
  get callers(): number {
    return this.#waiting.size
  }

  /** How many of a caller's wait. */
  lengthOf(caller: string): number {
    return this.#waiting.get(caller)?.length ?? 0
  }

  push(caller: string, item: Item): void {
    const items = this.#waiting.get(caller)
    if (items) items.push(item)
    else this.#waiting.set(caller, [item])
    this.#length++
  }

  /** Takes out the next one of the first caller that may go; undefined where there is none. */
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

  /** Takes one out that no longer waits. */
  delete(caller: string, item: Item): void {
    const items = this.#waiting.get(caller) ?? []
    const at = items.indexOf(item)
    if (at === -1) return
    this.#length--
    if (items.length > 1) items.splice(at, 1)
    else this.#waiting.delete(caller)
  }
}
