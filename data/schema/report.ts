import { z } from 'zod'

const tally = z.record(z.string(), z.int())

/** What a build did: printed at its end, and kept in the build's report folder. */
export const report = z.strictObject({
  /** null = refused by a gate */
  snapshot: z.string().nullable(),
  farms: z.int(),
  product_listings: z.int(),
  sources: z.array(
    z.strictObject({
      kind: z.string(),
      path: z.string(),
      read: z.int(),
      used: z.int(),
      merged: z.int(),
      rejected: z.int(),
      /** Reason to rows. */
      rejections: tally,
      /** Rule to rows. */
      corrections: tally,
    }),
  ),
  /** Vocabulary to term to rows: terms kept verbatim because the vocabulary does not know them. */
  unknown_terms: z.record(z.string(), tally),
  /** Field and reason to rows: values that could not be read and are left out. */
  unreadable: tally,
  /** Schedule texts that could not be read as data, and are kept as text. */
  schedules: z.strictObject({ read: z.int(), unread: z.int() }),
  gates: z.array(z.strictObject({ name: z.string(), passed: z.boolean(), detail: z.string() })),
  stages: z.array(z.strictObject({ name: z.string(), seconds: z.number() })),
})
export type Report = z.infer<typeof report>
