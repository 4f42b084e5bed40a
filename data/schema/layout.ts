import { join } from 'node:path'

/** The paths inside the build folder. */
export const layout = (root: string) => ({
  root,
  /** Names the live snapshot: one line, its id. */
  current: join(root, 'current'),
  snapshots: join(root, 'snapshots'),
  snapshot: (id: string) => join(root, 'snapshots', id),
  reports: join(root, 'reports'),
  report: (id: string) => join(root, 'reports', id),
  /** The farms that were removed: see tombstones.ts. */
  tombstones: join(root, 'tombstones.json'),
  /** What the last build read, for the next one (pipeline/intake/kept_readings.ts): it holds fields of members. */
  readings: join(root, 'readings'),
  /** The build that runs now; the next one removes what a killed build left. */
  work: join(root, '.work'),
  /** The id of a snapshot that is not live yet; it becomes `current`. */
  publishing: join(root, '.work', 'publishing'),
  /** Of a server that follows a bucket: what is being downloaded, and which pointer was seen last. */
  incoming: join(root, '.incoming'),
  followed: join(root, 'followed.json'),
  /** Held by the build that runs now, or by the server that downloads. */
  lock: join(root, '.lock'),
})
export type Layout = ReturnType<typeof layout>
