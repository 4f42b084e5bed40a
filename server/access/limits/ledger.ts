import type { Kysely } from 'kysely'
import type { StoreSchema } from '../store/schema.ts'

/** What a subject consumed since the last write, and when last (Unix milliseconds). */
export type Increment = { count: number; last_ms: number }

/** Where a counter keeps its counts for good. A window is named by the instant it begins at. */
export type Ledger = {
  /** Returns the counts of a window by subject. */
  load(window_start: Date): Promise<Map<string, number>>
  /** Adds to the counts of a window, all or none. Other processes add to the same counts. */
  add(window_start: Date, increments: Map<string, Increment>): Promise<void>
  /** Drops what was counted before a window; a ledger that keeps its history does nothing. */
  dropBefore(window_start: Date): Promise<void>
}

/** Rows in one statement: 4 columns of 1,000 rows stay far below SQLite's 32,766 parameters. */
const batchRows = 1000

/** Keeps the daily requests of each key in `usage`, as history too. */
export function usageLedger(db: Kysely<StoreSchema>): Ledger {
  const dayOf = (window_start: Date) => window_start.toISOString().slice(0, 10)
  return {
    async load(window_start) {
      const rows = await db
        .selectFrom('usage')
        .select(['key_id', 'count'])
        .where('day', '=', dayOf(window_start))
        .execute()
      return new Map(rows.map((row) => [row.key_id, row.count]))
    },
    async add(window_start, increments) {
      const day = dayOf(window_start)
      const rows = [...increments].map(([key_id, { count, last_ms }]) => {
        return { key_id, day, count, last_used_at: new Date(last_ms).toISOString() }
      })
      await inBatches(db, rows, addUsage)
    },
    async dropBefore() {},
  }
}

/** Keeps the counts of client addresses under one policy, no longer than their window lasts. */
export function addressLedger(db: Kysely<StoreSchema>, policy: string): Ledger {
  return {
    async load(window_start) {
      const rows = await db
        .selectFrom('address_counts')
        .select(['address', 'count'])
        .where('policy', '=', policy)
        .where('window_start', '=', window_start.toISOString())
        .execute()
      return new Map(rows.map((row) => [row.address, row.count]))
    },
    async add(window_start, increments) {
      const rows = [...increments].map(([address, { count }]) => {
        return { policy, address, window_start: window_start.toISOString(), count }
      })
      await inBatches(db, rows, addAddressCounts)
    },
    async dropBefore(window_start) {
      await db
        .deleteFrom('address_counts')
        .where('policy', '=', policy)
        .where('window_start', '<', window_start.toISOString())
        .execute()
    },
  }
}

async function inBatches<Row>(
  db: Kysely<StoreSchema>,
  rows: Row[],
  write: (db: Kysely<StoreSchema>, rows: Row[]) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < rows.length; from += batchRows) {
      await write(trx, rows.slice(from, from + batchRows))
    }
  })
}

async function addUsage(db: Kysely<StoreSchema>, rows: StoreSchema['usage'][]): Promise<void> {
  await db
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
}

async function addAddressCounts(
  db: Kysely<StoreSchema>,
  rows: StoreSchema['address_counts'][],
): Promise<void> {
  await db
    .insertInto('address_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['policy', 'window_start', 'address']).doUpdateSet((eb) => ({
        count: eb('address_counts.count', '+', eb.ref('excluded.count')),
      })),
    )
    .execute()
}
