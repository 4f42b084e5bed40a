import { z } from 'zod'

const text = z.string().trim().min(1)

/** One term of a vocabulary. */
export const entry = z.strictObject({
  /** The one name under which the dataset publishes the term. */
  name: text.regex(/^[^,;|]+$/, 'no separator: lists of names are joined by commas'),
  /** The group that the term belongs to. */
  category: text.optional(),
  /** Terms of the same list that it is a kind of: a request for one of them finds it too. */
  broader: z.array(text).min(1).optional(),
  /** Other words for it, and the labels of the sources, as they write them. */
  aliases: z.array(text),
})
export type Entry = z.infer<typeof entry>

/** What prices are compared by: a pound, a dozen or a quart. */
export const measures = ['lb', 'dozen', 'quart'] as const
export type Measure = (typeof measures)[number]

/** A product. `measure`: by which it is sold, mostly the pound; null = by none (wreaths, pies, soap). */
export const productEntry = entry.extend({
  category: text,
  measure: z.enum(measures).nullable().default('lb'),
})
export type ProductEntry = z.infer<typeof productEntry>

/** A unit of sale. One is `factor` times `converts_to`; a unit without these does not convert. */
export const unitEntry = entry.extend({
  converts_to: z.enum(measures).optional(),
  factor: z.number().positive().optional(),
})
export type UnitEntry = z.infer<typeof unitEntry>
