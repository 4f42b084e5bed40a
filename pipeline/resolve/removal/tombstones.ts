import { join } from 'node:path'
import { z } from 'zod'
import { replaceAtomically } from '../../../data/disk/durable_files.ts'
import { closedFileMode, type Layout } from '../../../data/schema/layout.ts'
import { tombstones, type Tombstone } from '../../../data/schema/tombstones.ts'
import type { Database } from '../../database/database.ts'
import { readIfPresent, SnapshotsError } from '../../snapshots/snapshots.ts'
import { utcDay } from '../../../data/calendar.ts'

export type Tombstones = {
  inForce: Tombstone[]
  /** Farms that may come back: their removal expired, or was withdrawn. */
  lifted: Tombstone[]
}

/** A removal that a person withdrew. */
type Withdrawn = { entry: number; reason: string }

/**
 * Reads the removed farms. Throws if the file is damaged, since removed farms would come back without it.
 */
export async function readTombstones(
  places: Layout,
  now: Date,
  withdrawn: Withdrawn[] = [],
): Promise<Tombstones> {
  const text = await readIfPresent(places.tombstones)
  const all = (text === null ? [] : parse(places.tombstones, text)).map((each) =>
    withdrawn.some(({ entry, reason }) => entry === each.decision && reason === each.reason)
      ? { ...each, lifted: true as const }
      : each,
  )
  const { true: lifted = [], false: inForce = [] } = Object.groupBy(all, (each) =>
    String(each.lifted === true || isOver(each.expires, now)),
  )
  return { inForce, lifted }
}

function parse(path: string, text: string): Tombstone[] {
  try {
    return tombstones.parse(JSON.parse(text))
  } catch (error) {
    const what = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new SnapshotsError(
      `${path} can't be read, and it keeps removed farms out; restore it: ${what}`,
      {
        cause: error,
      },
    )
  }
}

/** The records of withdrawn removals, for the file: servers and buckets must learn that they ended. */
export const ended = ({ lifted }: Tombstones, removed: Tombstone[]): Tombstone[] =>
  lifted
    .filter((each) => each.lifted && !removed.some(({ farm_id }) => farm_id === each.farm_id))
    .map((each) => ({ ...each, listings: [] }))

/** Replaces the file unless it is unchanged. */
export async function writeTombstones(places: Layout, all: Tombstone[]): Promise<void> {
  const text = all.length === 0 ? '[]\n' : JSON.stringify(tombstones.parse(all), null, 2) + '\n'
  const before = await readIfPresent(places.tombstones)
  if (before === text || (before === null && all.length === 0)) return
  await replaceAtomically(places.tombstones, text, join(places.work, 'tombstones'), closedFileMode)
}

/** The removed farms after `removalSteps`, with the kept columns of their listings. */
export async function readRemoved(database: Database): Promise<Tombstone[]> {
  const farms = await database.rows<Omit<Tombstone, 'listings'>>(
    'select farm_id, reason, expires, "at", decision from removal.tombstones order by farm_id',
  )
  const listings = await database.rows<{ farm_id: string } & Tombstone['listings'][number]>(
    'from removal.kept_listings',
  )
  const byFarm = Map.groupBy(listings, ({ farm_id }) => farm_id)
  return farms.map(({ decision, ...farm }) => ({
    ...farm,
    ...(decision !== null && { decision }),
    listings: (byFarm.get(farm.farm_id) ?? []).map(({ farm_id: _farm, ...listing }) => listing),
  }))
}

/** True from `day` (UTC) on; never if it is null. */
export const isOver = (day: string | null, now: Date): boolean => day !== null && day <= utcDay(now)
