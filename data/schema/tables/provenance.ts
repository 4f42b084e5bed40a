import { z } from 'zod'
import { paid } from '../meta.ts'

const text = z.string().min(1)
const list = z.array(z.string())

/** Which source listing a farm's record was made from: one row for each farm and source listing. */
export const provenance = z.strictObject({
  farm_id: paid(z.uuid(), 'The farm'),
  source: paid(text, 'Source, as in the sources table; override = a correction of our own', {
    example: 'usda-farmers-market-directory',
  }),
  source_id: paid(text, "The listing's id in that source", { example: '1018261' }),
  licence: paid(text.nullable(), 'Licence of the source; null = a correction of our own'),
  file: paid(text, 'Name of the source file', { example: '2020-01-31.csv.gz' }),
  line: paid(z.int32().min(1), 'Its line in the source file, from 1', { example: 2 }),
  updated_at: paid(z.iso.datetime().nullable(), 'When the source last said so (UTC)'),
  corrections: paid(list, 'What the pipeline corrected, as name of the rule', {
    example: ['coordinates swapped'],
  }),
  fields: paid(list, "Fields of the farm that are this listing's; none = others speak for it", {
    example: ['name', 'address'],
  }),
})
export type Provenance = z.infer<typeof provenance>
