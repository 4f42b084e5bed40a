import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { layout } from '../../data/schema/layout.ts'
import { temporaryFolder, type Lifetime } from './temporary_folder.ts'

/** Copies a build folder to one of one's own, removed when the test ends. Returns its path. */
export async function copyOfBuild(life: Lifetime, root: string): Promise<string> {
  const copy = join(await temporaryFolder(life), 'build')
  cpSync(root, copy, { recursive: true })
  return copy
}

/** What a build folder holds besides its locks, the ledger of runs and the quarantine, which stay. */
export async function entriesOf(root: string): Promise<string[]> {
  const names = await readdir(root)
  const { lock, runs, runsLock, quarantine } = layout(root)
  const beside = [lock, runs, runsLock, quarantine].map((path) => basename(path))
  return names.filter((name) => !beside.includes(name)).toSorted()
}

/** Requires that a build left what a published one leaves, and nothing else. */
export async function requireNoRemains(root: string): Promise<void> {
  const entries = ['archive', 'current', 'readings', 'reports', 'snapshots']
  assert.deepEqual(await entriesOf(root), entries)
}

/** The id of the live snapshot. */
export async function currentOf(root: string): Promise<string> {
  return (await readFile(layout(root).current, 'utf8')).trim()
}
