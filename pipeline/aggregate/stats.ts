import type { Stat } from '../../data/schema/tables/stat.ts'
import type { Source } from '../../data/schema/tables/source.ts'

type Share = { count: number; pct: number | null }

/**
 * The payload of /v1/stats from the rows of the stats table; the server adds the snapshot's id and date.
 * Percentages of all farms, to one decimal.
 */
export function statsPayload(stats: Stat[], sources: Source[], asOf: string | null) {
  const section = (name: string) => stats.filter((row) => row.section === name)
  const counts = (name: string) =>
    Object.fromEntries(section(name).map((row) => [row.name, row.count]))
  const shares = (name: string): Record<string, Share> =>
    Object.fromEntries(section(name).map(({ name, count, pct }) => [name, { count, pct }]))
  return {
    totals: counts('totals'),
    by_place_type: counts('place_type'),
    by_state: counts('state'),
    coverage: shares('coverage'),
    top_products: section('product')
      .slice(0, 30)
      .map(({ name, count, pct }) => ({ name, count, pct })),
    quality: counts('quality'),
    verification: counts('verification'),
    freshness: { as_of: asOf, ...counts('freshness') },
    sources: sources.map(({ source: name, sha256: _digest, ...file }) => ({ name, ...file })),
  }
}
