/** When the farms last changed, as answers show it. */
export class ChangeDates {
  readonly #seconds: Uint32Array
  /** There are as many different dates as snapshots that the farms of this one changed in. */
  readonly #texts = new Map<number, string>()

  /** `seconds`: of each row, since 1970; 0 = the snapshot itself, which was built at `builtAt`. */
  constructor(seconds: Uint32Array, builtAt: string) {
    this.#seconds = seconds
    this.#texts.set(0, rfc3339(new Date(builtAt)))
  }

  /** `changed_at` of a row: RFC 3339, UTC. */
  of(row: number): string {
    const seconds = this.#seconds[row]!
    const known = this.#texts.get(seconds)
    if (known !== undefined) return known
    const text = rfc3339(new Date(seconds * 1000))
    this.#texts.set(seconds, text)
    return text
  }
}

const rfc3339 = (date: Date) => date.toISOString().replace('.000Z', 'Z')
