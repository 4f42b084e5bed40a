import { accessSync, constants, existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '../../data/disk/folder_lock.ts'
import { folderModes, type Layout } from '../../data/schema/layout.ts'
import { makeFolder } from '../../data/system_failure.ts'
import { recordKilled } from '../runs/ledger.ts'
import { currentSnapshot, namesIn, readIfPresent, SnapshotsError } from './snapshots.ts'

/**
 * The folder of a running build; renamed, it becomes the snapshot. Disposal removes the remains and lets the
 * next build begin.
 */
export type Workspace = AsyncDisposable & {
  /** The future snapshot: public/, members/, serving/. */
  snapshot: string
  /** The future report folder. */
  report: string
  /** Spools and DuckDB's files, not needed after the build; for the owner only: they contain fields of members. */
  scratch: string
}

export class BuildInProgress extends Error {
  override name = 'BuildInProgress'
}

/** Makes a fresh workspace. Throws BuildInProgress while another build into the same folder is running. */
export async function openWorkspace(layout: Layout): Promise<Workspace> {
  const { work, root } = layout
  await makeFolder(root)
  await using held = new AsyncDisposableStack()
  held.use(await lockBuildFolder(layout))
  held.defer(() => clear(layout))
  await mkdir(work)
  await writeFile(join(work, 'pid'), String(process.pid))
  await noteBegin(layout)
  const inside = (name: string) => join(work, name)
  const [snapshot, report, scratch] = [inside('snapshot'), inside('report'), inside('scratch')]
  await mkdir(snapshot)
  for (const [folder, mode] of Object.entries(folderModes))
    await mkdir(join(snapshot, folder), { mode })
  await mkdir(report, { mode: 0o750 })
  await mkdir(scratch, { mode: 0o700 })
  const kept = held.move()
  return { snapshot, report, scratch, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** Notes when a build began, and what was live, for the line of a killed build. */
async function noteBegin(layout: Layout): Promise<void> {
  const marker = { begun_at: new Date().toISOString(), previous: await currentSnapshot(layout) }
  await writeFile(`${layout.begun}-whole`, JSON.stringify(marker))
  await rename(`${layout.begun}-whole`, layout.begun)
}

/** Adds the line of a build that could not, since it was killed. */
async function recordRemains(layout: Layout): Promise<void> {
  const marker = await readIfPresent(layout.begun)
  if (!marker) return
  const { begun_at, previous } = JSON.parse(marker)
  recordKilled(layout, { begun_at, previous, live: await currentSnapshot(layout) })
}

/** The start of a pruned snapshot's name, until it is removed. */
export const prunedPrefix = '.pruned-'

/**
 * Removes the remains of a build: first its snapshot if that never went live, then its workspace, which holds
 * the marker of that snapshot.
 */
async function clear(layout: Layout): Promise<void> {
  const id = (await readIfPresent(layout.publishing))?.trim()
  if (id && id !== (await currentSnapshot(layout)))
    await rm(layout.snapshot(id), { recursive: true, force: true })
  for (const name of await namesIn(layout.snapshots))
    if (name.startsWith(prunedPrefix)) await rm(join(layout.snapshots, name), { recursive: true })
  await rm(layout.work, { recursive: true, force: true })
}

/** Throws the system's error if this user may not change the build folder, or something in it that builds change. */
export function requireRights(layout: Layout): void {
  const { root, snapshots, reports, candidates, readings, archive, runs, runsLock, lock } = layout
  const { R_OK, W_OK, X_OK } = constants
  for (const folder of [root, snapshots, reports, candidates, readings, archive])
    if (existsSync(folder)) accessSync(folder, R_OK | W_OK | X_OK)
  for (const file of [runs, runsLock, lock]) if (existsSync(file)) accessSync(file, R_OK | W_OK)
}

/**
 * Locks the build folder for this process until the lock is disposed of. Clears the remains of a killed build
 * before another snapshot can be live. Throws BuildInProgress while another process has the lock, and a
 * SnapshotsError if there is no folder.
 */
export async function lockBuildFolder(layout: Layout): Promise<Disposable> {
  const { lock: path, root, work } = layout
  if (!existsSync(root))
    throw new SnapshotsError(`there is no build folder ${root}; name it by --out DIR or BUILD_DIR`)
  requireRights(layout)
  const lock = lockFolder(path)
  if (lock) {
    using held = new DisposableStack()
    held.use(lock)
    await recordRemains(layout)
    await clear(layout)
    return held.move()
  }
  const pid = await readIfPresent(join(work, 'pid'))
  const owner = pid === null ? 'another process' : `process ${pid}`
  throw new BuildInProgress(`${owner} is building into ${root}; wait for it, or stop it`)
}
