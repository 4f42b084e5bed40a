import { basename } from 'node:path'
import type { Manifest, SnapshotFile } from '../../data/schema/manifest.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { Problem } from '../http/problem.ts'
import type { PublishedSnapshots } from '../snapshot/published.ts'

export type OfferedFile = SnapshotFile & { tier: Tier; url: string }

/** Finds a published snapshot by id. Throws a 410 Problem if it is not kept. */
export async function findSnapshot(published: PublishedSnapshots, id: string): Promise<Manifest> {
  const manifest = await published.find(id)
  if (manifest) return manifest
  const detail = `snapshot ${id} is not kept any more; /v1/snapshots lists those that are`
  throw new Problem('gone', detail)
}

/** A snapshot's files that a tier may download; serving files are for the server alone. */
export const filesFor = (manifest: Manifest, tier: Tier): OfferedFile[] =>
  offeredFiles(manifest).filter((file) => tier === 'paid' || file.tier === 'free')

/**
 * Finds a file by its path in the snapshot, or by the path's last part, which means the public file if there
 * are two. Throws a 404 Problem if there is none.
 */
export function fileNamed(manifest: Manifest, name: string): OfferedFile {
  const file = offeredFiles(manifest).find(({ path }) => path === name || basename(path) === name)
  if (!file) {
    const names = filesFor(manifest, 'free').map(({ path }) => path)
    throw new Problem('not-found', `there is no file ${name}; there are ${names.join(', ')}`)
  }
  return file
}

const folders: [path: string, tier: Tier][] = [
  ['public/', 'free'],
  ['members/', 'paid'],
]

/** Public files first. */
const offeredFiles = ({ id, files }: Manifest): OfferedFile[] =>
  folders.flatMap(([folder, tier]) =>
    files
      .filter(({ path }) => path.startsWith(folder))
      .map((file) => ({ ...file, tier, url: `/v1/snapshots/${id}/files/${file.path}` })),
  )
