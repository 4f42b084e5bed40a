import { utcDay } from '../../../data/calendar.ts'
import type { Kysely } from 'kysely'
import { instantOf } from '../instants.ts'
import type { StoreSchema } from '../store/schema.ts'
import { addCounts } from './unwritten.ts'

/** A subject's requests in a window since the last write, and the last request (Unix milliseconds). */
export type Increment = { subject: string; start_ms: number; count: number; last_ms: number }

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
