import { z } from 'zod'

/** Parameters that several tools share. */

const place =
  'A place as people say it: "Danville, VT", "05828", "Caledonia County, VT"; a city alone only where one is far larger than its namesakes'

export const near = z.string().min(1).max(200).describe(place)
export const radius = z
  .number()
  .min(1)
  .max(100)
  .describe('Miles around `near`, 1 to 100; default 25')
export const defaultRadius = 25
export const product = z
  .string()
  .min(1)
  .max(200)
  .describe('One product, such as "eggs" or "goat cheese"; kinds of it count')
export const state = z.string().min(2).max(200).describe('"VT", "Vermont", or several: "VT,NH"')
export const page = z.int().min(1).max(1000).default(1).describe('Page of the list, from 1')
