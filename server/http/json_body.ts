/** A body is put together here, since bodies are made one at a time, and copied out when it is whole. */
let scratch = Buffer.allocUnsafe(64 * 1024)

/** A JSON document being joined from ready-made pieces. Finish one before beginning the next. */
export class JsonBody {
  #length = 0

  /** Appends the bytes [start, end) of `source`. */
  bytes(source: Buffer, start: number, end: number): this {
    this.#reserve(end - start)
    source.copy(scratch, this.#length, start, end)
    this.#length += end - start
    return this
  }

  /** Appends text. */
  text(piece: string): this {
    this.#reserve(3 * piece.length)
    this.#length += scratch.write(piece, this.#length)
    return this
  }

  /** The document, in bytes of its own. */
  toBuffer(): Buffer {
    return Buffer.from(scratch.subarray(0, this.#length))
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= scratch.length) return
    const grown = Buffer.allocUnsafe(2 * needed)
    scratch.copy(grown, 0, 0, this.#length)
    scratch = grown
  }
}
