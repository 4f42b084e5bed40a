import { noDay, noZip, type Columns } from '../../data/schema/serving/columns.ts'
import type { SnapshotDatabase } from './database.ts'

type Row = [row: bigint, zip: number, updatedAt: number, firstListed: number, lastListed: number]

/** Rows read by one query, which has a deadline. */
const rowsPerQuery = 250_000

/** Fills in the columns that serving files lack before schema version 8. */
export async function fillIn(farms: Columns['farms'], database: SnapshotDatabase): Promise<void> {
  const sql = `
    select
      file_row_number,
      coalesce(zip::integer, ${noZip}),
      coalesce(epoch_ms(updated_at)::double, 'nan'::double),
      coalesce(first_listed - date '1970-01-01', ${noDay})::integer,
      coalesce(last_listed - date '1970-01-01', ${noDay})::integer
    from farms
    where file_row_number >= $first and file_row_number < $end`
  const take = (rows: unknown[][]) => {
    for (const [number, zip, updatedAt, firstListed, lastListed] of rows as Row[]) {
      const row = Number(number)
      farms.zip[row] = zip
      farms.updatedAt[row] = updatedAt
      farms.firstListed[row] = firstListed
      farms.lastListed[row] = lastListed
    }
  }
  for (let first = 0; first < farms.zip.length; first += rowsPerQuery)
    await database.inParts(sql, { first, end: first + rowsPerQuery }, take)
}
