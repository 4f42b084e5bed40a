import { instantText } from '../../http/parameters/canonical.ts'
import { Bitmap } from '../sets/bitmap.ts'

/** The farms' dates of last change, each as a JSON object's field: `,"changed_at":"…"`. */
export class ChangeDates {
  readonly #seconds: Uint32Array
  readonly #builtAt: Date
  /** The number of distinct dates is the number of snapshots in which these farms last changed. */
  readonly #fields = new Map<number, Buffer>()

  /** `seconds`: per row, since 1970; 0 = the snapshot itself, which was built at `builtAt`. */
  constructor(seconds: Uint32Array, builtAt: string) {
    this.#seconds = seconds
    this.#builtAt = new Date(builtAt)
  }

  /** The farms that changed after `since`, milliseconds since 1970. */
  rowsAfter(since: number): Bitmap {
    const isNewer = this.#builtAt.getTime() > since
    return Bitmap.where(this.#seconds.length, (row) => {
      const seconds = this.#seconds[row]!
      return seconds === 0 ? isNewer : seconds * 1000 > since
    })
  }

  /** The field of a row: RFC 3339, UTC. */
  fieldOf(row: number): Buffer {
    const seconds = this.#seconds[row]!
    const known = this.#fields.get(seconds)
    if (known) return known
    const field = fieldOf(seconds === 0 ? this.#builtAt : new Date(seconds * 1000))
    this.#fields.set(seconds, field)
    return field
  }
}

const fieldOf = (date: Date) => Buffer.from(`,"changed_at":"${instantText(date)}"`)
