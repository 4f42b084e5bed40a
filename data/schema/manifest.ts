import { z } from 'zod'
import { source } from './tables/source.ts'

/** Raised whenever a published or serving file changes in a way that an older reader would misread. */
export const schemaVersion = 2

const file = z.strictObject({
  path: z
    .string()
    .regex(/^(public|members|serving)\/[a-z0-9_.]+$/, 'a path inside the snapshot')
    .meta({ description: 'Where it lies in the snapshot', example: 'public/farms.parquet' }),
  rows: z.int().min(0).nullable().meta({ description: 'null where the file is not a table' }),
  bytes: z.int().min(0).meta({ unit: 'bytes', description: 'Its size', example: 48211 }),
  sha256: z.string().length(64).meta({ description: 'Its SHA-256, in hexadecimal' }),
})
export type SnapshotFile = z.infer<typeof file>

/**
 * What follows where a gate fails. fault = the build is refused; refusal = it is refused unless that
 * is accepted with a reason; warning = it is told.
 */
const severity = z.enum(['fault', 'refusal', 'warning'])
export type Severity = z.infer<typeof severity>

export const verdict = z.strictObject({
  name: z.string().meta({ description: 'The gate', example: 'farm count' }),
  severity: severity.meta({
    description:
      'fault = a build that fails it is refused; refusal = it is refused unless that is accepted; warning = it is told',
    example: 'refusal',
  }),
  passed: z.boolean().meta({ description: 'Whether the build passed it', example: true }),
  detail: z.string().meta({ description: 'What was found' }),
  accepted_reason: z.string().nullable().meta({
    description:
      "Why the snapshot is published although the gate failed; null = it isn't, or need not be",
  }),
})
export type Verdict = z.infer<typeof verdict>

/** `manifest.json`: what a snapshot is. Written last, so that a folder with a manifest is whole. */
export const manifest = z.strictObject({
  id: z
    .string()
    .regex(/^\d{8}T\d{6}Z-[0-9a-f]{8}$/, 'a snapshot id')
    .meta({ description: 'The snapshot', example: '20261121T014922Z-02c8b340' }),
  schema_version: z.int().meta({
    description: 'Raised whenever an older reader would misread a file',
    example: schemaVersion,
  }),
  previous: z.string().nullable().default(null).meta({
    description:
      'The snapshot that was live when this one was built, which its changes are against',
  }),
  pipeline_version: z
    .string()
    .meta({ description: 'Version of the pipeline that made it', example: '0.1.0' }),
  vocabulary_version: z.string().nullable().default(null).meta({
    description: 'Digest of the vocabularies that terms were read by; null = not known',
  }),
  built_at: z.iso
    .datetime()
    .meta({ description: 'When it was built (UTC)', example: '2026-11-21T01:49:22.000Z' }),
  as_of: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'The date that freshness is counted from: the newest in the sources' }),
  synthetic: z.boolean().meta({ description: 'true when any farm is generated' }),
  farms: z.int().min(0).meta({ description: 'Farms in it', example: 33412 }),
  product_listings: z.int().min(0).meta({ description: 'Product listings in it', example: 51170 }),
  sources: z.array(source).meta({ description: 'The source files, and what became of their rows' }),
  unknown_terms: z
    .record(z.string(), z.int())
    .meta({ description: 'Vocabulary to how often a term stands that it does not know' }),
  gates: z.array(verdict).meta({ description: 'What was checked before it was published' }),
  files: z.array(file).meta({ description: 'The files that it is made of' }),
})
export type Manifest = z.infer<typeof manifest>
