import { z } from 'zod'
import {
  readOriginPattern,
  writtenPattern,
  type OriginPattern,
} from '../../http/addresses/page_origin.ts'

export const mostOrigins = 10

const origin = z.string('must be text').transform((text, context) => {
  const pattern = readOriginPattern(text.trim())
  if (typeof pattern !== 'string') return writtenPattern(pattern)
  context.addIssue(`${JSON.stringify(text)} ${pattern}`)
  return z.NEVER
})

/** The origins that may use a browser key: one to ten, each in canonical form. */
export const keyOrigins = z
  .array(origin, 'must be a list of one to ten origins')
  .transform((origins) => [...new Set(origins)])
  .refine(
    ({ length }) => length >= 1 && length <= mostOrigins,
    `must be one to ${mostOrigins} origins, such as https://farms.example`,
  )

/** The same as one text, separated by blanks, line ends or commas. */
export const keyOriginsText = z
  .string('is required, as text')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(keyOrigins)

/** Reads stored origins (JSON), which were checked when written. */
export const patternsOf = (json: string): OriginPattern[] =>
  (JSON.parse(json) as string[]).map(readOriginPattern).filter((each) => typeof each !== 'string')
