import { z } from 'zod'
import { registry } from './tables/registry.ts'

/** The features of a removed farm's listing, to recognize it under another source id. */
const removedListing = registry.omit({
  farm_id: true,
  series: true,
  first_seen: true,
  last_seen: true,
  dated: true,
  row_digest: true,
})

const tombstone = z.strictObject({
  farm_id: z.uuid(),
  reason: z.string().min(1),
  /** When the removal took effect. */
  at: z.iso.datetime(),
  /** The first day on which the farm may come back; null = never. The next build then drops the tombstone. */
  expires: z.iso.date().nullable(),
  listings: z.array(removedListing),
  /** The number of the decision that removed it; missing if an older pipeline did. */
  decision: z.int().nullable().exactOptional(),
  /** The decision was withdrawn: this record only informs servers and buckets. */
  lifted: z.literal(true).exactOptional(),
})

/**
 * `build/tombstones.json`: farms removed by a decision. Later builds omit them, and no file or answer of
 * an older snapshot shows them. Private: never published.
 */
export const tombstones = z.array(tombstone)
export type Tombstone = z.infer<typeof tombstone>
