import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { commandOn } from '../../data/command_line.ts'
import { replaceAtomically, syncToDisk } from '../../data/disk/durable_files.ts'
import type { Layout } from '../../data/schema/layout.ts'
import type { Quarantined } from '../../data/schema/quarantine.ts'
import { inSequence } from '../runs/ledger.ts'
import { liftFromQuarantine, putInQuarantine, type Decided } from './quarantine.ts'
import {
  currentSnapshot,
  namesIn,
  publishedIds,
  readManifest,
  SnapshotsError,
} from './snapshots.ts'
import { verifySnapshot } from './verify.ts'
import { lockBuildFolder, prunedPrefix } from './workspace.ts'

/**
 * Makes a published snapshot live again, by the same atomic switch as a build's. The next build starts from
 * it, and does not make the inputs live again that only the newer ones have (quarantine.ts). Throws a SnapshotsError if the snapshot is missing or damaged, BuildInProgress while a build is
 * running.
 */
export async function rollback(
  layout: Layout,
  id: string,
  decided: Decided = { by: 'unnamed', reason: 'rolled back', at: new Date().toISOString() },
): Promise<Quarantined[]> {
  using _ = await lockBuildFolder(layout)
  if (!(await publishedIds(layout)).includes(id))
    throw new SnapshotsError(
      `${layout.root} holds no snapshot ${id} (${commandOn(layout.root, 'npm run snapshots -- list')})`,
    )
  const { problems } = await verifySnapshot(layout.snapshot(id), { rows: false })
  if (problems.length > 0)
    throw new SnapshotsError(`${id} is damaged and stays as it is: ${problems.join('; ')}`)
  const held = await judgeInputs(layout, id, decided)
  await mkdir(layout.work, { recursive: true })
  await replaceAtomically(layout.current, id + '\n', join(layout.work, 'current'))
  return held
}

/**
 * Takes the inputs of a snapshot out of quarantine. If it is older than the live one, puts the other inputs of the
 * live one in, so that the next build does not make them live again. Returns these.
 */
async function judgeInputs(layout: Layout, id: string, decided: Decided): Promise<Quarantined[]> {
  const live = await currentSnapshot(layout)
  if (live === null) return []
  const order = inSequence(layout, await publishedIds(layout))
  const { sources: wanted } = await readManifest(layout.snapshot(id))
  const digests = new Set(wanted.map(({ sha256 }) => sha256))
  await liftFromQuarantine(layout, (sha256) => digests.has(sha256))
  if (order.indexOf(id) >= order.indexOf(live)) return []
  const damaged = () => ({ sources: [] }) // what can't be read names no inputs
  const { sources } = await readManifest(layout.snapshot(live)).catch(damaged)
  return putInQuarantine(
    layout,
    sources.filter(({ sha256 }) => !digests.has(sha256)),
    live,
    decided,
  )
}

/** A running server holds the live snapshot and the last one. */
const least = 2

/** Throws a SnapshotsError if `keep` is too small. */
export function checkKept(keep: number): void {
  if (!(keep >= least))
    throw new SnapshotsError(
      `keep ${least} or more: a running server holds the live snapshot and the one before`,
    )
}

/**
 * Removes all snapshots but the live one and the newest `keep`, and every report that is older than the newest
 * `keep`, except that of the live one. Returns the ids of removed snapshots, oldest first.
 */
export async function prune(layout: Layout, keep: number): Promise<string[]> {
  checkKept(keep)
  using _ = await lockBuildFolder(layout)
  const live = await currentSnapshot(layout)
  const ids = inSequence(layout, await publishedIds(layout))
  const newest = ids.slice(-keep)
  const removed = ids.filter((id) => id !== live && !newest.includes(id))
  for (const id of removed) await remove(layout, id)
  const reports = inSequence(layout, await namesIn(layout.reports))
  const oldest = reports.findIndex((id) => newest.includes(id))
  for (const id of reports.slice(0, Math.max(0, oldest)))
    if (id !== live) await rm(layout.report(id), { recursive: true })
  return removed
}

/**
 * Moves a snapshot out of its place in one step, so that a kill leaves no part there. A full disk allows no
 * new folder for it.
 */
async function remove(layout: Layout, id: string): Promise<void> {
  const place = join(layout.snapshots, `${prunedPrefix}${id}`)
  await rename(layout.snapshot(id), place)
  await syncToDisk(layout.snapshots)
  await rm(place, { recursive: true })
}
