import { z } from 'zod'
import { mapping } from './mapping.ts'

const text = z.string().trim().min(1)

/**
 * Who speaks: a public agency's own list, the operators in a directory that they keep up, or anybody
 * (scraped, crowd-sourced). The first is believed first where sources contradict each other.
 */
export const authorities = ['agency', 'operator', 'crowd'] as const
export type Authority = (typeof authorities)[number]

/** One file of a build. Files of one series are its editions, or where they have one date its parts. */
export const sourceEntry = z.strictObject({
  /** See `npm run build -- --help`. */
  kind: text,
  /** Relative to the sources file. */
  path: text,
  /** The namespace of its source ids, and its name in what is published; default: the kind. */
  name: text
    .regex(/^[a-z0-9][a-z0-9_.-]*$/, 'expected small letters, digits, `-`, `_` and `.`')
    .exactOptional(),
  /**
   * The series that it is an edition of, of which the newest edition says what is listed; default: the
   * name, and for the portal its directory too (`usda-local-food-portal/csa`).
   */
  series: text.exactOptional(),
  publisher: text.exactOptional(),
  licence: text.exactOptional(),
  attribution: text.exactOptional(),
  /**
   * When it was downloaded: the date of the edition. Default: the date in the file's name (of a month, the
   * first), else the newest date of its rows; a file that nothing dates is refused.
   */
  retrieved_at: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], 'expected a date such as 2024-04-18')
    .exactOptional(),
  /** Who vouches for it; default: as the kind says. */
  authority: z.enum(authorities).exactOptional(),
  /**
   * For the kinds that have columns of their own: by what the file calls a column, what the kind calls
   * it; null = a new column, which the kind has not.
   */
  columns: z.record(text, text.nullable()).exactOptional(),
  /** For the kinds csv, xlsx and geojson. */
  mapping: mapping.exactOptional(),
})
export type SourceEntry = z.infer<typeof sourceEntry>

/** The file that `--config FILE` names: the sources of a build. */
export const sourcesFile = z.strictObject({
  sources: z.array(sourceEntry).min(1, 'no source in it'),
})
