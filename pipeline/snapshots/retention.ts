import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Layout } from '../../data/schema/layout.ts'
import { replaceAtomically, syncFolder } from './files.ts'
import { currentSnapshot, publishedIds } from './snapshots.ts'
import { verifySnapshot } from './verify.ts'
import { lockBuildFolder } from './workspace.ts'

/** What was asked of the published snapshots can't be done; the message says why. */
export class RetentionError extends Error {
  override name = 'RetentionError'
}

/**
 * Makes a published snapshot the live one again, by the same atomic switch as a build's. The next
 * build goes on from it. Throws a RetentionError where there is no such snapshot or it is damaged,
 * BuildInProgress while a build is running.
 */
export async function rollback(layout: Layout, id: string): Promise<void> {
  using _ = await locked(layout)
  if (!(await publishedIds(layout)).includes(id))
    throw new RetentionError(`${layout.root} holds no snapshot ${id} (npm run snapshots -- list)`)
  const { problems } = await verifySnapshot(layout.snapshot(id))
  if (problems.length > 0)
    throw new RetentionError(`${id} is damaged and stays as it is: ${problems.join('; ')}`)
  await mkdir(layout.work, { recursive: true })
  await replaceAtomically(layout.current, id + '\n', join(layout.work, 'current'))
}

/** Fewer would take a snapshot away from a running server, which holds the live one and the last. */
const leastKept = 2

/**
 * Removes all snapshots but the live one and the newest `keep`, with their reports, and the reports
 * of refused builds older than those kept. Returns the ids of the snapshots removed, oldest first.
 */
export async function prune(layout: Layout, keep: number): Promise<string[]> {
  if (!(keep >= leastKept))
    throw new RetentionError(
      `keep ${leastKept} or more: a running server holds the live snapshot and the one before`,
    )
  using _ = await locked(layout)
  const live = await currentSnapshot(layout)
  const ids = await publishedIds(layout)
  const removed = ids.slice(0, Math.max(0, ids.length - keep)).filter((id) => id !== live)
  for (const id of removed) await remove(layout, id)
  const oldest = ids.find((id) => !removed.includes(id)) ?? ''
  for (const id of await reportIds(layout))
    if (id < oldest) await rm(layout.report(id), { recursive: true })
  return removed
}

/** Takes a snapshot out of its place in one step, so that a kill leaves no half of it there. */
async function remove(layout: Layout, id: string): Promise<void> {
  const place = join(layout.work, `pruned-${id}`)
  await mkdir(layout.work, { recursive: true })
  await rename(layout.snapshot(id), place)
  await syncFolder(layout.snapshots)
  await rm(place, { recursive: true })
}

async function reportIds({ reports }: Layout): Promise<string[]> {
  return existsSync(reports) ? (await readdir(reports)).toSorted() : []
}

async function locked(layout: Layout): Promise<Disposable> {
  const unlock = await lockBuildFolder(layout)
  return { [Symbol.dispose]: unlock }
}
