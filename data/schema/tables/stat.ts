import { z } from 'zod'
import { free } from '../meta.ts'

const text = z.string().min(1)

/** One figure of the snapshot: the number of farms with a value. */
export const stat = z.strictObject({
  section: free(
    text,
    'Measure: totals, place_type, state, coverage, product, quality, verification; last_confirmed = year of the last source update, else of the newest statement, else of the last edition',
    { example: 'state' },
  ),
  name: free(text, 'Counted value; unknown or incomplete if a farm has none', { example: 'VT' }),
  count: free(
    z.int32().min(0),
    'Number of farms with the value, or with the product or a variety; in totals, the total',
  ),
  pct: free(z.number().min(0).max(100).nullable(), 'Share of all farms, one decimal', {
    unit: 'percent',
    nulls: 'in totals',
  }),
})
export type Stat = z.infer<typeof stat>
