import type { SnapshotFile } from '../schema/manifest.ts'

/**
 * Keys of a bucket's objects. Objects below `snapshots/` are public, under their own names; `members/` and
 * `serving/` hold files named by their digest, and a policy can close them. So it can close `private/`.
 */
export const places = {
  /** Names the live snapshot; beside backups the only object that is ever replaced. */
  pointer: 'current.json',
  manifest: (id: string) => `snapshots/${id}/manifest.json`,
  file(id: string, { path, sha256 }: Pick<SnapshotFile, 'path' | 'sha256'>) {
    const room = path.split('/')[0]
    return room === 'public' ? `snapshots/${id}/${path}` : `${room}/${sha256}`
  },
  /** The files of the build folder beside the snapshots, for a restore only. */
  backup: (id: string) => `private/${id}.json`,
  /** The removed farms, for servers only. */
  removedFarms: (sha256: string) => `serving/${sha256}`,
}

/** Prefixes and key patterns of objects that may be deleted from a bucket. */
export const prefixes = ['snapshots/', 'members/', 'serving/', 'private/']
export const ownKey =
  /^(snapshots\/\d{8}T\d{6}Z-[0-9a-f]{8}\/(manifest\.json|public\/[^/]+)|(members|serving)\/[0-9a-f]{64}|private\/\d{8}T\d{6}Z-[0-9a-f]{8}\.json)$/
