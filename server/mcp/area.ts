import type { Ask } from '../ask/ask.ts'
import { search } from '../routes/farms/search.ts'

/** Counts the farms around a place, or only those with a product. Returns the text for answers. */
export const areaOf = (
  ask: Ask,
  query: {
    near: string
    radius: number
    products?: string
    said_since?: string | undefined
  },
) => ask(search, { ...query, per_page: 1, facets: 'place_type' })
