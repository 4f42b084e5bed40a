import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { day_ms } from '../../../data/calendar.ts'
import type { Layout } from '../../../data/schema/layout.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { parquet, type Database } from '../../database/database.ts'
import { readManifest } from '../../snapshots/snapshots.ts'

/** The live snapshot at the start of a build. */
export type Previous = { folder: string; manifest: Manifest }

const thirtyDays_ms = 30 * day_ms

/**
 * Returns the oldest kept snapshot of the thirty days before `previous` out of which that was made, step by
 * step; null = none. Snapshots of another schema version are not compared, nor any before one that an operator
 * accepted in spite of a gate: its losses and changes would be refused again.
 */
export async function earlierSnapshot(
  places: Layout,
  previous: Previous,
): Promise<Previous | null> {
  const { built_at, schema_version } = previous.manifest
  const since = Date.parse(built_at) - thirtyDays_ms
  let earliest = previous
  for (let id = beforeOf(previous.manifest); id !== null; id = beforeOf(earliest.manifest)) {
    const folder = places.snapshot(id)
    const manifest = await readManifest(folder).catch(() => null) // pruned
    if (!manifest || manifest.schema_version !== schema_version) break
    if (Date.parse(manifest.built_at) < since) break
    earliest = { folder, manifest }
  }
  return earliest === previous ? null : earliest
}

const beforeOf = ({ previous, gates }: Manifest) =>
  gates.some(({ accepted_reason }) => accepted_reason !== null) ? null : previous

export type CurrentEdition = {
  series: string
  day: string
  source: string
  file: string
  sha256: string
}

/** The files of a snapshot's current editions, by series and date. */
export async function currentEditions(
  database: Database,
  folder: string,
): Promise<CurrentEdition[]> {
  const path = 'public/editions.parquet'
  if (!existsSync(join(folder, path))) return []
  return database.rows<CurrentEdition>(`
    select series, edition::varchar as day, source, file, sha256
    from ${parquet(folder, path)}
    where current and edition is not null
    order by series, edition, file`)
}
