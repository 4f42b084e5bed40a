/** A date as answers show it, and as the field of a JSON object, `,"changed_at":"…"`. */
type Shown = { text: string; json: Buffer }

/** When the farms last changed. */
export class ChangeDates {
  readonly #seconds: Uint32Array
  /** There are as many different dates as snapshots that the farms of this one changed in. */
  readonly #shown = new Map<number, Shown>()

  /** `seconds`: of each row, since 1970; 0 = the snapshot itself, which was built at `builtAt`. */
  constructor(seconds: Uint32Array, builtAt: string) {
    this.#seconds = seconds
    this.#shown.set(0, shownOf(new Date(builtAt)))
  }

  /** `changed_at` of a row: RFC 3339, UTC. */
  of(row: number): Shown {
    const seconds = this.#seconds[row]!
    const known = this.#shown.get(seconds)
    if (known) return known
    const shown = shownOf(new Date(seconds * 1000))
    this.#shown.set(seconds, shown)
    return shown
  }
}

function shownOf(date: Date): Shown {
  const text = date.toISOString().replace('.000Z', 'Z')
  return { text, json: Buffer.from(`,"changed_at":"${text}"`) }
}
