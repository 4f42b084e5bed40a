import type { Kysely } from 'kysely'
import { utcDay } from '../../../data/calendar.ts'
import { instantOf } from '../instants.ts'
import type { StoreSchema } from '../store/schema.ts'
import { addCounts, Unwritten } from './unwritten.ts'
import type { Moment } from './counters/counter.ts'

/** A subject's requests in a window since the last write, and the last request (Unix milliseconds). */
type Increment = { subject: string; start_ms: number; count: number; last_ms: number }

/** The permanent record of counts. A window is identified by its start. */
export type Ledger = {
  /** Returns the counts of a window by subject. */
  load(start_ms: number): Promise<Map<string, number>>
  /** Adds to the counts, all or none. Other processes add to the same counts. */
  add(increments: Increment[]): Promise<void>
  /** Deletes counts from before a window, unless the ledger keeps its history. */
  dropBefore?(start_ms: number): Promise<void>
}

/** Stores each key's daily requests in `usage`, permanently. */
export const usageLedger = (db: Kysely<StoreSchema>): Ledger => ({
  async load(start_ms) {
    const rows = await db
      .selectFrom('usage')
      .select(['key_id', 'count'])
      .where('day', '=', utcDay(start_ms))
      .execute()
    return new Map(rows.map((row) => [row.key_id, row.count]))
  },
  async add(increments) {
    const rows = increments.map(({ subject, start_ms, count, last_ms }) => {
      return { key_id: subject, day: utcDay(start_ms), count, last_used_at: instantOf(last_ms) }
    })
    await addCounts(db, 'usage', rows)
  },
})

/** Stores counts of client addresses under one policy until their window ends. */
export const addressLedger = (db: Kysely<StoreSchema>, policy: string): Ledger => ({
  async load(start_ms) {
    const rows = await db
      .selectFrom('address_counts')
      .select(['address', 'count'])
      .where('policy', '=', policy)
      .where('window_start', '=', instantOf(start_ms))
      .execute()
    return new Map(rows.map((row) => [row.address, row.count]))
  },
  async add(increments) {
    const rows = increments.map(({ subject, start_ms, count }) => {
      return { policy, address: subject, window_start: instantOf(start_ms), count }
    })
    await addCounts(db, 'address_counts', rows)
  },
  async dropBefore(start_ms) {
    await db
      .deleteFrom('address_counts')
      .where('policy', '=', policy)
      .where('window_start', '<', instantOf(start_ms))
      .execute()
  },
})

/** Counts allowed requests for a ledger, which `flush` updates. */
export class Tally {
  readonly #ledger: Ledger
  readonly #unwritten = new Unwritten<Increment>((into, { count, last_ms }) => {
    into.count += count
    into.last_ms = Math.max(into.last_ms, last_ms)
  })
  #droppedBefore_ms = -Infinity

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  add(subject: string, { start_ms, now_ms }: Moment, points: number): void {
    const begin = () => ({ subject, start_ms, count: 0, last_ms: 0 })
    const row = this.#unwritten.row(`${subject}@${start_ms}`, begin)
    row.count += points
    row.last_ms = Math.max(row.last_ms, now_ms)
  }

  /** Writes the counts, or keeps them for the next flush, and drops those of earlier windows. */
  async flush({ start_ms }: Moment): Promise<void> {
    await this.#unwritten.write((increments) => this.#ledger.add(increments))
    if (start_ms <= this.#droppedBefore_ms) return
    await this.#ledger.dropBefore?.(start_ms)
    this.#droppedBefore_ms = start_ms
  }
}
