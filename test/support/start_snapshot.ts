import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from '../../pipeline/build.ts'
import { sourcesOf } from '../../pipeline/cli/sources.ts'
import { keptBuild, type Fixture } from './fixture_snapshot.ts'
import type { Lifetime } from './temporary_folder.ts'

const sources = fileURLToPath(new URL('../../data/start/sources.json', import.meta.url))

/** Builds data/start into a build folder, as `npm start` does. */
export const buildStart = (root: string, now: Date) =>
  build({ sources: sourcesOf(sources), out: root, accepted: [] }, undefined, now)

/** A build folder of one's own with the snapshot of data/start. */
export async function startSnapshot(life: Lifetime): Promise<Fixture> {
  const root = await keptBuild(life, 'start', async (_, folder) => {
    await buildStart(folder, new Date('2026-06-01T00:00:00Z'))
  })
  const id = (await readFile(join(root, 'current'), 'utf8')).trim()
  return { root, id, folder: join(root, 'snapshots', id) }
}
