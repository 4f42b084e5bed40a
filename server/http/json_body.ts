/** Bodies are written one after another into blocks of this size; a separate block for each costs more. */
const blockBytes = 64 * 1024
/** Partly used blocks with room for more. One is enough unless a body waits for something. */
const idle: Buffer[] = []
const mostIdle = 4
const leastRoom = blockBytes / 4

/** A JSON document joined from ready-made pieces. */
export class JsonBody {
  /** The block that holds the document until it is complete. */
  #scratch = idle.pop() ?? Buffer.allocUnsafe(blockBytes)
  #length = 0

  /** Appends the bytes [start, end) of `source`. */
  bytes(source: Buffer, start: number, end: number): this {
    this.#reserve(end - start)
    if (end - start > fewBytes) source.copy(this.#scratch, this.#length, start, end)
    else for (let at = start, to = this.#length; at < end; at++) this.#scratch[to++] = source[at]!
    this.#length += end - start
    return this
  }

  all(piece: Buffer): this {
    return this.bytes(piece, 0, piece.length)
  }

  /** Writes the bytes [start, end) of `source` over the document's, `back` bytes before its end. */
  over(back: number, source: Buffer, start: number, end: number): void {
    const shift = this.#length - back - start
    for (let at = start; at < end; at++) this.#scratch[at + shift] = source[at]!
  }

  text(piece: string): this {
    this.#reserve(3 * piece.length)
    this.#length += this.#scratch.write(piece, this.#length)
    return this
  }

  /** Appends a number of hundredths, 0 or more, as a JSON number: 1832 is 18.32. */
  hundredths(count: number): this {
    this.#reserve(mostDigits + 3)
    const part = count % 100
    this.#digits(Math.floor(count / 100))
    if (part === 0) return this
    this.#scratch[this.#length++] = point
    this.#scratch[this.#length++] = zero + Math.floor(part / 10)
    if (part % 10 > 0) this.#scratch[this.#length++] = zero + (part % 10)
    return this
  }

  /** Digit by digit: for so few, Node's number formatting costs several times as much. */
  #digits(whole: number): void {
    if (whole >= 10) this.#digits(Math.floor(whole / 10))
    this.#scratch[this.#length++] = zero + (whole % 10)
  }

  /** The document, in its own bytes. Ends the writing: another piece would begin another document. */
  toBuffer(): Buffer {
    const whole = this.#scratch.subarray(0, this.#length)
    const rest = this.#scratch.subarray(this.#length)
    if (rest.length >= leastRoom && idle.length < mostIdle) idle.push(rest)
    this.#scratch = none
    this.#length = 0
    return whole
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#scratch.length) return
    const grown = Buffer.allocUnsafe(Math.max(2 * needed, blockBytes))
    this.#scratch.copy(grown, 0, 0, this.#length)
    this.#scratch = grown
  }
}

const none = Buffer.alloc(0)
/** Up to this length, bytes are copied faster one by one. */
const fewBytes = 24
/** Maximum digits of an exact whole number. */
const mostDigits = 16
const [point, zero] = [0x2e, 0x30]
