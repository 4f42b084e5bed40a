import { z } from 'zod'
import '../meta.ts'

/** Which source listing a farm's record was made from: one row for each farm and source listing. */
export const provenance = z.strictObject({
  farm_id: z.uuid().meta({ tier: 'paid', description: 'The farm' }),
  source: z.string().min(1).meta({
    tier: 'paid',
    description: 'Source, as in the sources table; override = a correction of our own',
    example: 'usda-farmers-market-directory',
  }),
  source_id: z
    .string()
    .min(1)
    .meta({ tier: 'paid', description: "The listing's id in that source", example: '1018261' }),
  licence: z
    .string()
    .min(1)
    .nullable()
    .meta({ tier: 'paid', description: 'Licence of the source; null = a correction of our own' }),
  file: z
    .string()
    .min(1)
    .meta({ tier: 'paid', description: 'Name of the source file', example: '2020-01-31.csv.gz' }),
  line: z
    .int32()
    .min(1)
    .meta({ tier: 'paid', description: 'Its line in the source file, from 1', example: 2 }),
  updated_at: z.iso
    .datetime()
    .nullable()
    .meta({ tier: 'paid', description: 'When the source last said so (UTC)' }),
  corrections: z.array(z.string()).meta({
    tier: 'paid',
    description: 'What the pipeline corrected, as name of the rule',
    example: ['coordinates swapped'],
  }),
  fields: z.array(z.string()).meta({
    tier: 'paid',
    description: "Fields of the farm that are this listing's; none = others speak for it",
    example: ['name', 'address'],
  }),
})
export type Provenance = z.infer<typeof provenance>
