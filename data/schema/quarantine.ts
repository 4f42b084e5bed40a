import { z } from 'zod'

const text = z.string().min(1)

/** `build/quarantine.json`: source files that a person rejected. No build makes one of them live. */
export const quarantine = z.array(
  z.strictObject({
    sha256: text.length(64),
    source: text,
    file: text,
    /** The candidate that was rejected, or the snapshot that was rolled back from. */
    snapshot: text,
    by: text,
    reason: text,
    at: z.iso.datetime(),
  }),
)
export type Quarantined = z.infer<typeof quarantine>[number]
