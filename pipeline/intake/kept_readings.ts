import * as fs from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Report } from '../../data/schema/report.ts'
import { readingVersion } from '../version.ts'
import { keptOf, saidAgain, type Said } from './said.ts'

/*
 * What the rows of the last build say, for the next one. A folder holds
 * - `observations.ndjson`: the spool of the build;
 * - `index`: of each line that a later build may use, in their order, the key of its row (16 bytes), where
 *   its kept part begins (6 bytes), how long that is (4), and its CRC-32 (4);
 * - `header.json`: what read the rows, how many bytes the spool has, and the CRC-32 of the index.
 */
const filesOf = (folder: string) => ({
  observations: join(folder, 'observations.ndjson'),
  index: join(folder, 'index'),
  header: join(folder, 'header.json'),
})
type Header = { reading_version: string; bytes: number; index_crc: number }

const keyBytes = 16
const [offsetAt, lengthAt, crcAt, entryBytes] = [16, 22, 26, 30]

/** What the rows of the build under way say. */
export class ReadingsToKeep {
  readonly folder: string
  /** Where the spool belongs. */
  readonly observations: string
  readonly #index: number
  readonly #block = Buffer.alloc(entryBytes << 14)
  #filled = 0
  #crc = 0

  /** Makes the folder: for its owner alone, since it has fields of members. */
  constructor(folder: string) {
    fs.mkdirSync(folder, { mode: 0o700 })
    this.folder = folder
    this.observations = filesOf(folder).observations
    this.#index = fs.openSync(filesOf(folder).index, 'wx')
  }

  /** Notes a line of the spool, which ends at so many bytes. */
  add(key: string, line: string, end: number): void {
    const kept = Buffer.from(keptOf(line))
    const entry = this.#block.subarray(this.#filled, (this.#filled += entryBytes))
    entry.write(key, 'hex')
    entry.writeUIntLE(end - kept.length, offsetAt, 6)
    entry.writeUInt32LE(kept.length, lengthAt)
    entry.writeUInt32LE(crc32(kept), crcAt)
    if (this.#filled === this.#block.length) this.#write()
  }

  /** Once the spool is written, of so many bytes. */
  close(bytes: number): void {
    this.#write()
    fs.closeSync(this.#index)
    const header: Header = { reading_version: readingVersion(), bytes, index_crc: this.#crc }
    fs.writeFileSync(filesOf(this.folder).header, JSON.stringify(header))
  }

  #write(): void {
    const block = this.#block.subarray(0, this.#filled)
    fs.appendFileSync(this.#index, block)
    this.#crc = crc32(block, this.#crc)
    this.#filled = 0
  }
}

/** Puts what this build's rows say in place of what the last one's did. */
export async function keepReadings(folder: string, place: string): Promise<void> {
  await rm(place, { recursive: true, force: true })
  await rename(folder, place)
}

/** So much is read at a time where rows come in the order in which they came last. */
const blockBytes = 1 << 20

/** What the rows of the last build say, by the keys of `named`. */
export class KeptReadings implements Disposable {
  /** How many rows were found, and what was not used (data/schema/report.ts). */
  readonly reuse: Report['reuse'] = { rows: 0, damaged: 0, ignored: null }
  readonly #now: number
  #spool: number | null = null
  #index = Buffer.alloc(0)
  /** Hash table: numbers of entries, from 1, at the start of their key or the next place that is free (0). */
  #places = new Uint32Array(1)
  /** The entry found last. */
  #last = -1
  #block: Buffer = Buffer.alloc(0)
  #blockStart = 0

  /** Opens what is kept at a place (null = nothing is), for a build that began at `now`. */
  constructor(place: string | null, now: Date) {
    this.#now = now.getTime()
    if (place === null || !fs.existsSync(place)) return
    try {
      this.reuse.ignored = this.#open(filesOf(place))
    } catch (error) {
      this.reuse.ignored = `damaged (${(error as Error).message})`
    }
    if (this.reuse.ignored === null) this.#fillPlaces()
  }

  /** What a row of that key says; null = not known. */
  find(key: string): Said | null {
    const entry = this.#spool === null ? null : this.#entryOf(Buffer.from(key, 'hex'))
    if (entry === null) return null
    const kept = this.#bytesAt(entry.readUIntLE(offsetAt, 6), entry.readUInt32LE(lengthAt))
    if (crc32(kept) !== entry.readUInt32LE(crcAt)) {
      this.reuse.damaged++
      return null
    }
    const said = saidAgain(kept.toString())
    if (Date.parse(said.counted.updated_at ?? '') > this.#now) return null // of a clock since put back
    this.reuse.rows++
    return said
  }

  [Symbol.dispose](): void {
    if (this.#spool !== null) fs.closeSync(this.#spool)
    this.#spool = null
    this.#index = this.#block = Buffer.alloc(0)
    this.#places = new Uint32Array(1)
  }

  /** Why it can't be used, or null. */
  #open({ observations, index, header }: ReturnType<typeof filesOf>): string | null {
    const made: Header = JSON.parse(fs.readFileSync(header, 'utf8'))
    if (made.reading_version !== readingVersion()) return 'of another version of the program'
    this.#index = fs.readFileSync(index)
    if (crc32(this.#index) !== made.index_crc) return 'damaged (index)'
    if (fs.statSync(observations).size !== made.bytes) return 'damaged (observations.ndjson)'
    this.#spool = fs.openSync(observations, 'r')
    return null
  }

  #fillPlaces(): void {
    const count = this.#index.length / entryBytes
    this.#places = new Uint32Array(2 ** Math.ceil(Math.log2(1.5 * count + 1)))
    for (let number = 0; number < count; number++) {
      const place = this.#placeOf(this.#entry(number))
      this.#places[place] ||= number + 1
    }
  }

  /** The place of the entry that has the key, or else the free one where it would be. */
  #placeOf(key: Buffer): number {
    const mask = this.#places.length - 1
    for (let place = key.readUInt32LE() & mask; ; place = (place + 1) & mask) {
      const number = this.#places[place]!
      if (number === 0 || this.#has(number - 1, key)) return place
    }
  }

  /** Most rows follow the one that they followed last. */
  #entryOf(key: Buffer): Buffer | null {
    const next = (this.#last + 1) * entryBytes
    if (next < this.#index.length && this.#has(this.#last + 1, key)) this.#last++
    else {
      const number = this.#places[this.#placeOf(key)]!
      if (number === 0) return null
      this.#last = number - 1
    }
    return this.#entry(this.#last)
  }

  #entry(number: number): Buffer {
    return this.#index.subarray(number * entryBytes, (number + 1) * entryBytes)
  }

  #has(number: number, key: Buffer): boolean {
    const start = number * entryBytes
    return this.#index.compare(key, 0, keyBytes, start, start + keyBytes) === 0
  }

  /** Of the spool; fewer where it ends before. */
  #bytesAt(start: number, length: number): Buffer {
    const end = this.#blockStart + this.#block.length
    if (start < this.#blockStart || start > end + blockBytes) return this.#read(start, length)
    if (start + length > end) {
      this.#block = this.#read(start, Math.max(length, blockBytes))
      this.#blockStart = start
    }
    return this.#block.subarray(start - this.#blockStart, start - this.#blockStart + length)
  }

  #read(start: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    return bytes.subarray(0, fs.readSync(this.#spool!, bytes, 0, length, start))
  }
}
