import type { Manifest } from '../../../data/schema/manifest.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { parquetFiles, type SnapshotDatabase } from '../../snapshot/database.ts'
import { changeOf, changeTables, type Archive } from './change_rows.ts'

/**
 * Lists a farm's changes in every snapshot published up to `last`, newest first, in the tier's fields.
 * `snapshots`: the snapshots read; `unread`: snapshots whose changes can't be read now. A snapshot may be
 * deleted or damaged at any time; then the rest is read once more.
 */
export async function changesOfFarm(
  { published, archive }: Archive,
  tier: Tier,
  farm_id: string,
  last: string,
) {
  let failed: { error: unknown; files: number } | null = null
  for (;;) {
    const every = (await published.everyFile(changeTables[tier].file)).filter(
      ({ manifest }) => manifest.id <= last,
    )
    const [whole, others] = [every.filter(isWhole), every.filter((each) => !isWhole(each))]
    if (failed && whole.length >= failed.files) throw failed.error
    try {
      return {
        snapshots: whole.map(({ manifest }) => manifest.id),
        unread: others.map(({ manifest }) => manifest.id),
        changes: await changesIn(archive, whole, tier, farm_id),
      }
    } catch (error) {
      failed = { error, files: whole.length }
    }
  }
}

type File = { manifest: Manifest; path: string }
const isWhole = (file: { manifest: Manifest; path: string | null }): file is File =>
  file.path !== null

async function changesIn(archive: SnapshotDatabase, files: File[], tier: Tier, farm_id: string) {
  if (files.length === 0) return []
  const { columns, order } = changeTables[tier]
  const rows = await archive.rows(
    `select ${columns.join(', ')}, filename
     from ${parquetFiles(files.map(({ path }) => path))}
     where farm_id = $farm_id
     order by filename desc, ${order}`,
    { farm_id },
  )
  const manifests = new Map(files.map(({ path, manifest }) => [path, manifest]))
  return rows.map((row) => {
    const { id: snapshot, built_at } = manifests.get(row.at(-1) as string)!
    const { farm_id: _, ...change } = changeOf(columns, row)
    return { ...change, snapshot, built_at }
  })
}
