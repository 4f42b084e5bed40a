import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { blocks } from '../../data/file_digest.ts'

/** How a line with a key begins; the key is 32 hexadecimal digits. */
const before = '{"key":"'
const keyLength = 32

/** The beginning of a line, by which the next build finds its content; null: it has a content of its own. */
export const keyed = (key: string | null): string =>
  key === null ? '{"key":null' : `${before}${key}"`

const newLine = 10
/** More than the bytes of any list; a place in several lists is one number. */
const listSize = 2 ** 40

/**
 * Finds lines of lists by their keys. Memory holds at most 48 bytes for each; the lines stay in their files.
 */
export class KeptRows implements Disposable {
  readonly #slots: Float64Array
  readonly #hashes: Uint32Array
  readonly #files: number[] = []
  #line = Buffer.alloc(1 << 16)

  /** `rows`: how many lines are to be added at most. */
  constructor(rows: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * rows + 1))
    this.#slots = new Float64Array(size).fill(-1)
    this.#hashes = new Uint32Array(size)
  }

  async add(path: string): Promise<void> {
    const first = this.#files.push(openSync(path, 'r')) * listSize - listSize
    await using file = await open(path)
    let [at, rest] = [first, Buffer.alloc(0)]
    for await (const block of blocks(file)) {
      const bytes = Buffer.concat([rest, block])
      let from = 0
      for (let end; (end = bytes.indexOf(newLine, from)) >= 0; from = end + 1)
        this.#note(keyIn(bytes, from), at + from)
      at += from
      rest = bytes.subarray(from)
    }
  }

  /** The first line with a key; null = unknown. */
  lineOf(key: string): string | null {
    const place = this.#slots[this.#slotOf(hashOf(key))]!
    const line = place >= 0 ? this.#lineAt(place) : null
    return line?.startsWith(key, before.length) ? line : null
  }

  [Symbol.dispose](): void {
    for (const file of this.#files) closeSync(file)
  }

  /** Of two keys with one hash, the second stays unknown. */
  #note(key: string | null, place: number): void {
    if (key === null) return
    const hash = hashOf(key)
    const slot = this.#slotOf(hash)
    if (this.#slots[slot]! >= 0) return
    this.#slots[slot] = place
    this.#hashes[slot] = hash
  }

  /** The slot of a hash, or that in which it belongs. */
  #slotOf(hash: number): number {
    const last = this.#slots.length - 1
    let slot = hash & last
    while (this.#slots[slot]! >= 0 && this.#hashes[slot] !== hash) slot = (slot + 1) & last
    return slot
  }

  #lineAt(place: number): string {
    const file = this.#files[Math.floor(place / listSize)]!
    for (;;) {
      const bytes = readSync(file, this.#line, 0, this.#line.length, place % listSize)
      const end = this.#line.subarray(0, bytes).indexOf(newLine)
      if (end >= 0) return this.#line.toString('utf8', 0, end)
      if (bytes < this.#line.length) throw new Error('a list of rows ended while it was read')
      this.#line = Buffer.alloc(2 * this.#line.length)
    }
  }
}

function keyIn(bytes: Buffer, from: number): string | null {
  const at = from + before.length
  return bytes[at - 1] === 0x22 ? bytes.toString('latin1', at, at + keyLength) : null
}

const hashOf = (key: string): number => parseInt(key.slice(0, 8), 16)
