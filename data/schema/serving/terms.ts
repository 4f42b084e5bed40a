import { z } from 'zod'

/** The fields of a farm that hold terms. */
export const facets = [
  'products',
  'categories',
  'certifications',
  'practices',
  'delivery_options',
  'payment_methods',
] as const
export type Facet = (typeof facets)[number]

/** Every term that a farm of the snapshot has, by the field that holds it. */
export const termLists = z.record(z.enum(facets), z.array(z.string()))
export type TermLists = z.infer<typeof termLists>

/** How many farms have a term or a kind of it, by the field that holds it; terms of no farm are omitted. */
export const termFarms = z.record(z.enum(facets), z.record(z.string(), z.int().min(1)))
export type TermFarms = z.infer<typeof termFarms>
