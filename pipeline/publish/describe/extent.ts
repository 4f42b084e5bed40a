import type { Database } from '../../database/database.ts'
import type { Extent } from './described.ts'

type Row = Record<'west' | 'south' | 'east' | 'north', number | null> &
  Pick<Extent, 'from' | 'to' | 'sources'>

/** Reads the extent of the published farms, and every source of a listing. */
export async function extentOf(database: Database): Promise<Extent> {
  const [row] = await database.rows<Row>(`
    select
      min(lng) as west,
      min(lat) as south,
      max(lng) as east,
      max(lat) as north,
      (select min(edition)::varchar from published.editions) as "from",
      (select max(edition)::varchar from published.editions) as "to",
      (select coalesce(list(distinct source order by source), []) from published.bridges) as sources
    from published.farms`)
  const { from, to, sources, ...bbox } = row!
  return {
    bbox: bbox.west === null ? null : (bbox as NonNullable<Extent['bbox']>),
    from,
    to,
    sources,
  }
}
