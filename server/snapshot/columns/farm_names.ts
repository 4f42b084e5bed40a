import { firstWhere } from '../../../data/binary_search.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'

const space = 0x20

/** The farms in the order of their folded names. */
export class FarmNames {
  readonly #rows: Uint32Array
  readonly #keys: Buffer
  readonly #starts: Uint32Array

  constructor({ rows, keys, starts }: Columns['farmNames']) {
    this.#rows = rows
    this.#keys = Buffer.from(keys.buffer, keys.byteOffset, keys.length)
    this.#starts = starts
  }

  /** The rows of the farms whose names begin with a text, both folded, in order. */
  *beginningWith(text: string): Iterable<number> {
    const wanted = Buffer.from(text)
    const order = (place: number) => this.#compare(place, wanted)
    for (
      let place = firstWhere(0, this.#rows.length, (each) => order(each) >= 0);
      place < this.#rows.length && order(place) === 0;
      place++
    )
      yield this.#rows[place]!
  }

  /** The rows of the farms whose names contain a text, folded, as whole words. */
  containing(text: string): number[] {
    const [keys, starts, wanted] = [this.#keys, this.#starts, Buffer.from(text)]
    const isEdge = (at: number) => keys[at] === space
    const rows: number[] = []
    for (let at = keys.indexOf(wanted); at >= 0; at = keys.indexOf(wanted, at + 1)) {
      const place = firstWhere(0, this.#rows.length, (each) => starts[each + 1]! > at)
      const [start, end] = [starts[place]!, starts[place + 1]!]
      const last = at + wanted.length
      if (last <= end && (at === start || isEdge(at - 1)) && (last === end || isEdge(last)))
        rows.push(this.#rows[place]!)
    }
    return rows
  }

  /** Compares the beginning of a name with a text; 0 if the name begins with the text. */
  #compare(place: number, wanted: Buffer): number {
    const start = this.#starts[place]!
    const end = Math.min(this.#starts[place + 1]!, start + wanted.length)
    return this.#keys.compare(wanted, 0, wanted.length, start, end)
  }
}
