import Database from 'better-sqlite3'
import { existsSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Report } from '../../data/schema/report.ts'
import { programDigest } from '../version.ts'
import type { KeptFile } from './kept_file.ts'
import { keptOf, saidAgain, type Said } from './said.ts'

/** No journal, since a failed build removes the database. On large pages, most readings stay whole. */
const schema = `
  pragma page_size = 32768;
  pragma journal_mode = off;
  pragma synchronous = off;
  begin;
  create table program (digest text);
  create table readings (key blob primary key, kept text, crc integer);
  create table files (key blob primary key, kept blob, crc integer)`

/** Detects a damaged reading or file, and that of another key. */
const crcOf = (key: Buffer, kept: string | Buffer) => crc32(kept, crc32(key))

/** The readings of this build, for the next build: an SQLite database. */
export class ReadingsToKeep implements Disposable {
  readonly #database: Database.Database
  readonly #has: Database.Statement<[Buffer]>
  readonly #insert: Database.Statement<[Buffer, string, number]>
  readonly #insertFile: Database.Statement<[Buffer, Buffer, number]>

  /** Makes the file, for its owner only, since it contains fields of members. */
  constructor(path: string) {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
    this.#database = new Database(path)
    this.#database.exec(schema)
    this.#database.prepare('insert into program values (?)').run(programDigest())
    this.#has = this.#database.prepare('select 1 from readings where key = ?')
    this.#insert = this.#database.prepare('insert into readings values (?, ?, ?)')
    this.#insertFile = this.#database.prepare('insert or ignore into files values (?, ?, ?)')
  }

  /** Adds a row's reading, if it is the first of its key. `json`: the line, or its kept part. */
  add(key: string, json: string): void {
    const bytes = Buffer.from(key, 'hex')
    if (this.#has.get(bytes)) return
    const kept = keptOf(json)
    this.#insert.run(bytes, kept, crcOf(bytes, kept))
  }

  addFile(key: string, file: KeptFile): void {
    const bytes = Buffer.from(key, 'hex')
    const kept = zstdCompressSync(JSON.stringify(file))
    this.#insertFile.run(bytes, kept, crcOf(bytes, kept))
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
  #selectFile: Database.Statement<[Buffer], { kept: Buffer; crc: number }> | null = null

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
    const kept = this.textOf(key)
    if (kept === null) return null
    const said = saidAgain(kept)
    if (Date.parse(said.counted.updated_at ?? '') > this.#now) return null // of a clock since put back
    this.reuse.rows++
    return said
  }

  get hasFiles(): boolean {
    return this.#selectFile !== null
  }

  /** A file of this key; null = unknown or damaged, or with dates that are still to come. */
  file(key: string): KeptFile | null {
    const bytes = Buffer.from(key, 'hex')
    try {
      const row = this.#selectFile?.get(bytes)
      if (!row || row.crc !== crcOf(bytes, row.kept)) return null
      const file: KeptFile = JSON.parse(zstdDecompressSync(row.kept).toString())
      return file.parts.some(({ newest }) => Date.parse(newest ?? '') > this.#now) ? null : file
    } catch {
      return null // SQLite can't read it: its rows are looked up one by one
    }
  }

  /** The kept text of a row with this key; null = unknown or damaged. */
  textOf(key: string): string | null {
    const bytes = Buffer.from(key, 'hex')
    try {
      const row = this.#select?.get(bytes)
      if (!row) return null
      if (row.crc === crcOf(bytes, row.kept)) return row.kept
    } catch {} // SQLite or `crcOf` can't read the row
    this.reuse.damaged++
    return null
  }

  [Symbol.dispose](): void {
    this.#select = this.#selectFile = null
    this.#database?.close()
  }

  /** Returns the reason why the readings can't be used, or null. */
  #open(place: string): string | null {
    this.#database = new Database(place, { readonly: true })
    this.#database.exec('begin') // a lock for all reads, not one for each
    const digest = this.#database.prepare('select digest from program').pluck().get()
    if (digest !== programDigest()) return 'of another version of the program'
    this.#select = this.#database.prepare('select kept, crc from readings where key = ?')
    this.#selectFile = this.#database.prepare('select kept, crc from files where key = ?')
    return null
  }
}
