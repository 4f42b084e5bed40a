import { sql, type Kysely, type Transaction } from 'kysely'
import type { StoreSchema } from '../store/schema.ts'

/** Rows in one statement: 9 columns of 1,000 rows stay below SQLite's 32,766 parameters. */
const batchRows = 1000

/** Counts that are not in the store yet, one row per key. */
export class Unwritten<Row> {
  readonly #merge: (into: Row, more: Row) => void
  #rows = new Map<string, Row>()

  /** `merge` adds a row's counts to another row with the same key. */
  constructor(merge: (into: Row, more: Row) => void) {
    this.#merge = merge
  }

  /** Returns a key's row for counting; `begin` makes it if missing. */
  row(key: string, begin: () => Row): Row {
    const known = this.#rows.get(key)
    if (known !== undefined) return known
    const row = begin()
    this.#rows.set(key, row)
    return row
  }

  /** Writes all rows; unwritten rows are kept for the next time. */
  async write(write: (rows: Row[]) => Promise<void>): Promise<void> {
    const taken = this.#rows
    this.#rows = new Map()
    try {
      await write([...taken.values()])
    } catch (error) {
      for (const [key, row] of taken) {
        const since = this.row(key, () => row)
        if (since !== row) this.#merge(since, row)
      }
      throw error
    }
  }
}

const keyColumns = {
  usage: ['key_id', 'day'],
  usage_outcomes: ['key_id', 'day'],
  usage_endpoints: ['key_id', 'day', 'endpoint', 'status'],
  address_counts: ['policy', 'window_start', 'address'],
}

type CountTable = keyof typeof keyColumns
type CountRow = Record<string, string | number>

/** Adds rows to those of the same key, all or none: numbers add up, the later instant stays. */
export async function addCounts<Name extends CountTable>(
  db: Kysely<Pick<StoreSchema, Name>>,
  table: Name,
  rows: StoreSchema[Name][],
): Promise<void> {
  if (rows.length > 0) await db.transaction().execute((trx) => addCountsIn(trx, table, rows))
}

/** Adds rows within a transaction, as `addCounts` does. */
export async function addCountsIn<Name extends CountTable>(
  trx: Transaction<Pick<StoreSchema, Name>>,
  table: Name,
  rows: StoreSchema[Name][],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const key = keyColumns[table]
  const counted = Object.entries(first).filter(([name]) => !key.includes(name))
  const sums = Object.fromEntries(
    counted.map(([name, value]) => {
      const [known, more] = [sql.ref(`${table}.${name}`), sql.ref(`excluded.${name}`)]
      const later = sql<string>`case when ${more} > ${known} then ${more} else ${known} end`
      return [name, typeof value === 'number' ? sql<number>`${known} + ${more}` : later]
    }),
  )
  // The tables have different columns: for Kysely's types, each is `usage` with any columns.
  const untyped = trx as unknown as Transaction<{ usage: CountRow }>
  for (let from = 0; from < rows.length; from += batchRows)
    await untyped
      .insertInto(table as 'usage')
      .values(rows.slice(from, from + batchRows))
      .onConflict((conflict) => conflict.columns(key).doUpdateSet(sums))
      .execute()
}
