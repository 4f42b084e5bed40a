/** A JSON document being joined from ready-made pieces, in one growing buffer. */
export class JsonBody {
  #bytes = Buffer.allocUnsafe(32 * 1024)
  #length = 0

  /** Appends bytes as they are. */
  bytes(piece: Uint8Array): this {
    const end = this.#reserve(piece.length)
    this.#bytes.set(piece, this.#length)
    this.#length = end
    return this
  }

  /** Appends text. */
  text(piece: string): this {
    this.#reserve(3 * piece.length)
    this.#length += this.#bytes.write(piece, this.#length)
    return this
  }

  /** The document so far. */
  toBuffer(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #reserve(bytes: number): number {
    const end = this.#length + bytes
    if (end > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(2 * end)
      grown.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = grown
    }
    return end
  }
}
