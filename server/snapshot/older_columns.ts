import { noDay, noZip, type Columns } from '../../data/schema/serving/columns.ts'
import type { SnapshotDatabase } from './database.ts'

type Row = [row: bigint, zip: number, updatedAt: number, firstListed: number, lastListed: number]

/** Rows read by one query, which has a deadline. */
const rowsPerQuery = 250_000

/** Fills in the columns that serving files lack before schema version 8. */
export async function fillIn(
  { farms, orders }: Pick<Columns, 'farms' | 'orders'>,
  database: SnapshotDatabase,
): Promise<void> {
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
  await fillInRatings(orders, database)
}

/** Hardly any source has ratings: farms without one follow by id. */
async function fillInRatings(
  { byId, byRating }: Pick<Columns['orders'], 'byId' | 'byRating'>,
  database: SnapshotDatabase,
): Promise<void> {
  const rated = new Set<number>()
  const sql = `
    select file_row_number from farms where google_rating is not null order by google_rating desc, id`
  await database.inParts(sql, {}, (rows) => {
    for (const [row] of rows) rated.add(Number(row))
  })
  byRating.set([...rated, ...byId.filter((row) => !rated.has(row))])
}
