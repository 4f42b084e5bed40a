import { readdirSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { layout, type Layout } from '../../data/schema/layout.ts'
import { fixtureSnapshot } from './fixture_snapshot.ts'
import { temporaryFolder, type Lifetime } from './temporary_folder.ts'

const folder = join(import.meta.dirname, '../fixtures/snapshots')

/** The schema versions of which a snapshot is kept as it was published, of the fixture's farms. */
export const frozenVersions = () => readdirSync(folder).map(Number)

/** A build folder of one's own with the snapshot of a version, live. */
export async function frozenSnapshot(
  life: Lifetime,
  version: number,
): Promise<{ places: Layout; id: string }> {
  const places = layout(join(await temporaryFolder(life), 'build'))
  const [id = ''] = readdirSync(join(folder, String(version)))
  await mkdir(places.snapshots, { recursive: true })
  await cp(join(folder, String(version), id), places.snapshot(id), { recursive: true })
  // Most of it are the places that `near` finds: a third of the size.
  const columns = join(places.snapshot(id), 'serving/columns.bin')
  await writeFile(columns, brotliDecompressSync(await readFile(`${columns}.br`)))
  await rm(`${columns}.br`)
  await writeFile(places.current, `${id}\n`)
  return { places, id }
}

/** Keeps the fixture's snapshot, as it is published now, as that of a version. */
export async function freezeSnapshot(life: Lifetime, version: number): Promise<void> {
  const { id, folder: published } = await fixtureSnapshot(life)
  const kept = join(folder, String(version), id)
  await rm(join(folder, String(version)), { recursive: true, force: true })
  await cp(published, kept, { recursive: true })
  const columns = join(kept, 'serving/columns.bin')
  const bytes = await readFile(columns)
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS }
  await writeFile(`${columns}.br`, brotliCompressSync(bytes, { params }))
  await rm(columns)
}
