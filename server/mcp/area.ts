import type { FarmList } from './farm_lines.ts'
import type { Ask } from './ask.ts'

/** The farms around a place, counted, and what is said of them in each answer. */
export type Area = FarmList & {
  meta: { facets?: Record<string, { value: string; count: number }[]> }
}

/** Counts the farms around a place, or those of them that have a product. */
export const areaOf = (ask: Ask, query: { near: string; radius: number; products?: string }) =>
  ask<Area>('/v1/search', { ...query, per_page: 1, facets: 'place_type' })
