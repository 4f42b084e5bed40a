/** A listing, by its source and its id there. */
export type ListingName = { source: string; source_id: string }

/** An operator's decision whether two listings are one farm. */
export type Decision = {
  /** Its number among all decisions, from 1. */
  entry: number
  a: ListingName
  b: ListingName
  same: boolean
}
