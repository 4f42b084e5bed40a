import { firstWhere } from '../../../data/binary_search.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'

const space = 0x20

/** What may end a farm's name, folded, and is seldom said. */
const legalForms = ['', ' llc', ' l l c', ' inc', ' co', ' ltd']

/** The farms in the order of their folded names. */
export function farmNames({ rows, keys: bytes, starts }: Columns['farmNames']) {
  const keys = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const isEdge = (at: number) => keys[at] === space
  /** Compares the beginning of a name with a text; 0 if the name begins with the text. */
  const compare = (place: number, wanted: Buffer): number => {
    const start = starts[place]!
    const end = Math.min(starts[place + 1]!, start + wanted.length)
    return keys.compare(wanted, 0, wanted.length, start, end)
  }
  const firstOf = (wanted: Buffer) =>
    firstWhere(0, rows.length, (place) => compare(place, wanted) >= 0)
  let places: Uint32Array | undefined
  return {
    /** The name of a farm, folded. */
    of(row: number): string {
      places ??= invert(rows)
      const place = places[row]!
      return keys.toString('utf8', starts[place], starts[place + 1])
    },

    /** The rows of the farms whose names are a text, both folded, with or without a legal form. */
    called(text: string): number[] {
      return legalForms.flatMap((form) => {
        const wanted = Buffer.from(text + form)
        const isLonger = (place: number) => starts[place + 1]! - starts[place]! > wanted.length
        const first = firstOf(wanted)
        const isAfter = (place: number) => isLonger(place) || compare(place, wanted) > 0
        return [...rows.subarray(first, firstWhere(first, rows.length, isAfter))]
      })
    },

    /** The numbers of words at the beginning of a text, folded, that are a farm's name, ascending. */
    begunBy(words: readonly string[]): number[] {
      const counts: number[] = []
      for (let count = 1; count <= words.length; count++) {
        const text = words.slice(0, count).join(' ')
        const wanted = Buffer.from(text)
        const first = firstOf(wanted)
        if (first === rows.length || compare(first, wanted) !== 0) break
        if (this.called(text).length > 0) counts.push(count)
      }
      return counts
    },

    /** The rows of the farms whose names begin with a text, both folded, in order. */
    *beginningWith(text: string): Generator<number> {
      const wanted = Buffer.from(text)
      let place = firstOf(wanted)
      for (; place < rows.length && compare(place, wanted) === 0; place++) yield rows[place]!
    },

    /** The rows of the farms whose names contain a text, folded, as whole words. */
    containing(text: string): number[] {
      const wanted = Buffer.from(text)
      const found: number[] = []
      for (let at = keys.indexOf(wanted); at >= 0; at = keys.indexOf(wanted, at + 1)) {
        const place = firstWhere(0, rows.length, (each) => starts[each + 1]! > at)
        const [start, end] = [starts[place]!, starts[place + 1]!]
        const last = at + wanted.length
        if (last <= end && (at === start || isEdge(at - 1)) && (last === end || isEdge(last)))
          found.push(rows[place]!)
      }
      return found
    },
  }
}

/** The place of each row in the order of names. */
function invert(rows: Uint32Array): Uint32Array {
  const places = new Uint32Array(rows.reduce((most, row) => Math.max(most, row), 0) + 1)
  for (const [place, row] of rows.entries()) places[row] = place
  return places
}
