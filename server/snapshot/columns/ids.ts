import { firstWhere } from '../../../data/binary_search.ts'

/** The ids of the farms by row, and the rows by id. */
export class FarmIds {
  readonly #bytes: Buffer
  readonly #byId: Uint32Array

  /** `bytes`: 16 for each row; `byId`: the rows in the order of their ids. */
  constructor(bytes: Uint8Array, byId: Uint32Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#byId = byId
  }

  /** The row of a UUID; undefined where no farm has it. */
  rowOf(uuid: string): number | undefined {
    const wanted = Buffer.from(uuid.replaceAll('-', ''), 'hex')
    const order = (place: number) => {
      const at = this.#byId[place]! * 16
      return this.#bytes.compare(wanted, 0, 16, at, at + 16)
    }
    const place = firstWhere(0, this.#byId.length, (each) => order(each) >= 0)
    return place < this.#byId.length && order(place) === 0 ? this.#byId[place] : undefined
  }

  /** Compares the ids of two rows, as text would be compared. */
  compare = (a: number, b: number): number =>
    this.#bytes.compare(this.#bytes, b * 16, b * 16 + 16, a * 16, a * 16 + 16)
}
