/**
 * What every published field says about itself, in zod's `.meta()`: the dictionary, the Parquet
 * files, the API and its tiers all read it from there.
 */
export type Tier = 'free' | 'paid'

declare module 'zod' {
  interface GlobalMeta {
    /** The lowest tier whose answers and files hold the field; tables of one tier leave it out. */
    tier?: Tier
    /** Shown in the farm profile only, not in lists. */
    profile?: boolean
    /** Unit of a number, as in "miles" or "US dollars". */
    unit?: string
  }
}
