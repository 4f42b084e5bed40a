import { createHash } from 'node:crypto'
import {
  manifest as manifestSchema,
  snapshotStamp,
  type Manifest,
  type SnapshotFile,
} from '../../data/schema/manifest.ts'
import { schemaVersion } from '../../data/schema/versions.ts'
import { credits } from '../../data/geography/credits.ts'
import { fallbackOf, type Intake } from '../intake/intake.ts'
import { wholeSeconds } from '../read/instant.ts'
import type { Previous } from '../resolve/before/previous.ts'
import { pipelineVersion, vocabularyVersion } from '../version.ts'
import type { Written } from './write.ts'

/** A build's output and input. */
export type Made = Written &
  Pick<Manifest, 'unknown_terms' | 'files' | 'gates' | 'decisions'> & {
    intakes: Intake[]
    previous: Previous | null
    asOf: string | null
    edition: string | null
  }

export function manifestOf(made: Made, builtAt: Date): Manifest {
  return manifestSchema.parse({
    id: snapshotId(builtAt, made.files),
    schema_version: schemaVersion,
    previous: made.previous?.manifest.id ?? null,
    pipeline_version: pipelineVersion,
    vocabulary_version: vocabularyVersion,
    built_at: wholeSeconds(builtAt),
    as_of: made.asOf,
    edition: made.edition,
    synthetic: made.intakes.some((intake) => intake.synthetic),
    farms: made.farms,
    product_listings: made.product_listings,
    sources: made.sources.map((source, index) => ({
      ...source,
      fallback: fallbackOf(made.intakes[index]!),
    })),
    geography: credits,
    unknown_terms: made.unknown_terms,
    gates: made.gates,
    decisions: made.decisions,
    files: made.files,
  })
}

/** When it was built, and what is in it: ids sort by time. */
function snapshotId(builtAt: Date, files: SnapshotFile[]): string {
  const content = createHash('sha256')
  for (const { path, sha256 } of files) content.update(`${path} ${sha256}\n`)
  return `${snapshotStamp(builtAt)}-${content.digest('hex').slice(0, 8)}`
}
