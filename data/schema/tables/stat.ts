import { z } from 'zod'
import '../meta.ts'

/** One figure of the snapshot: how many farms have a value. */
export const stat = z.strictObject({
  section: z.string().min(1).meta({
    tier: 'free',
    description:
      'What is counted: totals, place_type, state, coverage, product, quality, verification, freshness',
    example: 'state',
  }),
  name: z.string().min(1).meta({ tier: 'free', description: 'The value', example: 'VT' }),
  count: z
    .int32()
    .min(0)
    .meta({ tier: 'free', description: 'How many have it (farms, unless the section is totals)' }),
  pct: z.number().min(0).max(100).nullable().meta({
    tier: 'free',
    unit: 'percent',
    description: 'Share of all farms, one decimal; null in totals',
  }),
})
export type Stat = z.infer<typeof stat>
