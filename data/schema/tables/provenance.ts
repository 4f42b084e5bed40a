import { z } from 'zod'
import { paid } from '../meta.ts'

const text = z.string().min(1)
const list = z.array(z.string())

/** Which source listing a farm's record was made from: one row for each farm and source listing. */
export const provenance = z.strictObject({
  farm_id: paid(z.uuid(), 'Id of the farm', { source: 'given by the pipeline' }),
  source: paid(text, 'Source, as in the sources table; override = one of our corrections', {
    example: 'usda-farmers-market-directory',
  }),
  source_id: paid(text, "The listing's id in that source", { example: '1018261' }),
  licence: paid(text.nullable(), 'Licence of the source', {
    nulls: 'one of our corrections',
    source: 'the sources file, else the kind of source',
  }),
  file: paid(text, 'Name of the source file', { example: '2020-01-31.csv.gz' }),
  line: paid(z.int32().min(1), 'Line in the source file, from 1', { example: 2 }),
  updated_at: paid(z.iso.datetime().nullable(), 'When the source last updated the listing (UTC)', {
    nulls: 'the listing has no date',
  }),
  stated_county: paid(
    text.nullable(),
    'County as the listing states it; that of the farm follows from its location',
    { example: 'Caledonia', nulls: 'not stated', since: 3 },
  ),
  corrections: paid(list, 'What the pipeline corrected, by name of the rule', {
    example: ['coordinates swapped'],
    source: 'the build',
  }),
  kept_texts: paid(
    z.record(z.string(), list).nullable(),
    'What the listing says, in its own words, in fields that could not hold it, by field',
    { example: { phone: ['802-555-0123 ext. 4'] }, nulls: 'nothing', since: 2 },
  ),
  fields: paid(
    list,
    'Fields of the farm that come from this listing; empty = all come from others',
    { example: ['name', 'address'], source: 'the build' },
  ),
})
export type Provenance = z.infer<typeof provenance>
