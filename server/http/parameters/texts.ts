import { z } from 'zod'
import type { oas31 } from 'zod-openapi'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import { described } from './described.ts'

/** Text of 1 to 200 characters after trimming, without control characters. */
export const text = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'must have at most 200 characters')
  .refine((value) => !/\p{Cc}/u.test(value), 'must not hold control characters')
  .refine((value) => value.isWellFormed(), 'must not hold half of a character') // of an agent

/** Up to `most` comma-separated entries, sorted, each once: their order has no meaning. */
export const several = <One extends z.ZodType<string, string>>(
  one: One,
  most: number,
  items: oas31.SchemaObject,
) =>
  described(
    entries(one, most).transform((given) => [...new Set(given)].sort(whateverTheCase)),
    { type: 'array', items, maxItems: most },
  )

/** Sorts capitals between small letters; texts that differ only in case also have a fixed order. */
const whateverTheCase = (one: string, other: string): number => {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a === b ? (one < other ? -1 : 1) : a < b ? -1 : 1
}

/** Up to `most` comma-separated entries, in the order given. */
export const entries = <One extends z.ZodType<unknown, string>>(one: One, most: number) =>
  z
    .string()
    .transform((value) => value.split(',').map((entry) => entry.trim()))
    .pipe(z.array(one).max(most, `must have at most ${most} entries`))

/** Up to 20 comma-separated texts. */
export const textList = several(text, 20, { type: 'string', minLength: 1, maxLength: 200 })

/** As many as fit into 120 characters, the most that other services' clients send. */
const mostWords = 60

/** Text with 1 to 60 searchable words. */
export const words = text.refine((value) => {
  const { length } = wordsOf(value)
  return length >= 1 && length <= mostWords
}, `must have from 1 to ${mostWords} words of letters and digits`)

/** A sentence of at most 60 searchable words. */
export const sentence = text.refine(
  (value) => wordsOf(value).length <= mostWords,
  `must have at most ${mostWords} words`,
)

export const product = text.meta({
  description: 'Product name or alias, singular or plural, in any case',
  example: 'eggs',
  aliases: ['products'],
})
