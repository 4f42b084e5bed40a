import { z } from 'zod'

const text = z.string().trim().min(1)

/** One term of a vocabulary. */
export const entry = z.strictObject({
  /** The one published name of the term. */
  name: text.regex(/^[^,;|]+$/, 'no separator: lists of names are joined by commas'),
  category: text.optional(),
  /** More general terms of the same list: a request for one of them finds this term too. */
  broader: z.array(text).min(1).optional(),
  /** Synonyms, and the labels used by sources. */
  aliases: z.array(text),
  /** Spanish names (spanish.json); none if there is no common one. */
  spanish: z.array(text).optional(),
})
export type Entry = z.infer<typeof entry>

/** Units for comparing prices: a pound, a dozen or a quart. */
export const measures = ['lb', 'dozen', 'quart'] as const
export type Measure = (typeof measures)[number]

/**
 * A product. `measure`: the unit it is sold by, mostly the pound; null = none (wreaths, pies, soap). `claim`: a
 * variety by how it is produced (cage-free eggs), which only some farms state.
 */
export const productEntry = entry.extend({
  category: text,
  claim: z.boolean().default(false),
  measure: z.enum(measures).nullable().default('lb'),
})
export type ProductEntry = z.infer<typeof productEntry>

/** A unit of sale. One unit is `factor` times `converts_to`; a unit without these does not convert. */
export const unitEntry = entry.extend({
  converts_to: z.enum(measures).optional(),
  factor: z.number().positive().optional(),
})
export type UnitEntry = z.infer<typeof unitEntry>
