import { utcDay } from '../../../data/calendar.ts'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Mapping } from '../../../data/schema/input/mapping.ts'
import type { Adapter } from '../adapter.ts'
import { dateInName } from '../date_in_name.ts'
import { SourceBytes } from '../formats/source_bytes.ts'
import { parseInstant, wholeSeconds } from '../instant.ts'

/** A date, `YYYY-MM-DD`, and its origin in words. */
type Guess = { date: string; from: string }

/**
 * The probable download date of a file: the date in its name, else the newest date of its rows, else the day
 * of its last write here.
 */
export async function guessRetrieved(
  path: string,
  adapter: Adapter,
  mapping: Mapping | undefined,
  now: Date,
): Promise<Guess> {
  const named = dateInName(basename(path))
  if (named !== null) return { date: named, from: 'the date in its name' }
  const newest = await newestIn(path, adapter, mapping, now)
  if (newest !== null) return { date: newest.slice(0, 10), from: 'the newest date of its rows' }
  const { mtime } = await stat(path)
  return { date: utcDay(mtime), from: 'the day it was last written here' }
}

async function newestIn(
  path: string,
  adapter: Adapter,
  mapping: Mapping | undefined,
  now: Date,
): Promise<string | null> {
  await using file = await SourceBytes.open(path)
  const until = wholeSeconds(now)
  let newest: string | null = null
  for await (const row of adapter.read(file, mapping)) {
    const reading = 'text' in row ? adapter.readText!(row) : row
    const date = 'farm' in reading ? parseInstant(reading.farm.updated_at) : null
    if (date !== null && date <= until && date > (newest ?? '')) newest = date
  }
  return newest
}
