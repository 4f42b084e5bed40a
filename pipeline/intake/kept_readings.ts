import Database from 'better-sqlite3'
import { existsSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Report } from '../../data/schema/report.ts'
import { programDigest } from '../version.ts'
import { keptOf, saidAgain, type Said } from './said.ts'

/** No journal, since a failed build removes the database. On large pages, most readings stay whole. */
const schema = `
  pragma page_size = 32768;
  pragma journal_mode = off;
  pragma synchronous = off;
  begin;
  create table program (digest text);
  create table readings (key blob primary key, kept text, crc integer)`

/** Detects a damaged reading, and the reading of another key. */
const crcOf = (key: Buffer, kept: string) => crc32(kept, crc32(key))

/** The readings of this build, for the next build: an SQLite database. */
export class ReadingsToKeep implements Disposable {
  readonly #database: Database.Database
  readonly #has: Database.Statement<[Buffer]>
  readonly #insert: Database.Statement<[Buffer, string, number]>

  /** Makes the file, for its owner only, since it contains fields of members. */
  constructor(path: string) {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
    this.#database = new Database(path)
    this.#database.exec(schema)
    this.#database.prepare('insert into program values (?)').run(programDigest())
    this.#has = this.#database.prepare('select 1 from readings where key = ?')
    this.#insert = this.#database.prepare('insert into readings values (?, ?, ?)')
  }

  /** Adds a row's reading, if it is the first of its key. */
  add(key: string, json: string): void {
    const bytes = Buffer.from(key, 'hex')
    if (this.#has.get(bytes)) return
    const kept = keptOf(json)
    this.#insert.run(bytes, kept, crcOf(bytes, kept))
  }

  close(): void {
    this.#database.exec('commit')
    this.#database.close()
  }

  /** Of a build that fails: an open file would confuse SQLite about a later one of the same inode. */
  [Symbol.dispose](): void {
    this.#database.close()
  }
}

/** Replaces the readings of the last build. */
export async function keepReadings(made: string, place: string): Promise<void> {
  await rm(place, { recursive: true, force: true })
  await rename(made, place)
}

/** The readings of the last build. */
export class KeptReadings implements Disposable {
  /** Number of reused rows, and what was not reused (data/schema/report.ts). */
  readonly reuse: Report['reuse'] = { rows: 0, damaged: 0, ignored: null }
  readonly #now: number
  #database: Database.Database | null = null
  #select: Database.Statement<[Buffer], { kept: string; crc: number }> | null = null

  /** Opens the readings at a place (null = none), for a build that began at `now`. */
  constructor(place: string | null, now: Date) {
    this.#now = now.getTime()
    if (place === null || !existsSync(place)) return
    try {
      this.reuse.ignored = this.#open(place)
    } catch (error) {
      this.reuse.ignored = `damaged (${(error as Error).message})`
    }
  }

  /** The reading of a row with this key; null = unknown. */
  find(key: string): Said | null {
    const kept = this.#intact(Buffer.from(key, 'hex'))
    if (kept === null) return null
    const said = saidAgain(kept)
    if (Date.parse(said.counted.updated_at ?? '') > this.#now) return null // of a clock since put back
    this.reuse.rows++
    return said
  }

  [Symbol.dispose](): void {
    this.#select = null
    this.#database?.close()
  }

  /** Returns the reason why the readings can't be used, or null. */
  #open(place: string): string | null {
    this.#database = new Database(place, { readonly: true })
    this.#database.exec('begin') // a lock for all reads, not one for each
    const digest = this.#database.prepare('select digest from program').pluck().get()
    if (digest !== programDigest()) return 'of another version of the program'
    this.#select = this.#database.prepare('select kept, crc from readings where key = ?')
    return null
  }

  #intact(key: Buffer): string | null {
    try {
      const row = this.#select?.get(key)
      if (!row) return null
      if (row.crc === crcOf(key, row.kept)) return row.kept
    } catch {} // SQLite or `crcOf` can't read the row
    this.reuse.damaged++
    return null
  }
}
