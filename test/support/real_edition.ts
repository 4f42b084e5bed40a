import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileDigest } from '../../data/file_digest.ts'
import { keptBuild } from './fixture_snapshot.ts'
import type { Lifetime } from './temporary_folder.ts'

const path = fileURLToPath(
  new URL('../../../shared/data/usda_farmers_market_directory/2020-01-31.csv.gz', import.meta.url),
)

/** Why tests of the real directory are skipped; false where it is there. */
export const realEditionIsMissing = !existsSync(path) && `${path} is not here`

/** A build folder of one's own with the real directory of 2020-01-31. */
export async function realEdition(life: Lifetime): Promise<{ root: string; folder: string }> {
  const { sha256 } = await fileDigest(path)
  const root = await keptBuild(life, `edition-${sha256.slice(0, 16)}`, async (ownLife, root) => {
    const { buildSnapshot } = await import('./built_snapshot.ts')
    const sources = [{ kind: 'usda-farmers-market-directory', path }]
    await buildSnapshot(ownLife, { sources, root, now: new Date('2026-05-09T00:00:00Z') })
  })
  const id = (await readFile(join(root, 'current'), 'utf8')).trim()
  return { root, folder: join(root, 'snapshots', id) }
}
