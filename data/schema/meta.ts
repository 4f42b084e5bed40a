import type { z } from 'zod'

/**
 * Every published field has its tier, unit and meaning in zod's `.meta()`, which the dictionary, the
 * Parquet files and the API read.
 */
export type Tier = 'free' | 'paid'

declare module 'zod/v4/core' {
  interface GlobalMeta {
    /** The lowest tier whose answers and files hold the field. */
    tier?: Tier
    /** Unit of a number, as in "miles" or "US dollars". */
    unit?: string
    /** The meaning of null, if it differs from the table's default. */
    nulls?: string
    /** The origin of its values, if it differs from the table's default. */
    source?: string
    /** Every possible value, or item of a list, if the type does not list them. */
    values?: readonly string[]
    /** The schema version that added it, if it differs from the table's. */
    since?: number
    /** For an optional parameter: a form for the request starts with its example. */
    filledIn?: boolean
    /** For a parameter: aliases that requests may use. */
    aliases?: readonly string[]
  }
}

type More = Pick<z.GlobalMeta, 'unit' | 'nulls' | 'source' | 'since' | 'values'> & {
  example?: unknown
}

const ofTier =
  (tier: Tier) =>
  <Field extends z.ZodType>(field: Field, meaning: string, more: More = {}): Field =>
    field.meta({ tier, description: withNulls(meaning, more.nulls), ...more })

/** A column's meaning, and the meaning of null. */
export const withNulls = (meaning: string, nulls: string | null | undefined): string =>
  nulls ? `${meaning}; null = ${nulls}` : meaning

/** Describes a field that every key gets. */
export const free = ofTier('free')
/** Describes a field that paid keys get. */
export const paid = ofTier('paid')
