import type { SnapshotFile } from '../schema/manifest.ts'

/**
 * Where things are in a bucket. What is below `snapshots/` is for everybody, by its own name;
 * `members/` and `serving/` hold files named by their digest, and a policy can close them.
 */
export const places = {
  /** Names the live snapshot: the only object that is ever replaced. */
  pointer: 'current.json',
  manifest: (id: string) => `snapshots/${id}/manifest.json`,
  file(id: string, { path, sha256 }: Pick<SnapshotFile, 'path' | 'sha256'>) {
    const room = path.split('/')[0]
    return room === 'public' ? `snapshots/${id}/${path}` : `${room}/${sha256}`
  },
  /** The farms that were removed, for servers alone. */
  removedFarms: (sha256: string) => `serving/${sha256}`,
}

/** Below these, and in such names, is what a bucket may be rid of. */
export const prefixes = ['snapshots/', 'members/', 'serving/']
export const ownKey =
  /^(snapshots\/\d{8}T\d{6}Z-[0-9a-f]{8}\/(manifest\.json|public\/[^/]+)|(members|serving)\/[0-9a-f]{64})$/
