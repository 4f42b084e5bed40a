import { firstWhere } from '../../../data/binary_search.ts'

/** The ids of the farms by row, and the rows by id. */
export class FarmIds {
  readonly #ids: DataView
  readonly #byId: Uint32Array

  /** `bytes`: 16 for each row; `byId`: the rows in the order of their ids. */
  constructor(bytes: Uint8Array, byId: Uint32Array) {
    this.#ids = viewOf(bytes)
    this.#byId = byId
  }

  /** Finds the row of a UUID; undefined if no farm has it. */
  rowOf(uuid: string): number | undefined {
    const wanted = viewOf(Buffer.from(uuid.replaceAll('-', ''), 'hex'))
    const order = (row: number) => compareIds(this.#ids, row, wanted, 0)
    const place = firstWhere(0, this.#byId.length, (each) => order(this.#byId[each]!) >= 0)
    const row = this.#byId[place]
    return row !== undefined && order(row) === 0 ? row : undefined
  }

  /** Compares the ids of two rows in text order. */
  compare = (a: number, b: number): number => compareIds(this.#ids, a, this.#ids, b)
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Compares row `a` of some ids with row `b` of others, 32 bits at a time. */
function compareIds(ids: DataView, a: number, others: DataView, b: number): number {
  for (let at = 0; at < 16; at += 4) {
    const difference = ids.getUint32(16 * a + at) - others.getUint32(16 * b + at)
    if (difference !== 0) return difference
  }
  return 0
}
