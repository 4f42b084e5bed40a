import { join } from 'node:path'

/** Where things lie below the build folder. */
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
  /** The one build under way: whatever it leaves when it is killed, the next one removes. */
  work: join(root, '.work'),
  /** The id of a snapshot between its renaming into place and its going live. */
  publishing: join(root, '.work', 'publishing'),
  /** Held by the build under way. */
  lock: join(root, '.lock'),
})
export type Layout = ReturnType<typeof layout>
