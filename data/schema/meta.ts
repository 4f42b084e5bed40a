import type { z } from 'zod'

/**
 * Every published field says its tier, unit and meaning in zod's `.meta()`, where the dictionary, the
 * Parquet files and the API read them.
 */
export type Tier = 'free' | 'paid'

declare module 'zod/v4/core' {
  interface GlobalMeta {
    /** The lowest tier whose answers and files hold the field. */
    tier?: Tier
    /** Unit of a number, as in "miles" or "US dollars". */
    unit?: string
    /** What null means, where that is not what it means in its table as a rule. */
    nulls?: string
    /** Where it comes from, where it is not from where its table's columns come as a rule. */
    source?: string
    /** The schema version in which it came, where it is not that of its table. */
    since?: number
    /** Of a parameter that is not required: that a form for the request begins with its example. */
    filledIn?: boolean
    /** Of a parameter: other names that requests may give it. */
    aliases?: readonly string[]
  }
}

type More = Pick<z.GlobalMeta, 'unit' | 'nulls' | 'source' | 'since'> & { example?: unknown }

const ofTier =
  (tier: Tier) =>
  <Field extends z.ZodType>(field: Field, meaning: string, more: More = {}): Field =>
    field.meta({ tier, description: withNulls(meaning, more.nulls), ...more })

/** A column's meaning, and what null means. */
export const withNulls = (meaning: string, nulls: string | null | undefined): string =>
  nulls ? `${meaning}; null = ${nulls}` : meaning

/** Describes a field that every key gets. */
export const free = ofTier('free')
/** Describes a field that paid keys get. */
export const paid = ofTier('paid')
