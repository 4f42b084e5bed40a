import type { Layout } from '../../data/schema/layout.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { Tombstone } from '../../data/schema/tombstones.ts'
import { recordPublished } from '../archive/published.ts'
import type { Database } from '../database/database.ts'
import { refuses } from '../gates/gates.ts'
import { describe } from '../publish/describe/describe.ts'
import { extentOf } from '../publish/describe/extent.ts'
import { linkUnchanged } from '../publish/link_unchanged.ts'
import { publish } from '../publish/publish.ts'
import type { Previous } from '../resolve/before/previous.ts'
import { keepCandidate } from './candidates.ts'

type Finished = {
  database: Database
  folder: string
  previous: Previous | null
  removed: Tombstone[]
}

/**
 * Publishes a finished snapshot; if a gate refuses it, keeps it as a candidate, unless it has a fault. Returns
 * its manifest with all files.
 */
export async function conclude(
  places: Layout,
  checked: Manifest,
  { database, folder, previous, removed }: Finished,
): Promise<Manifest> {
  const refusals = checked.gates.filter(refuses)
  if (refusals.some(({ severity }) => severity === 'fault')) return checked
  const manifest = await describe(folder, checked, await extentOf(database))
  if (previous) await linkUnchanged(folder, manifest.files, previous)
  const isPublished = refusals.length === 0
  await (isPublished ? publish : keepCandidate)(places, folder, manifest, removed)
  if (isPublished) await recordPublished(places, manifest)
  return manifest
}
