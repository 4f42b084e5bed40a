import { z } from 'zod'
import { credit } from '../../../data/geography/credits.ts'
import { source } from '../../../data/schema/tables/source.ts'
import {
  component,
  count,
  flag,
  instant,
  list,
  object,
  percent,
  text,
} from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { facetValue, snapshotId } from '../lists/envelope.ts'
import { after } from '../../eventual.ts'
import { statsSince } from '../../query/stats_since.ts'
import { ofGroups, saidOfGroup } from '../market/response.ts'
import { saidSince } from '../parameters.ts'
import { dataRoute } from '../data_route.ts'

const farms = count('Farms', { example: 12 })
const countsOf = (description: string) => z.record(z.string(), z.int().min(0)).meta({ description })
const pct = percent('Share of all farms, one decimal').nullable()

/** Farms by age; together all farms. */
const ages = {
  within_1_year: farms,
  '1_to_3_years': farms,
  over_3_years: farms,
  never_dated: farms,
}

const said = component(
  'SaidByAge',
  'Farms by the time since they last said a group of fields, from the day of the request (UTC); never dated = the group is unknown',
  {
    known: count('Farms for which the group is known', { example: 12 }),
    recent: count('Farms that said it within three years', { example: 12 }),
    ...ages,
    median: saidOfGroup.shape.median,
  },
)

const statsData = component('Stats', 'Figures about the whole directory', {
  snapshot: snapshotId,
  built_at: instant('Build time of the snapshot (UTC)'),
  synthetic: flag('Synthetic flag: true if any farm is generated'),
  removed_since: count('Farms counted here but removed since, so that no list shows them', {
    example: 0,
  }),
  total_farms: count('Farms in the directory; same as in `totals`', { example: 33_412 }),
  states_covered: count('States and territories with a farm; same as in `totals`', { example: 54 }),
  delivery_enabled_farms: count('Farms that bring food to the buyer', { example: 2150 }),
  totals: countsOf('Listed farms, their product listings, states and sources'),
  by_place_type: list('Farms by place type', facetValue),
  place_types: countsOf('Farms by place type, as an object'),
  by_state: list('Farms by state; unknown = no state', facetValue),
  coverage: z
    .record(z.string(), z.strictObject({ count: farms, pct }))
    .meta({ description: 'Farms for which a field is known; prices = at least one price' }),
  top_products: list(
    'Top 30 products by number of farms. A farm with a variety of a product counts for the product, as in `products=eggs`',
    z.strictObject({
      value: text('Product name', 'eggs'),
      count: farms,
      name: text('Same as `value`', 'eggs'),
      farm_count: count('Same as `count`', { example: 12 }),
      pct,
    }),
  ),
  quality: list('Farms by quality tier; incomplete = score below Basic', facetValue),
  verification: list('Farms by verification status', facetValue),
  freshness: object(
    'Farms by the age of `updated_at`, or else of their newest statement or edition, from the day of the request (UTC)',
    {
      as_of: instant(
        'Newest date in the sources, from which quality score and verification status count',
        '2026-11-19T00:00:00Z',
      ).nullable(),
      ...ages,
      median: z.iso.date().nullable().meta({
        description:
          'Day by which half of the farms were last confirmed; null if half or more are not dated',
        example: '2025-03-02',
      }),
    },
  ),
  said: object('Age of each group of fields of all farms (see `said_at`)', ofGroups(said)),
  sources: list(
    'Sources with their licenses and row counts',
    source.omit({ source: true, sha256: true }).extend({ name: source.shape.source }),
  ),
  geography: list('Origins of places, boundaries and time zones, with licenses', credit),
})

type StatsBody = { data: z.infer<typeof statsData> }

export const stats = dataRoute({
  path: '/v1/stats',
  operation: 'getStats',
  tag: 'Farms',
  summary: 'Get counts and coverage of the whole directory',
  details: 'Counts of the live snapshot, or of the snapshot that `snapshot` selects.',
  query: z.strictObject({ said_since: saidSince, snapshot: parameter.snapshot }),
  response: z.strictObject({ data: statsData }),
  usesDay: true,
  answer({ snapshot, now }) {
    const { stats, hidden, saidSince: since } = snapshot
    const removed_since = hidden.ids.length
    if (!since && removed_since === 0) return { body: stats.on(now) }
    const figures = since ? statsSince(snapshot, since, now) : stats.figuresOn(now)
    return after(figures, (data) => ({ body: { data: { ...data, removed_since } } as StatsBody }))
  },
})
