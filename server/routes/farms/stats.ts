import { z } from 'zod'
import { source } from '../../../data/schema/tables/source.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { resourceOf, snapshotId } from '../lists/envelope.ts'
import { dataRoute } from '../data_route.ts'

const count = z.int().min(0)
const farms = count.meta({ description: 'Farms', example: 12 })
const countsOf = (description: string) => z.record(z.string(), count).meta({ description })
const pct = z.number().min(0).max(100).nullable().meta({
  unit: 'percent',
  description: 'Share of all farms, one decimal',
})

const statsData = z
  .strictObject({
    snapshot: snapshotId,
    built_at: z.iso.datetime().meta({ description: 'When the snapshot was built (UTC)' }),
    synthetic: z.boolean().meta({ description: 'true when any farm is generated' }),
    removed_since: count.meta({
      description:
        'Farms counted here that were taken out of the directory since, so that no list shows them',
      example: 0,
    }),
    totals: countsOf('Farms, product listings, states and sources in the directory'),
    by_place_type: countsOf('Farms by place type'),
    by_state: countsOf('Farms by state; unknown = without one'),
    coverage: z
      .record(z.string(), z.strictObject({ count: farms, pct }))
      .meta({ description: 'Farms for which a field is known; prices = any price' }),
    top_products: z
      .array(
        z.strictObject({
          name: z.string().meta({ description: 'The product', example: 'eggs' }),
          count: farms,
          pct,
        }),
      )
      .meta({ description: 'The 30 products of most farms' }),
    quality: countsOf('Farms by quality tier; incomplete = under the Basic line'),
    verification: countsOf('Farms by verification status'),
    freshness: z
      .object({
        as_of: z.iso
          .datetime()
          .nullable()
          .meta({ description: 'The newest date in the sources', example: '2026-11-19T00:00:00Z' }),
      })
      .catchall(count)
      .meta({ description: 'Farms by the age of updated_at, counted from as_of' }),
    sources: z
      .array(source.omit({ source: true, sha256: true }).extend({ name: source.shape.source }))
      .meta({ description: 'Sources, their licences, and what became of their rows' }),
  })
  .meta({ id: 'Stats' })

export const stats = dataRoute({
  path: '/v1/stats',
  operation: 'getStats',
  tag: 'Farms',
  summary: 'Counts and coverage of the whole directory',
  tier: 'free',
  query: z.strictObject({ snapshot: parameter.snapshot }),
  response: resourceOf(statsData),
  answer({ snapshot: { statsBody, hidden } }) {
    if (hidden.ids.length === 0) return { body: statsBody }
    const { data } = JSON.parse(statsBody.toString()) as { data: object }
    return { body: { data: { ...data, removed_since: hidden.ids.length } } }
  },
})
