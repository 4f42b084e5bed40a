import { z } from 'zod'
import { free } from '../meta.ts'

const text = z.string().min(1)

/** From a listing that was ever seen to the farm that it is: to join other data by source ids. */
export const bridge = z.strictObject({
  source: free(text, 'Name of the source', { example: 'usda-farmers-market-directory' }),
  source_id: free(
    text,
    "The listing's id in that source, or its MD5 where it was made of name and address; twice where the source gave it to another farm",
    { example: '1018261' },
  ),
  farm_id: free(z.uuid(), 'Id of the farm, which may have left the directory'),
  series: free(text.nullable(), 'Series of editions that last listed it', {
    nulls: 'unknown',
    example: 'usda-farmers-market-directory',
  }),
  first_listed: free(z.iso.date().nullable(), 'Date of the first edition that lists it', {
    nulls: 'no edition of it has a date',
    example: '2017-01-10',
  }),
  last_listed: free(z.iso.date().nullable(), 'Date of the last edition that listed it', {
    nulls: 'it is listed now, or no edition of it has a date',
    example: '2018-09-06',
  }),
  listed: free(z.boolean(), 'Whether it is listed now'),
})
export type Bridge = z.infer<typeof bridge>
