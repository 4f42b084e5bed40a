import type { Kysely } from 'kysely'
import type { StoreSchema } from '../store/schema.ts'
import { writeInBatches } from './unwritten.ts'

/** What a subject consumed in a window since the last write, and when last (Unix milliseconds). */
export type Increment = { subject: string; start_ms: number; count: number; last_ms: number }

/** The lasting record of counts. A window is named by the instant it begins at. */
export type Ledger = {
  /** Returns the counts of a window by subject. */
  load(start_ms: number): Promise<Map<string, number>>
  /** Adds to the counts, all or none. Other processes add to the same counts. */
  add(increments: Increment[]): Promise<void>
  /** Drops what was counted before a window; a ledger that keeps its history does nothing. */
  dropBefore(start_ms: number): Promise<void>
}

/** Keeps the daily requests of each key in `usage`, as history too. */
export const usageLedger = (db: Kysely<StoreSchema>): Ledger => ({
  async load(start_ms) {
    const rows = await db
      .selectFrom('usage')
      .select(['key_id', 'count'])
      .where('day', '=', dayOf(start_ms))
      .execute()
    return new Map(rows.map((row) => [row.key_id, row.count]))
  },
  async add(increments) {
    const rows = increments.map(({ subject, start_ms, count, last_ms }) => {
      return { key_id: subject, day: dayOf(start_ms), count, last_used_at: instantOf(last_ms) }
    })
    await writeInBatches(db, rows, addUsage)
  },
  async dropBefore() {},
})

/** Keeps the counts of client addresses under one policy, no longer than their window lasts. */
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
    await writeInBatches(db, rows, addAddressCounts)
  },
  async dropBefore(start_ms) {
    await db
      .deleteFrom('address_counts')
      .where('policy', '=', policy)
      .where('window_start', '<', instantOf(start_ms))
      .execute()
  },
})

const addUsage = (db: Kysely<StoreSchema>, rows: StoreSchema['usage'][]) =>
  db
    .insertInto('usage')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'day']).doUpdateSet((eb) => ({
        count: eb('usage.count', '+', eb.ref('excluded.count')),
        last_used_at: eb
          .case()
          .when('excluded.last_used_at', '>', eb.ref('usage.last_used_at'))
          .then(eb.ref('excluded.last_used_at'))
          .else(eb.ref('usage.last_used_at'))
          .end(),
      })),
    )
    .execute()

const addAddressCounts = (db: Kysely<StoreSchema>, rows: StoreSchema['address_counts'][]) =>
  db
    .insertInto('address_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['policy', 'window_start', 'address']).doUpdateSet((eb) => ({
        count: eb('address_counts.count', '+', eb.ref('excluded.count')),
      })),
    )
    .execute()

const instantOf = (ms: number) => new Date(ms).toISOString()

const dayOf = (ms: number) => instantOf(ms).slice(0, 10)
