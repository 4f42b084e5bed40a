import { z } from 'zod'
import { free } from '../meta.ts'

const text = z.string().min(1)

/** One figure of the snapshot: how many farms have a value. */
export const stat = z.strictObject({
  section: free(
    text,
    'What is counted: totals, place_type, state, coverage, product, quality, verification, freshness',
    { example: 'state' },
  ),
  name: free(text, 'The value that is counted', { example: 'VT' }),
  count: free(
    z.int32().min(0),
    'How many farms have the value, or offer a kind of the product; in totals, how many there are',
  ),
  pct: free(z.number().min(0).max(100).nullable(), 'Share of all farms, one decimal', {
    unit: 'percent',
    nulls: 'in totals',
  }),
})
export type Stat = z.infer<typeof stat>
