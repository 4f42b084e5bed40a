import { z } from 'zod'

const text = z.string().min(1)
const time = z.iso.datetime()

/** A source file, and the description for reading it again. */
const archivedFile = z.strictObject({
  /** The name of its source, and its type. */
  source: text,
  kind: text,
  /** Its address (without keys) or path. */
  origin: text,
  file: text,
  sha256: text,
  bytes: z.int().min(0),
  /** The first and the last time that the source gave it. */
  first_at: time,
  last_at: time,
  /** For the next request; null = not fetched, or the server gave none. */
  etag: text.nullable(),
  last_modified: text.nullable(),
  /** The series of its listings, and its date. */
  series: z.array(text),
  edition: z.iso.date().nullable(),
  /** The other fields of its entry in the sources file, as they were read. */
  entry: z.record(z.string(), z.unknown()),
  /** The last build that got it from its source and published it; null = none. */
  good_at: time.nullable(),
})
export type ArchivedFile = z.infer<typeof archivedFile>

/** `archive/index.json`: the archived files. */
export const archiveIndex = z.array(archivedFile)
