import type { Manifest } from '../../../data/schema/manifest.ts'
import { parquetFiles } from '../../snapshot/database.ts'
import { changeTables, type Archive } from './change_rows.ts'
import { holdResults } from '../held_results.ts'

/** Farms of a snapshot, and how many were added, changed or removed since the snapshot before. */
export type CountedChanges = {
  manifest: Manifest
  /** Null if unknown: the snapshot is the first, or its changes can't be read at present. */
  changes: { added: number; changed: number; gone: number } | null
}

/** Snapshots never change, so each is counted once. */
const counted = holdResults<CountedChanges>()

/** Counts the changes of every published snapshot in the fields of the free tier, oldest first. */
export async function countChanges({ published, archive }: Archive): Promise<CountedChanges[]> {
  const files = await published.everyFile(changeTables.free.file)
  return Promise.all(
    files
      .toReversed()
      .map(async ({ manifest, path }) =>
        manifest.previous === null || path === null
          ? { manifest, changes: null }
          : counted(manifest, '', () => count(manifest, path, archive)),
      ),
  )
}

async function count(
  manifest: Manifest,
  path: string,
  archive: Archive['archive'],
): Promise<CountedChanges> {
  const [[added, changed, gone] = []] = await archive.rows(
    `select
       count(distinct farm_id) filter (change = 'added')::integer,
       count(distinct farm_id) filter (change in ('changed', 'moved'))::integer,
       count(distinct farm_id) filter (change in ('removed', 'merged'))::integer
     from ${parquetFiles([path])}`,
  )
  const changes = { added: Number(added), changed: Number(changed), gone: Number(gone) }
  return { manifest, changes }
}
