import { z } from 'zod'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import { described } from './described.ts'

/** Text of 1 to 200 characters after trimming, without control characters. */
export const text = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'must have at most 200 characters')
  .refine((value) => !/\p{Cc}/u.test(value), 'must not hold control characters')

/** Up to 20 comma-separated texts. */
export const textList = described(
  z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(text).max(20, 'must have at most 20 entries')),
  { type: 'array', items: { type: 'string', minLength: 1, maxLength: 200 }, maxItems: 20 },
)

/** Text with 1 to 10 words that can be searched for. */
export const words = text.refine((value) => {
  const { length } = wordsOf(value)
  return length >= 1 && length <= 10
}, 'must have from 1 to 10 words of letters and digits')

/** A product as people call it. */
export const product = text.meta({
  description: 'A product by its name or any alias, whatever the case, singular or plural',
  example: 'eggs',
})
