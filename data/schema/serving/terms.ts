import { z } from 'zod'
import { fieldsWith } from './fields.ts'

/** The fields of a farm that hold terms. */
export const facets = fieldsWith({ kind: 'many' })
export type Facet = (typeof facets)[number]

/** Every term that some farm of the snapshot has, by field. */
export const termLists = z.record(z.enum(facets), z.array(z.string()))
export type TermLists = z.infer<typeof termLists>

/** Number of farms with a term or one of its varieties, by field; terms without farms are omitted. */
export const termFarms = z.record(z.enum(facets), z.record(z.string(), z.int().min(1)))
export type TermFarms = z.infer<typeof termFarms>
