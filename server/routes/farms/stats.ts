import { z } from 'zod'
import { credit } from '../../../data/geography/credits.ts'
import { source } from '../../../data/schema/tables/source.ts'
import { component, count, flag, instant, list, percent, text } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { resourceOf, snapshotId } from '../lists/envelope.ts'
import { dataRoute } from '../data_route.ts'

const farms = count('Farms', { example: 12 })
const countsOf = (description: string) => z.record(z.string(), z.int().min(0)).meta({ description })
const pct = percent('Share of all farms, one decimal').nullable()

const statsData = component('Stats', 'Figures of the whole directory', {
  snapshot: snapshotId,
  built_at: instant('When the snapshot was built (UTC)'),
  synthetic: flag('true when any farm is generated'),
  removed_since: count(
    'Farms counted here that were taken out of the directory since, so that no list shows them',
    { example: 0 },
  ),
  totals: countsOf('Farms, product listings, states and sources in the directory'),
  by_place_type: countsOf('Farms by place type'),
  by_state: countsOf('Farms by state; unknown = without one'),
  coverage: z
    .record(z.string(), z.strictObject({ count: farms, pct }))
    .meta({ description: 'Farms for which a field is known; prices = any price' }),
  top_products: list(
    'The 30 products of most farms. Farms that offer a kind of a product offer the product too, as in `products=eggs`',
    z.strictObject({ name: text('The product', 'eggs'), count: farms, pct }),
  ),
  quality: countsOf('Farms by quality tier; incomplete = under the Basic line'),
  verification: countsOf('Farms by verification status'),
  freshness: z
    .object({ as_of: instant('The newest date in the sources', '2026-11-19T00:00:00Z').nullable() })
    .catchall(z.int().min(0))
    .meta({ description: 'Farms by the age of updated_at, counted from as_of' }),
  sources: list(
    'Sources, their licences, and what became of their rows',
    source.omit({ source: true, sha256: true }).extend({ name: source.shape.source }),
  ),
  geography: list('What places, boundaries and time zones come from, with licences', credit),
})

export const stats = dataRoute({
  path: '/v1/stats',
  operation: 'getStats',
  tag: 'Farms',
  summary: 'Counts and coverage of the whole directory',
  query: z.strictObject({ snapshot: parameter.snapshot }),
  response: resourceOf(statsData),
  answer({ snapshot: { statsBody, hidden } }) {
    if (hidden.ids.length === 0) return { body: statsBody }
    const { data } = JSON.parse(statsBody.toString()) as { data: object }
    return { body: { data: { ...data, removed_since: hidden.ids.length } } }
  },
})
