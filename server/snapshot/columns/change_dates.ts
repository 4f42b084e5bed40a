import { instantText } from '../../http/parameters/canonical.ts'
import { Bitmap } from '../sets/bitmap.ts'

/** When the farms last changed, as the field of a JSON object that says it: `,"changed_at":"…"`. */
export class ChangeDates {
  readonly #seconds: Uint32Array
  readonly #builtAt: Date
  /** There are as many different dates as snapshots that the farms of this one changed in. */
  readonly #fields = new Map<number, Buffer>()

  /** `seconds`: of each row, since 1970; 0 = the snapshot itself, which was built at `builtAt`. */
  constructor(seconds: Uint32Array, builtAt: string) {
    this.#seconds = seconds
    this.#builtAt = new Date(builtAt)
  }

  /** The farms that changed later than `since`, milliseconds since 1970. */
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
