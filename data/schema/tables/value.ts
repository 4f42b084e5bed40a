import { z } from 'zod'
import { paid } from '../meta.ts'
import { registry } from './registry.ts'
import { groupNames } from '../said_at.ts'

const text = z.string().min(1)

/**
 * The newest statement of each listing about each group of fields, over all editions ever read. The next
 * build starts from it, so what a listing said stands even if that build does not read the file again.
 */
export const value = z.strictObject({
  farm_id: paid(z.uuid(), 'Id of the farm, which may be delisted', {
    source: 'the registry of this snapshot',
  }),
  field_group: paid(z.enum(groupNames), 'Group of fields, as in `said_at` of farms', {
    example: 'products',
  }),
  said_at: paid(
    z.iso.datetime(),
    'Date of the statement: the last update by the listing, or the date of the edition if that is earlier or the only one (UTC)',
    { example: '2021-07-30T14:02:11Z' },
  ),
  edition: paid(z.iso.date(), 'Date of the newest edition in which the listing said it', {
    example: '2021-08-08',
  }),
  current: paid(z.boolean(), 'true = an edition that decides which farms are listed has it', {
    source: 'all editions',
  }),
  carried: paid(z.boolean(), "true = the farm's record has it, from an earlier edition", {
    source: 'all listings of the farm',
  }),
  source: paid(text, 'Name of the source', { example: 'usda-farmers-market-directory' }),
  source_id: paid(text, 'Id of the listing in that source', { example: '1018261' }),
  holder: registry.shape.holder,
  licence: paid(text, 'License of the source', {
    source: 'the sources file, else the source type',
  }),
  file: paid(text, 'Name of the source file', { example: '2021-08-08.csv.gz' }),
  line: paid(z.int32().min(1), 'Line in the source file, from 1', { example: 2 }),
  content: paid(z.record(z.string(), z.unknown()), 'Fields of the group, as JSON', {
    example: { products: ['eggs', 'honey'], categories: ['eggs', 'sweeteners'] },
  }),
})
export type Value = z.infer<typeof value>
