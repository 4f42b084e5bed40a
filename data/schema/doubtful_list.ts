import { z } from 'zod'

/** The file of doubtful pairs in the report folder of a build. */
export const doubtfulFile = 'doubtful.json'

const text = z.string()
const listing = z.object({
  farm_id: text,
  name: text,
  city: text.nullable(),
  state: text.nullable(),
})

/** Pairs of farms that may be one but are not joined, as the server shows them to its operators. */
export const doubtfulList = z.array(
  z.object({
    /** Points of the evidence; a match needs 6. */
    score: z.number(),
    /** The veto that keeps the farms apart; null = none, only points are lacking. */
    kept_apart_by: text.nullable(),
    distance_km: z.number().nullable(),
    /** The evidence with its points: `name_core 4.5, address_same 4`. */
    speaks_for: text,
    speaks_against: text,
    a: listing,
    b: listing,
  }),
)
export type DoubtfulPair = z.infer<typeof doubtfulList>[number]
