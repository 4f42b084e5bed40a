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
