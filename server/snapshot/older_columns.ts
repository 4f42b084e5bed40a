import type { Columns } from '../../data/schema/serving/columns.ts'
import type { SnapshotDatabase } from './database.ts'

/**
 * Fills in the order by rating, which serving files lack before schema version 9. Hardly any farm has a
 * rating; farms without one follow by id.
 */
export async function fillIn(
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
