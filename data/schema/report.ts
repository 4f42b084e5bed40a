import { z } from 'zod'
import { change } from './tables/change.ts'
import { verdict } from './manifest.ts'
import { reject } from './reject.ts'

const text = z.string()
const tally = z.record(text, z.int())
const listingName = z.strictObject({ source: text, source_id: text })
const names = z.array(text)

/** The columns of a source file, and how they differ from those that it should have. */
const columns = z.strictObject({
  /** Each column of the file, and what its values look like (pipeline/read/shapes.ts); null = of several kinds. */
  found: z.record(text, text.nullable()),
  /** The edition of the series before, with whose columns they are compared: its file; null = none. */
  before: text.nullable(),
  /** Columns of the kind of source, or of the edition before, that are not there. */
  missing: names,
  /** Columns that the kind of source does not know, or that the edition before of a mapped table lacks. */
  new: names,
  /** Of those, pairs that may be one column under another name. */
  renamed: z.array(z.strictObject({ from: text, to: text })),
  /** Columns that the mapping does not name. */
  unmapped: names,
})

/** What a build did: printed at its end and kept in its report folder. */
export const report = z.strictObject({
  /** null = refused by a gate */
  snapshot: text.nullable(),
  farms: z.int(),
  product_listings: z.int(),
  sources: z.array(
    z.strictObject({
      source: text,
      kind: text,
      /** The series whose listings it holds. */
      series: names.default([]),
      file: text,
      path: text,
      /** Date of the edition (data/schema/tables/edition.ts). */
      edition: text.nullable(),
      read: z.int(),
      used: z.int(),
      merged: z.int(),
      history: z.int(),
      rejected: z.int(),
      /** Rows by reason. */
      rejections: tally,
      /** Rows by rule. */
      corrections: tally,
      /** null = the format names its fields itself; reports of before lack it. */
      columns: columns.nullable().default(null),
    }),
  ),
  /**
   * By vocabulary and term, the rows that have it: terms that are not in the vocabulary, kept verbatim.
   * The most frequent of each vocabulary.
   */
  unknown_terms: z.record(text, tally),
  /** By vocabulary, how many such terms there are, and how often they are seen; reports of before lack it. */
  unknown_counts: z.record(text, z.strictObject({ terms: z.int(), times: z.int() })).default({}),
  /** Rows by field and reason: values that could not be read and are omitted. */
  unreadable: tally,
  /** Farms by field: texts in which letters are lost (U+FFFD), and whole nowhere; reports of before lack it. */
  lost_letters: tally.default({}),
  /** Schedule texts that could not be read as data, and are kept as text. */
  schedules: z.strictObject({ read: z.int(), unread: z.int() }),
  /** Rows that are as in the last build, and are not read anew; reports of before lack it. */
  reuse: z
    .strictObject({
      rows: z.int(),
      /** Rows read anew, since what is kept of them is damaged. */
      damaged: z.int(),
      /** Why nothing of the last build is used; null = it is, or there is nothing. */
      ignored: text.nullable(),
    })
    .default({ rows: 0, damaged: 0, ignored: null }),
  /** Corrections by their number in the file, from 1, and what became of them. */
  overrides: z.array(
    z.strictObject({
      entry: z.int(),
      /** The farm: its id, or source and source id. */
      target: text,
      /** The field, or `removal`. */
      field: text,
      state: z.enum(['applied', 'expired', 'matches no farm']),
    }),
  ),
  /** Pairs of listings of which a person decided whether they are one farm, by number. */
  decisions: z
    .array(
      z.strictObject({
        entry: z.int(),
        a: listingName,
        b: listingName,
        same: z.boolean(),
        state: z.enum(['applied', 'matches no listing']),
      }),
    )
    .default([]),
  gates: z.array(verdict),
  /** The snapshot that it was compared with: the live one when the build began. */
  previous: text.nullable(),
  /** By source and field, the share of listings that have it, 0 to 1. */
  coverage: z.record(text, z.record(text, z.number())),
  /** What changed since the previous snapshot: how many farms, by kind, field and cause. */
  changes: z.array(
    change.pick({ change: true, field: true, cause: true }).extend({
      /** Missing in reports of old. */
      listing_change: change.shape.listing_change.default(null),
      farms: z.int(),
    }),
  ),
  /** Farms by H3 cell of resolution 4, and those added and removed since the previous snapshot. */
  cells: z.array(z.strictObject({ cell: text, farms: z.int(), added: z.int(), removed: z.int() })),
  /** Some rejected rows of each reason. */
  rejected_rows: z.array(reject),
  stages: z.array(z.strictObject({ name: text, seconds: z.number() })),
})
export type Report = z.infer<typeof report>
export type ColumnsReport = z.infer<typeof columns>
