import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Layout } from '../../data/schema/layout.ts'

/** The folder of a build under way; it becomes the snapshot by being renamed. */
export type Workspace = {
  /** What will be published: public/, members/, serving/. */
  snapshot: string
  /** Spools and DuckDB's file: thrown away. */
  scratch: string
  remove(): Promise<void>
}

export class BuildInProgress extends Error {
  override name = 'BuildInProgress'
}

/**
 * Makes a fresh workspace and removes what a killed build left.
 * Throws BuildInProgress while another build into the same folder is running.
 */
export async function openWorkspace({ work, root }: Layout): Promise<Workspace> {
  const owner = join(work, 'pid')
  const pid = runningOwner(owner)
  if (pid)
    throw new BuildInProgress(`process ${pid} is building into ${root}; wait for it, or stop it`)
  await rm(work, { recursive: true, force: true })
  const [snapshot, scratch] = [join(work, 'snapshot'), join(work, 'scratch')]
  for (const folder of ['public', 'members', 'serving'])
    await mkdir(join(snapshot, folder), { recursive: true })
  await mkdir(scratch)
  await writeFile(owner, String(process.pid), { flag: 'wx' })
  return { snapshot, scratch, remove: () => rm(work, { recursive: true, force: true }) }
}

function runningOwner(path: string): number | null {
  if (!existsSync(path)) return null
  const pid = Number(readFileSync(path, 'utf8'))
  return pid !== process.pid && isRunning(pid) ? pid : null
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
