import { rm } from 'node:fs/promises'
import { commandOn } from '../../data/command_line.ts'
import { layout, type Layout } from '../../data/schema/layout.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { Tombstone } from '../../data/schema/tombstones.ts'
import { publish, linkUnchanged } from '../publish/publish.ts'
import { inSequence } from '../runs/ledger.ts'
import { currentSnapshot, namesIn, readManifest, SnapshotsError } from '../snapshots/snapshots.ts'
import { recordPublished } from '../archive/published.ts'
import type { Database } from '../database/database.ts'
import { refuses } from '../gates/gates.ts'
import { describe } from '../publish/describe/describe.ts'
import { extentOf } from '../publish/describe/described.ts'
import type { Previous } from '../resolve/before/previous.ts'

/** Number of candidates that are kept. */
export const mostCandidates = 3

/**
 * Keeps the snapshot of a refused build. It gets a build folder of its own, with the candidate as the live
 * snapshot, so that a server and every command can open it. The oldest beyond three are removed.
 */
async function keepCandidate(
  places: Layout,
  folder: string,
  manifest: Manifest,
  tombstones: Tombstone[],
): Promise<void> {
  const own = layout(places.candidate(manifest.id))
  await rm(own.root, { recursive: true, force: true })
  await publish(own, folder, manifest, tombstones)
  await rm(own.work, { recursive: true })
  const all = inSequence(places, await namesIn(places.candidates)).filter(
    (id) => id !== manifest.id,
  )
  for (const id of all.slice(0, Math.max(0, all.length + 1 - mostCandidates)))
    await rm(places.candidate(id), { recursive: true })
}

/** A kept candidate: its build folder and its manifest. */
type Candidate = { own: Layout; folder: string; manifest: Manifest }

/** The kept candidates, oldest first; remains of a killed build are left out. */
export async function candidates(places: Layout): Promise<Candidate[]> {
  const all: Candidate[] = []
  for (const id of inSequence(places, await namesIn(places.candidates))) {
    const own = layout(places.candidate(id))
    if ((await currentSnapshot(own)) !== id) continue
    const folder = own.snapshot(id)
    all.push({ own, folder, manifest: await readManifest(folder) })
  }
  return all
}

/** The candidate of an id. Throws a SnapshotsError if there is none. */
export async function candidateOf(places: Layout, id: string): Promise<Candidate> {
  const found = (await candidates(places)).find(({ manifest }) => manifest.id === id)
  if (found) return found
  throw new SnapshotsError(
    `${places.root} holds no candidate ${id} (${commandOn(places.root, 'npm run snapshots -- candidates')})`,
  )
}

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
