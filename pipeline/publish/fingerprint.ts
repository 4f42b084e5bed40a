import { join } from 'node:path'
import { fileDigest, isWhole, sha256Of } from '../../data/file_digest.ts'
import type { Run } from '../../data/schema/run.ts'
import { inputOf, type Source } from '../intake/intake.ts'
import { endOf } from '../resolve/decisions/read.ts'
import type { Previous } from '../resolve/before/previous.ts'
import type { ResolveOptions } from '../resolve/resolve.ts'
import { programDigest } from '../version.ts'

type Determining = Omit<ResolveOptions, 'previous' | 'now'> & { sources: Source[] }

/**
 * Identifies the input of a snapshot, except the snapshot before it: entries of the sources, rows, decisions and
 * removals with their state at this moment, and the program. Paths do not count, nor whether a
 * source or the archive gave its file.
 */
export async function fingerprintOf(of: Determining): Promise<string> {
  const { sources, input } = of
  const entries = sources.map((entry) => ({ ...entry, adapter: entry.adapter.kind, path: null }))
  const files = input.intakes.map((intake) => [
    { ...inputOf(intake), fallback: null },
    intake.retrieved_at,
  ])
  const rows = [input.lists.map(({ sha256 }) => sha256), await fileDigest(input.rejects)]
  return sha256Of(JSON.stringify([programDigest(), entries, files, rows, basisOf(of)]))
}

/** Identifies the decisions and removals that a snapshot was made of, with their state at a moment. */
export const basisOf = ({
  decisions,
  tombstones,
  expiry,
}: Omit<Determining, 'sources' | 'input'>) =>
  sha256Of(JSON.stringify([decisions, decisions.entries.map(endOf(decisions, expiry)), tombstones]))

/** Returns true if a snapshot is whole, and the build that made it is on record with this fingerprint. */
export async function isUnchanged(
  { folder, manifest: { id, files } }: Previous,
  runs: readonly Run[],
  fingerprint: string,
): Promise<boolean> {
  const made = runs.findLast(({ action, snapshot }) => action === 'build' && snapshot === id)
  if (made?.fingerprint !== fingerprint) return false
  for (const { path, sha256 } of files)
    if (!(await isWhole(join(folder, path), sha256))) return false
  return true
}
