import type { Farm } from '../../data/schema/tables/farm.ts'

/** A farm as lists give it: paid fields are absent for free keys. */
export type ListedFarm = Partial<Farm> &
  Pick<Farm, 'id' | 'name' | 'products'> & { distance_mi?: number }

/** What the list endpoints answer. */
export type ListBody = {
  data: ListedFarm[]
  meta: {
    count: number
    total: number
    page: number
    per_page: number
    has_more: boolean
    snapshot: string
    coverage?: { products: number; hours: number | null; prices: number | null }
    coverage_recent?: { products: number; hours: number | null; prices: number | null }
    ignored?: string[]
  }
  links: { self: string; next?: string }
}

export const ids = (list: ListBody): string[] => list.data.map(({ id }) => id)
export const names = (list: ListBody): string[] => list.data.map(({ name }) => name)
