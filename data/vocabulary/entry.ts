import { z } from 'zod'

const text = z.string().trim().min(1)

/** One term of a vocabulary. */
export const entry = z.strictObject({
  name: text.regex(/^[^,;|]+$/, 'no separator: lists of names are joined by commas').meta({
    description: 'The one name under which the dataset publishes the term',
  }),
  category: text.optional().meta({ description: 'The group that the term belongs to' }),
  broader: z.array(text).min(1).optional().meta({
    description:
      'Terms of the same list that it is a kind of: asked for one of them, it is found too',
  }),
  aliases: z.array(text).meta({
    description: 'Other words for it, and the labels of the sources, as they write them',
  }),
})
export type Entry = z.infer<typeof entry>

/** A unit of sale. One of it is `factor` times `converts_to`; without them, it does not convert. */
export const unitEntry = entry.extend({
  converts_to: z.enum(['lb', 'dozen', 'quart']).optional(),
  factor: z.number().positive().optional(),
})
export type UnitEntry = z.infer<typeof unitEntry>
