import type { Columns } from '../../../data/schema/serving/columns.ts'
import type { Database } from '../../database/database.ts'
import { readNumbers } from './numbers.ts'

/** The row orders that lists are sorted by; ties by id everywhere. */
export async function orderColumns(database: Database, farms: number): Promise<Columns['orders']> {
  const rowsBy = async (order: string) => {
    const rows = new Uint32Array(farms)
    const sql = `select rowid::uinteger from published.farms order by ${order}`
    await readNumbers(database, sql, rows)
    return rows
  }
  return {
    byId: await rowsBy('id'),
    byName: await rowsBy('lower(strip_accents(name)), id'),
    byNameDescending: await rowsBy('lower(strip_accents(name)) desc, id'),
    byQuality: await rowsBy('quality_score, id'),
    byQualityDescending: await rowsBy('quality_score desc, id'),
    byUpdated: await rowsBy('updated_at nulls last, id'),
    byUpdatedDescending: await rowsBy('updated_at desc nulls last, id'),
    // Null is this snapshot, the newest of all.
    byChanged: await rowsBy('changed_at nulls last, id'),
    byChangedDescending: await rowsBy('changed_at desc nulls first, id'),
    byRating: await rowsBy('google_rating desc nulls last, id'),
  }
}
