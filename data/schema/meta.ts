import type { z } from 'zod'

/**
 * Every published field says its tier, unit and meaning in zod's `.meta()`, where the dictionary, the
 * Parquet files and the API read them.
 */
export type Tier = 'free' | 'paid'

declare module 'zod' {
  interface GlobalMeta {
    /** The lowest tier whose answers and files hold the field. */
    tier?: Tier
    /** Unit of a number, as in "miles" or "US dollars". */
    unit?: string
  }
}

type More = Pick<z.GlobalMeta, 'unit'> & { example?: unknown }

const ofTier =
  (tier: Tier) =>
  <Field extends z.ZodType>(field: Field, description: string, more: More = {}): Field =>
    field.meta({ tier, description, ...more })

/** Describes a field that every key gets. */
export const free = ofTier('free')
/** Describes a field that paid keys get. */
export const paid = ofTier('paid')
