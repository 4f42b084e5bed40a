import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, readdir, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fixtureFeed } from './fixture_farms.ts'
import { temporaryFolder, type Lifetime } from './temporary_folder.ts'

export type Fixture = { root: string; id: string; folder: string }

/** A build folder of one's own with the snapshot of the fixture feed, published by the real pipeline. */
export async function fixtureSnapshot(life: Lifetime): Promise<Fixture> {
  const root = await keptBuild(life, 'feed', async (ownLife, folder) => {
    const { buildSnapshot } = await import('./built_snapshot.ts')
    const now = new Date('2026-06-01T00:00:00Z')
    await buildSnapshot(ownLife, { feed: fixtureFeed, root: folder, now })
  })
  const id = (await readFile(join(root, 'current'), 'utf8')).trim()
  return { root, id, folder: join(root, 'snapshots', id) }
}

/**
 * A build folder of one's own, as `build` makes it.
 *
 * The pipeline runs once for the whole suite: its result is kept in the machine's temporary folder
 * under a hash of everything it depends on, and copied from there.
 */
export async function keptBuild(
  life: Lifetime,
  name: string,
  build: (life: Lifetime, root: string) => Promise<void>,
): Promise<string> {
  hashed ??= inputHash()
  const kept = join(tmpdir(), 'farm-directory-fixtures', `${await hashed}-${name}`)
  if (!existsSync(kept)) {
    const keeping = underWay.get(kept) ?? keep(kept, build)
    underWay.set(kept, keeping)
    await keeping
  }
  const root = join(await temporaryFolder(life), 'build')
  await cp(kept, root, { recursive: true }) // cpSync does not keep the rights of folders
  return root
}

/** Builds of this process. */
const underWay = new Map<string, Promise<void>>()

/** Built aside and renamed, so that test files that run at once never see half of one. */
async function keep(kept: string, build: (life: Lifetime, root: string) => Promise<void>) {
  const cleanUps: (() => Promise<void>)[] = []
  const life: Lifetime = { after: (cleanUp) => cleanUps.push(cleanUp) }
  await mkdir(join(kept, '..'), { recursive: true })
  const root = `${kept}.${process.pid}`
  await build(life, root)
  await rename(root, kept).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  for (const cleanUp of cleanUps) await cleanUp()
}

const project = fileURLToPath(new URL('../..', import.meta.url))

/** Made once in a process: it reads every file of the pipeline. */
let hashed: Promise<string> | undefined

async function inputHash(): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  const paths = ['fixture_farms', 'fixture_nights', 'real_edition', 'told_farms'].map(
    (name) => `test/support/${name}.ts`,
  )
  paths.push('package-lock.json')
  for (const folder of ['data', 'pipeline'])
    for (const entry of await readdir(join(project, folder), {
      recursive: true,
      withFileTypes: true,
    }))
      if (entry.isFile())
        paths.push(join(folder, entry.parentPath.slice(join(project, folder).length), entry.name))
  for (const path of paths.toSorted()) hash.update(path).update(await readFile(join(project, path)))
  return hash.digest('hex').slice(0, 16)
}
