import { z } from 'zod'
import { source } from './source.ts'

/** Raised whenever a published or serving file changes in a way that an older reader would misread. */
export const schemaVersion = 1

const file = z.strictObject({
  path: z.string().regex(/^(public|members|serving)\/[a-z0-9_.]+$/, 'a path inside the snapshot'),
  rows: z.int().min(0).nullable().meta({ description: 'null where the file is not a table' }),
  bytes: z.int().min(0),
  sha256: z.string().length(64),
})
export type SnapshotFile = z.infer<typeof file>

/** `manifest.json`: what a snapshot is. Written last, so that a folder with a manifest is whole. */
export const manifest = z.strictObject({
  id: z.string().regex(/^\d{8}T\d{6}Z-[0-9a-f]{8}$/, 'a snapshot id'),
  schema_version: z.int(),
  pipeline_version: z.string(),
  built_at: z.iso.datetime(),
  as_of: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'The date that freshness is counted from: the newest in the sources' }),
  synthetic: z.boolean().meta({ description: 'true when any farm is generated' }),
  farms: z.int().min(0),
  product_listings: z.int().min(0),
  sources: z.array(source),
  gates: z.array(
    z.strictObject({
      name: z.string(),
      passed: z.boolean(),
      detail: z.string(),
      accepted_reason: z.string().nullable(),
    }),
  ),
  files: z.array(file),
})
export type Manifest = z.infer<typeof manifest>
