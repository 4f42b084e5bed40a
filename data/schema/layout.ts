import { join } from 'node:path'

/** The folders of a snapshot, by their modes: what only paid keys and servers may read is closed to other users. */
export const folderModes = { public: 0o755, members: 0o750, serving: 0o750 } as const

/** The mode of files about removals and decisions: closed to other users, too. */
export const closedFileMode = 0o640

/** The mode of a snapshot's folder by its name; other folders have the usual one. */
export const folderMode = (name: string): number | undefined =>
  (folderModes as Record<string, number>)[name]

/** The paths inside the build folder. */
export const layout = (root: string) => ({
  root,
  /** Names the live snapshot: one line, its id. */
  current: join(root, 'current'),
  snapshots: join(root, 'snapshots'),
  snapshot: (id: string) => join(root, 'snapshots', id),
  reports: join(root, 'reports'),
  report: (id: string) => join(root, 'reports', id),
  /** Snapshots of refused builds, each in a build folder of its own. */
  candidates: join(root, 'candidates'),
  candidate: (id: string) => join(root, 'candidates', id),
  /** Rejected source files: see quarantine.ts. */
  quarantine: join(root, 'quarantine.json'),
  /** Every run, one line each: see run.ts. */
  runs: join(root, 'runs.jsonl'),
  runsLock: join(root, '.runs.lock'),
  /** Notifications of the last run that did not arrive; the next run's line has them. */
  notSent: join(root, '.not_sent'),
  /** What persons decided about farms (input/decision.ts), unless the sources file names another file. */
  decisions: join(root, 'decisions.jsonl'),
  /** The removed farms: see tombstones.ts. */
  tombstones: join(root, 'tombstones.json'),
  /**
   * The folder of the last build's readings, for the next build (pipeline/intake/kept_readings.ts), including
   * paid fields.
   */
  readings: join(root, 'readings'),
  /** The private key that signs what is published to buckets; private, and worth a backup. */
  signingKey: join(root, 'signing_key.pem'),
  /** The files that sources gave, by digest, and their index (pipeline/archive), including paid fields. */
  archive: join(root, 'archive'),
  /** The running build; the next one removes a killed build's files. */
  work: join(root, '.work'),
  /** When the running build began: its line in `runs`, if it is killed. */
  begun: join(root, '.work', 'begun'),
  /** The id of a snapshot that is not live yet; it becomes `current`. */
  publishing: join(root, '.work', 'publishing'),
  /** For a server that follows a bucket: running downloads, and the last pointer. */
  incoming: join(root, '.incoming'),
  followed: join(root, 'followed.json'),
  /** Held by the running build, or by the downloading server. */
  lock: join(root, '.lock'),
})
export type Layout = ReturnType<typeof layout>
