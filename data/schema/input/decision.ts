/** A listing, by the name of its source and its id there. */
export type ListingName = { source: string; source_id: string }

/** What a person decided of two listings: whether they are one farm. */
export type Decision = {
  /** Its number among all decisions, from 1. */
  entry: number
  a: ListingName
  b: ListingName
  same: boolean
}
