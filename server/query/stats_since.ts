import { dateOfDay } from '../../data/calendar.ts'
import { groupOf } from '../../data/schema/said_at.ts'
import { productFigures } from '../snapshot/figures.ts'
import type { SaidSince } from '../snapshot/said/said_since.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { topCodes } from './facets/facets.ts'
import { percent } from './market/rounding.ts'

const mostProducts = 30

/** The figures of /v1/stats in which groups of fields last said before a day count as unknown. */
export async function statsSince(snapshot: Snapshot, since: SaidSince, now: Date) {
  const { stats, fieldCodes, farms, saidAges } = snapshot
  const base = stats.figuresOn(now)
  const offered = fieldCodes.of('offered')
  const { first, names } = offered
  const top = topCodes(offered.sets, offered, null, mostProducts)
  return {
    ...base,
    delivery_enabled_farms: fieldCodes.any('delivery_kinds', ['delivery']).count(),
    coverage: await coverageSince(snapshot, Object.keys(base.coverage), since),
    top_products: top.map(({ code, count }) =>
      productFigures({ name: names[code - first]!, count, pct: percent(count, farms) }),
    ),
    said: saidAges.ofAll(now),
  }
}

/** The farms for which each field is known and was said since. The names of fields are columns. */
async function coverageSince(
  { database, farms }: Snapshot,
  fields: string[],
  { day }: SaidSince,
): Promise<Record<string, { count: number; pct: number }>> {
  const [counts] = await database.rows(`select ${fields.map(countOf).join(', ')} from farms`, {
    since: dateOfDay(day),
  })
  return Object.fromEntries(
    fields.map((field, place) => {
      const count = Number(counts![place])
      return [field, { count, pct: percent(count, farms) }]
    }),
  )
}

function countOf(field: string): string {
  const since = (group: string) => `said_at.${group} >= $since::date`
  if (field === 'prices')
    return `count(*) filter (${since('listings')} and id in (select farm_id from product_listings where price is not null))::integer`
  const group = field === 'opening_hours' ? 'hours' : groupOf(field)
  return `(count("${field}")${group ? ` filter (${since(group)})` : ''})::integer`
}
