import type { Logger } from 'pino'
import type { MapArchive } from '../data/geography/map_archive.ts'
import type { KeyLookup } from './access/keys/key_lookup.ts'
import type { Limits } from './access/limits/limits.ts'
import type { Outcomes } from './access/limits/outcomes.ts'
import type { Store } from './access/store/store.ts'
import type { Config } from './config.ts'
import { unavailable } from './http/problem.ts'
import type { Turns } from './load/turns.ts'
import type { Mailer } from './mail/mailer.ts'
import type { SnapshotDatabase } from './snapshot/database.ts'
import type { Lent, LiveSnapshots } from './snapshot/live.ts'
import type { Snapshot } from './snapshot/open.ts'
import type { PublishedSnapshots } from './snapshot/published.ts'

/** The services that routes use. */
export type Services = {
  config: Config
  /** The OpenAPI document, as JSON. */
  openApi: string
  store: Store
  keys: KeyLookup
  limits: Limits
  outcomes: Outcomes
  mailer: Mailer
  /** Outages of the server's dependencies; Redis only if it is used. */
  outages: { store: Store['outage']; redis: Store['outage'] | undefined }
  snapshots: LiveSnapshots
  published: PublishedSnapshots
  /** Reads files of all published snapshots. */
  archive: SnapshotDatabase
  /** The map of streets; undefined = BASEMAP names none, or its host does not answer. */
  streets: MapArchive | undefined
  turns: Turns
  log: Logger
  clock: () => Date
  /** The server's public origin; known once it listens. */
  publicUrl: () => string
  /** Returns true if new requests are refused because the server is stopping. */
  draining: () => boolean
  /** The process's worker threads: whether all have started, and which do not serve now; undefined = none. */
  workers: { isStarted: boolean; missing: number[] } | undefined
}

/** The live snapshot. Throws a 503 Problem if there is none (`reason`), or if the server is stopping. */
export function requireReady(
  { snapshots, draining }: Services,
  reason = 'no valid snapshot is published yet',
): Snapshot {
  if (draining()) throw unavailable('the server is leaving')
  if (!snapshots.live) throw unavailable(reason)
  return snapshots.live
}

/**
 * Lends a snapshot, by default the live one; undefined if it is not held. Throws a 503 Problem while it is
 * being opened.
 */
export function lendSnapshot(
  { snapshots }: Pick<Services, 'snapshots'>,
  id: string | undefined,
): Lent | undefined {
  const lent = snapshots.lend(id)
  if (!lent && id !== undefined && snapshots.isOpening(id))
    throw unavailable(`snapshot ${id} is being opened`)
  return lent
}
