import { z } from 'zod'
import {
  readOriginPattern,
  writtenPattern,
  type OriginPattern,
} from '../../http/addresses/page_origin.ts'

/** At most so many origins for a key. */
export const mostOrigins = 10

const origin = z.string('must be text').transform((text, context) => {
  const pattern = readOriginPattern(text.trim())
  if (typeof pattern !== 'string') return writtenPattern(pattern)
  context.addIssue(`${JSON.stringify(text)} ${pattern}`)
  return z.NEVER
})

/** The origins whose pages a browser key is for, one to ten, each in one way of writing it. */
export const keyOrigins = z
  .array(origin, 'must be a list of one to ten origins')
  .transform((origins) => [...new Set(origins)])
  .refine(
    ({ length }) => length >= 1 && length <= mostOrigins,
    `must be one to ${mostOrigins} origins, such as https://farms.example`,
  )

/** The same written in one text, with blanks, line ends or commas between. */
export const keyOriginsText = z
  .string('is required, as text')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(keyOrigins)

/** Reads the origins as the store has them, in JSON; they were checked when they were written. */
export const patternsOf = (json: string): OriginPattern[] =>
  (JSON.parse(json) as string[]).map(readOriginPattern).filter((each) => typeof each !== 'string')
