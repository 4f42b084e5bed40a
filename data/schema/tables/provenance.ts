import { z } from 'zod'
import { paid } from '../meta.ts'

const text = z.string().min(1)
const list = z.array(z.string())

/** The source listings of a farm's record: one row for each farm and listing. */
export const provenance = z.strictObject({
  farm_id: paid(z.uuid(), 'Id of the farm', { source: 'given by the pipeline' }),
  source: paid(
    text,
    'Source, as in the sources table; decision = one of our corrections (in older snapshots override)',
    {
      example: 'usda-farmers-market-directory',
    },
  ),
  source_id: paid(text, 'Id of the listing in that source', { example: '1018261' }),
  licence: paid(text.nullable(), 'License of the source', {
    nulls: 'one of our corrections',
    source: 'the sources file, else the source type',
  }),
  file: paid(text, 'Name of the source file', { example: '2020-01-31.csv.gz' }),
  line: paid(z.int32().min(1), 'Line in the source file, from 1', { example: 2 }),
  updated_at: paid(
    z.iso.datetime().nullable(),
    'Latest update of the listing by its source (UTC)',
    {
      nulls: 'the listing has no date',
    },
  ),
  edition: paid(z.iso.date().nullable(), 'Date of the edition that the row is from', {
    nulls: 'one of our corrections',
    since: 10,
  }),
  carried: paid(
    z.boolean(),
    'true = values of an earlier edition, since no current listing has these fields',
    { source: 'all listings of the farm', since: 10 },
  ),
  stated_county: paid(
    text.nullable(),
    "County as the listing states it; the farm's county follows from its location",
    { example: 'Caledonia', nulls: 'not stated, or carried', since: 3 },
  ),
  corrections: paid(list, 'Corrections by the pipeline, by name of the rule; empty if carried', {
    example: ['coordinates swapped'],
    source: 'the build',
  }),
  kept_texts: paid(
    z.record(z.string(), list).nullable(),
    'Source texts that a field could not hold, by field',
    { example: { phone: ['802-555-0123 ext. 4'] }, nulls: 'nothing, or carried', since: 2 },
  ),
  fields: paid(
    list,
    'Fields of the farm that come from this listing; empty = all come from others',
    { example: ['name', 'address'], source: 'the build' },
  ),
})
export type Provenance = z.infer<typeof provenance>
