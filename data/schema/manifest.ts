import { z } from 'zod'
import { credit } from '../geography/credits.ts'
import { source } from './tables/source.ts'
import { schemaVersion } from './versions.ts'

/** A snapshot's id: its build time, and the start of a digest of its files. */
export const snapshotPattern = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/

/** An instant as ids of snapshots begin with it. */
export const snapshotStamp = (at: Date): string =>
  `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** The build time that a snapshot's id begins with, as in its manifest. */
export const builtAtOf = (id: string): string =>
  id.replace(/^(....)(..)(..)T(..)(..)(..)Z.*$/, '$1-$2-$3T$4:$5:$6Z')

const text = z.string()
const count = z.int().min(0)
const time = z.iso.datetime()

const file = z.strictObject({
  path: text
    .regex(/^(public|members|serving)\/[A-Za-z0-9_][A-Za-z0-9_.]*$/, 'a path inside the snapshot')
    .meta({ description: 'Path inside the snapshot', example: 'public/farms.parquet' }),
  rows: count.nullable().meta({ description: 'Number of rows; null = not a table' }),
  bytes: count.meta({ unit: 'bytes', description: 'Size of the file', example: 48211 }),
  sha256: text.length(64).meta({ description: 'SHA-256 of the file, in hexadecimal' }),
})
export type SnapshotFile = z.infer<typeof file>

/** The size of files together, in bytes. */
export const bytesOf = (files: readonly Pick<SnapshotFile, 'bytes'>[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)

const severity = z.enum(['fault', 'refusal', 'warning'])
export type Severity = z.infer<typeof severity>

/** A measurement of a gate, which refuses if `observed` is over `allowed`. */
export const figure = z.strictObject({
  gate: text.meta({ description: 'Name of the gate', example: 'rows-lost' }),
  source: text
    .nullable()
    .meta({ description: 'Name of the source, or its series; null = all sources' }),
  field: text.nullable().meta({ description: 'Field; null = the farm as a whole' }),
  observed: z.number().meta({ description: 'Measured share or number', example: 0.12 }),
  allowed: z.number().meta({ description: 'Highest permitted value', example: 0.1 }),
  baseline: z.number().nullable().meta({
    description: 'Number that `observed` is a share of, or value before; null = none',
    example: 891,
  }),
  since: text.nullable().meta({
    description: 'Snapshot that was compared; null = none',
  }),
})

export type Figure = z.infer<typeof figure>

export const verdict = z.strictObject({
  name: text.meta({ description: 'Name of the gate', example: 'farm count' }),
  severity: severity.meta({
    description:
      'Consequence of a failure: fault = the build is refused; refusal = it is refused unless accepted with a reason; warning = it is reported',
    example: 'refusal',
  }),
  passed: z.boolean().nullable().meta({
    description: 'Pass flag; null = nothing to compare with',
    example: true,
  }),
  detail: text.meta({ description: 'Finding, or the reason why nothing was compared' }),
  figures: z.array(figure).default([]).meta({
    description: 'Measurements other than 0, each with its limit',
  }),
  accepted_reason: text.nullable().meta({
    description: 'Reason for publishing in spite of the gate; null = not accepted, or not needed',
  }),
  accepted_by: text.nullable().default(null).meta({
    description: 'Name of the operator behind an acceptance; null = none',
  }),
})
export type Verdict = z.infer<typeof verdict>

/** Why a file of the archive took the place of what its source gives now. */
const fallbackReasons = [
  'missing',
  'not_fetched',
  'unreadable',
  'undated',
  'too_few_rows',
  'quarantined',
  'late_edition',
] as const

export const fallback = z.strictObject({
  reason: z.enum(fallbackReasons).meta({
    description:
      'missing = there is no file; not_fetched = its download failed; unreadable, undated, too_few_rows = the file was refused; quarantined = a person rejected the file; late_edition = its source gave an older edition, which only adds history to this one',
    example: 'not_fetched',
  }),
  last_good_at: time.meta({
    description: 'Time of the last build that got this file from its source and published it',
  }),
})
export type Fallback = z.infer<typeof fallback>

/** `manifest.json`: a snapshot's contents. It is written last: a folder with a manifest is complete. */
export const manifest = z.strictObject({
  id: text
    .regex(snapshotPattern, 'a snapshot id')
    .meta({ description: 'Id of the snapshot', example: '20261121T014922Z-02c8b340' }),
  schema_version: z.int().meta({
    description: 'Schema version of the files; it rises whenever a table gets columns',
    example: schemaVersion,
  }),
  previous: text.nullable().default(null).meta({
    description: 'Snapshot that was live during the build; changes count from it',
  }),
  pipeline_version: text.meta({
    description: 'Version of the pipeline',
    example: '0.1.0',
  }),
  vocabulary_version: text.nullable().default(null).meta({
    description: 'Digest of the vocabularies; null = unknown',
  }),
  built_at: time.meta({
    description: 'Time of the build (UTC)',
    example: '2026-11-21T01:49:22.000Z',
  }),
  as_of: time.nullable().meta({
    description:
      'Newest date of a listing; freshness counts from it. If no listing has a date, date of the newest edition',
  }),
  edition: z.iso.date().nullable().meta({
    description: 'Date of the newest edition that decides which farms are listed',
    example: '2024-04-18',
  }),
  synthetic: z.boolean().meta({ description: 'true = at least one farm is generated' }),
  farms: count.meta({ description: 'Number of farms', example: 33412 }),
  product_listings: count.meta({ description: 'Number of product listings', example: 51170 }),
  sources: z
    .array(
      source.extend({
        fallback: fallback.nullable().default(null).meta({
          description:
            'Reason why the last good edition of the source is used; null = the file that the source gave for this build',
        }),
      }),
    )
    .meta({ description: 'Source files, and the use of their rows' }),
  geography: z
    .array(credit)
    .default([])
    .meta({ description: 'Origin of places, boundaries and time zones, with licenses' }),
  unknown_terms: z
    .record(z.string(), z.int())
    .meta({ description: 'Number of unknown terms, by vocabulary' }),
  gates: z.array(verdict).meta({ description: 'Checks before publication' }),
  decisions: count.nullable().default(null).meta({
    description:
      'Number of decisions on record: corrections, removals, mergers and splits by persons',
  }),
  files: z.array(file).meta({ description: 'Files of the snapshot' }),
})
export type Manifest = z.infer<typeof manifest>
