import { z } from 'zod'
import { changeTotals } from './run.ts'
import { decisionStates, listingName } from './input/decision.ts'
import { change } from './tables/change.ts'
import { fallback, verdict } from './manifest.ts'

const text = z.string()
const tally = z.record(text, z.int())
const names = z.array(text)

/** A rejected source row, kept whole in the build's report folder; never published. */
export const reject = z.strictObject({
  source: z.string().meta({ description: 'Source type' }),
  file: z.string().meta({ description: 'File name' }),
  line: z.int32().min(1).meta({ description: 'Line in the file, from 1' }),
  reason: z.string().meta({ description: 'Reason for the rejection' }),
  raw: z.string().meta({
    description: 'Row as JSON text, or the line itself if it is neither JSON nor CSV',
  }),
})
export type Reject = z.infer<typeof reject>

/** A source file's columns, and their differences from the expected ones. */
const columns = z.strictObject({
  /** Each column of the file, and the shape of its values (pipeline/read/shapes.ts); null = mixed. */
  found: z.record(text, text.nullable()),
  /** The file of the series' previous edition, whose columns are compared; null = none. */
  before: text.nullable(),
  /** Missing columns that the source type or the previous edition has. */
  missing: names,
  /** Columns new to the source type or, in a mapped table, since the previous edition. */
  new: names,
  /** Pairs of these that may be one renamed column. */
  renamed: z.array(z.strictObject({ from: text, to: text })),
  /** Columns that are not in the mapping. */
  unmapped: names,
})

/** The result of a build: printed at its end and kept in its report folder. Extra keys of older reports are dropped. */
export const report = z.object({
  /** null = refused by a gate */
  snapshot: text.nullable(),
  farms: z.int(),
  product_listings: z.int(),
  sources: z.array(
    z.strictObject({
      source: text,
      kind: text,
      /** The series of its listings. */
      series: names.default([]),
      file: text,
      path: text,
      /** Date of the edition (data/schema/tables/history/edition.ts). */
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
      /**
       * Why the last good edition took the place of the source's file, in words too, and its age since the
       * last published build that got it from its source; null = it did not; missing in older reports.
       */
      fallback: fallback.extend({ message: text, age_days: z.int() }).nullable().default(null),
      /** null = the format defines its own fields; missing in older reports. */
      columns: columns.nullable().default(null),
    }),
  ),
  /** Sources that are not required and had no usable file, and the series that are missing; none in older reports. */
  left_out: z
    .array(
      z.strictObject({
        source: text,
        reason: fallback.shape.reason,
        message: text,
        series: z.array(text).default([]),
      }),
    )
    .default([]),
  /**
   * By vocabulary and term, the number of rows: terms that are not in the vocabulary, kept verbatim. The
   * most frequent of each vocabulary.
   */
  unknown_terms: z.record(text, tally),
  /** By vocabulary, the number of such terms and of their occurrences; missing in older reports. */
  unknown_counts: z.record(text, z.strictObject({ terms: z.int(), times: z.int() })).default({}),
  /** Rows by field and reason: unreadable values, which are omitted. */
  unreadable: tally,
  /** Farms by field: texts with lost letters (U+FFFD) and no intact version; missing in older reports. */
  lost_letters: tally.default({}),
  /** Farm names with lost letters, and why they stay; missing in older reports. */
  lost_names: z.array(z.strictObject({ farm_id: text, name: text, reason: text })).default([]),
  /** Schedule texts: read as data, or unreadable and kept as text. */
  /**
   * How often earlier statements were still right when listings said the group again, by subject and age:
   * pipeline/resolve/said/accuracy.sql; missing in older reports.
   */
  accuracy: z
    .array(
      z.strictObject({
        subject: z.enum(['products', 'payment_methods', 'weekdays', 'hours', 'website']),
        age: z.enum(['within_1_year', '1_to_3_years', 'over_3_years']),
        listings: z.int(),
        right: z.number(),
        low: z.number(),
        high: z.number(),
      }),
    )
    .default([]),
  schedules: z.strictObject({ read: z.int(), unread: z.int() }),
  /** Rows unchanged since the last build, whose readings are reused; missing in older reports. */
  reuse: z
    .strictObject({
      rows: z.int(),
      /** Rows read again, since their stored readings are damaged. */
      damaged: z.int(),
      /** The reason why no stored readings are used; null = they are, or there are none. */
      ignored: text.nullable(),
    })
    .default({ rows: 0, damaged: 0, ignored: null }),
  /** The decisions on record and their results; missing in older reports. */
  decided: z
    .array(
      z.strictObject({
        /** Its number: its line in the decisions file. */
        entry: z.int(),
        /** As in `correct phone of FARM`. */
        what: text,
        by: text,
        reason: text,
        /** The listings that it keeps apart: the first from each of the others. */
        apart: z.array(listingName),
        state: z.enum(decisionStates),
      }),
    )
    .default([]),
  gates: z.array(verdict),
  /** The snapshot for comparison: the live one at the build's start. */
  previous: text.nullable(),
  /** null in older reports. */
  totals: changeTotals.nullable().default(null),
  /** A warning about the clock; null = it is sound. */
  clock: text.nullable().default(null),
  /** By source and field, the share of listings that have it, 0 to 1. */
  coverage: z.record(text, z.record(text, z.number())),
  /** Changes since the previous snapshot: number of farms, by type, field and cause. */
  changes: z.array(
    change.pick({ change: true, field: true, cause: true }).extend({
      /** Missing in older reports. */
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
