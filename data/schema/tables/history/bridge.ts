import { z } from 'zod'
import { free } from '../../meta.ts'

const text = z.string().min(1)

/** The farm of every listing ever seen: to join other data by source ids. */
export const bridge = z.strictObject({
  source: free(text, 'Name of the source', { example: 'usda-farmers-market-directory' }),
  source_id: free(
    text,
    'Id of the listing in that source, or its MD5 if the id was made of name and address. It stands twice if the source reused it for another farm',
    { example: '1018261' },
  ),
  farm_id: free(z.uuid(), 'Id of the farm, which may be delisted'),
  series: free(text.nullable(), 'Series of editions that last listed it', {
    nulls: 'unknown',
    example: 'usda-farmers-market-directory',
  }),
  first_listed: free(z.iso.date().nullable(), 'Date of the first edition that listed it', {
    nulls: 'no edition has a date',
    example: '2017-01-10',
  }),
  last_listed: free(z.iso.date().nullable(), 'Date of the last edition that listed it', {
    nulls: 'listed now, or no edition has a date',
    example: '2018-09-06',
  }),
  listed: free(z.boolean(), 'true = listed now'),
})
export type Bridge = z.infer<typeof bridge>
