import { z } from 'zod'
import { mostRadius_mi } from '../http/parameters/places.ts'

/** Parameters that several tools share. */

const place =
  'Place name: "Danville, VT", "05828", "Caledonia County, VT"; a city alone only if it is far larger than its namesakes'

export const near = z.string().min(1).max(200).describe(place)

/** Several names in one text. */
export const several = z.string('must be one text, several names with commas: "eggs,honey"')

export const saidSince = z
  .string()
  .describe('Use only what was stated since a date "2022-06-01", or in the last years "3y"')

export const radius = z
  .number()
  .min(1)
  .max(mostRadius_mi)
  .describe(`Miles around \`near\`, 1 to ${mostRadius_mi}; default 25`)
export const defaultRadius = 25
export const product = z
  .string()
  .min(1)
  .max(200)
  .describe('One product, such as "eggs" or "goat cheese"; varieties count')
export const state = z.string().min(2).max(200).describe('"VT", "Vermont", or several: "VT,NH"')
export const page = z.int().min(1).max(1000).default(1).describe('Page of the list, from 1')

/** The position of a page in its list, in the data of an answer. */
export const listPage = {
  total: z.number().describe('Number of entries on all pages'),
  page: z.number(),
  has_more: z.boolean().describe('true: call again with the next page'),
}
