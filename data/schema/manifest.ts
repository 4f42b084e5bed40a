import { z } from 'zod'
import { source } from './tables/source.ts'

/** Raised whenever a published or serving file changes in a way that an older reader would misread. */
export const schemaVersion = 2

const text = z.string()
const count = z.int().min(0)
const time = z.iso.datetime()

const file = z.strictObject({
  path: text
    .regex(/^(public|members|serving)\/[a-z0-9_.]+$/, 'a path inside the snapshot')
    .meta({ description: 'Where it lies in the snapshot', example: 'public/farms.parquet' }),
  rows: count.nullable().meta({ description: 'null where the file is not a table' }),
  bytes: count.meta({ unit: 'bytes', description: 'Its size', example: 48211 }),
  sha256: text.length(64).meta({ description: 'Its SHA-256, in hexadecimal' }),
})
export type SnapshotFile = z.infer<typeof file>

const severity = z.enum(['fault', 'refusal', 'warning'])
export type Severity = z.infer<typeof severity>

export const verdict = z.strictObject({
  name: text.meta({ description: 'The gate', example: 'farm count' }),
  severity: severity.meta({
    description:
      'fault = a build that fails it is refused; refusal = it is refused unless that is accepted; warning = it is told',
    example: 'refusal',
  }),
  passed: z.boolean().meta({ description: 'Whether the build passed it', example: true }),
  detail: text.meta({ description: 'What was found' }),
  accepted_reason: text.nullable().meta({
    description:
      "Why the snapshot is published although the gate failed; null = it isn't, or need not be",
  }),
})
export type Verdict = z.infer<typeof verdict>

/** `manifest.json`: what a snapshot is. Written last, so that a folder with a manifest is whole. */
export const manifest = z.strictObject({
  id: text
    .regex(/^\d{8}T\d{6}Z-[0-9a-f]{8}$/, 'a snapshot id')
    .meta({ description: 'The snapshot', example: '20261121T014922Z-02c8b340' }),
  schema_version: z.int().meta({
    description: 'Raised whenever an older reader would misread a file',
    example: schemaVersion,
  }),
  previous: text.nullable().default(null).meta({
    description:
      'The snapshot that was live when this one was built, which its changes are against',
  }),
  pipeline_version: text.meta({
    description: 'Version of the pipeline that made it',
    example: '0.1.0',
  }),
  vocabulary_version: text.nullable().default(null).meta({
    description: 'Digest of the vocabularies that terms were read by; null = not known',
  }),
  built_at: time.meta({
    description: 'When it was built (UTC)',
    example: '2026-11-21T01:49:22.000Z',
  }),
  as_of: time
    .nullable()
    .meta({ description: 'The date that freshness is counted from: the newest in the sources' }),
  synthetic: z.boolean().meta({ description: 'true when any farm is generated' }),
  farms: count.meta({ description: 'Farms in it', example: 33412 }),
  product_listings: count.meta({ description: 'Product listings in it', example: 51170 }),
  sources: z.array(source).meta({ description: 'The source files, and what became of their rows' }),
  unknown_terms: z
    .record(z.string(), z.int())
    .meta({ description: 'Vocabulary to how often a term stands that it does not know' }),
  gates: z.array(verdict).meta({ description: 'What was checked before it was published' }),
  files: z.array(file).meta({ description: 'The files that it is made of' }),
})
export type Manifest = z.infer<typeof manifest>
