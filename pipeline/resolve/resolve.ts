import type { Report } from '../../data/schema/report.ts'
import type { Tombstone } from '../../data/schema/tombstones.ts'
import { sqlFile, type Database } from '../database/database.ts'
import type { Input } from '../intake/read_sources.ts'
import { wholeSeconds } from '../read/instant.ts'
import { assignFarms } from './assign.ts'
import { partByExpiry } from './expiry.ts'
import { loadInputs } from './inputs.ts'
import { loadKnown } from './known.ts'
import { matchListings } from './match/match.ts'
import { mergeListings } from './merge.ts'
import { loadObservations } from './observations.ts'
import { applyOverrides } from './overrides/apply.ts'
import { reportOn, type Overrides } from './overrides/read.ts'
import { findTargets } from './overrides/targets.ts'
import type { Previous } from './previous.ts'
import { refuseRemoved } from './refuse_removed.ts'
import { removeFarms } from './removal.ts'
import type { Tombstones } from './tombstones.ts'

export type ResolveOptions = {
  input: Input
  previous: Previous | null
  tombstones: Tombstones
  overrides: Overrides
  /** When the build began. */
  now: Date
}

export type Resolution = {
  /** The newest date of the sources, which freshness is counted from; null = none gives one. */
  asOf: string | null
  /** Every farm that is out now. They take effect with the snapshot. */
  tombstones: Tombstone[]
  overrides: Report['overrides']
}

/**
 * Decides which observations are the same farm, which farm of before that is, and what is said of it:
 * tables `listings` (each source row with its farm), `resolved` (a record of each farm), `registry`
 * and `lineage`.
 */
export async function resolve(database: Database, options: ResolveOptions): Promise<Resolution> {
  const { input, previous, now } = options
  await loadObservations(database, input.observations)
  await loadInputs(database, input.intakes)
  await loadKnown(database, previous, options.tombstones)
  await database.run(sql('listings.sql'))
  await database.run(sql('candidates.sql'))
  await matchListings(database)
  await assignFarms(database)

  const { inForce, over } = partByExpiry(options.overrides.entries, now)
  const targets = await findTargets(database, inForce)
  const removals = targets.filter(({ correction }) => correction.remove)
  const tombstones = await removeFarms(
    database,
    options.tombstones.inForce,
    removals,
    wholeSeconds(now),
  )
  await database.run(sql('precedence.sql'))
  await refuseRemoved(database, input)

  const asOf = await newestDate(database)
  const out = new Set(tombstones.map(({ farm_id }) => farm_id))
  const corrections = targets.filter(
    ({ correction, farm_id, present }) => !correction.remove && present && !out.has(farm_id),
  )
  await mergeListings(database, asOf, [...new Set(corrections.map(({ farm_id }) => farm_id))])
  await applyOverrides(database, options.overrides.file, corrections)
  await database.run(sql('registry.sql'))
  await database.run(sql('lineage.sql'), {
    previous: previous?.manifest.id ?? null,
    built_at: previous?.manifest.built_at ?? null,
  })

  const applied = [...removals, ...corrections].map(({ correction }) => correction)
  return { asOf, tombstones, overrides: reportOn(options.overrides, applied, over) }
}

const sql = (name: string) => sqlFile(import.meta.url, name)

async function newestDate(database: Database): Promise<string | null> {
  const [row] = await database.rows<{ newest: string | null }>(
    "select strftime(max(updated_at), '%Y-%m-%dT%H:%M:%SZ') as newest from listings where newest and not removed",
  )
  return row?.newest ?? null
}
