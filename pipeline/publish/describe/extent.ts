import type { Database } from '../../database/database.ts'
import type { Extent } from './described.ts'

type Row = Record<'west' | 'south' | 'east' | 'north', number | null> & Pick<Extent, 'from' | 'to'>

/** Where and when the published farms are. */
export async function extentOf(database: Database): Promise<Extent> {
  const [row] = await database.rows<Row>(`
    select
      min(lng) as west,
      min(lat) as south,
      max(lng) as east,
      max(lat) as north,
      (select min(edition)::varchar from published.editions) as "from",
      (select max(edition)::varchar from published.editions) as "to"
    from published.farms`)
  const { from, to, ...bbox } = row!
  return { bbox: bbox.west === null ? null : (bbox as NonNullable<Extent['bbox']>), from, to }
}
