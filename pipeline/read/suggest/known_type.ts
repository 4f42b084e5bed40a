import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { expectedColumns, sourceColumns, useOfColumn } from '../../../data/source_columns.ts'
import { stateOf } from '../../../data/geography/states.ts'
import { zipState } from '../../../data/geography/zip_codes.ts'
import type { Adapter, SourceFarm } from '../adapter.ts'
import { adapters } from '../adapters.ts'
import { SourceBytes } from '../formats/source_bytes.ts'
import { choiceOf } from '../columns/choice.ts'
import { columnsIn } from '../columns/column_key.ts'
import { SeenColumns } from '../seen_columns.ts'
import { SourceError } from '../source_error.ts'
import { utcDay } from '../../../data/calendar.ts'
import type { Mapping } from '../../../data/schema/input/mapping.ts'
import { dateInName, parseInstant, wholeSeconds } from '../instant.ts'

/** Number of rows that are read. */
const sampledRows = 100
/** Minimum share of the type's columns in the file, and of the file's columns known to the type. */
const [leastPresent, leastKnown] = [0.66, 0.8]

/**
 * The source type that reads a file without a mapping: it reads half of the first rows or more, and a table's
 * columns are the type's. null = no such type.
 */
export async function knownType(path: string): Promise<Adapter | null> {
  for (const adapter of adapters.filter(({ mapping }) => mapping !== 'needed'))
    if (await isOfType(path, adapter)) return adapter
  return null
}

async function isOfType(path: string, adapter: Adapter): Promise<boolean> {
  await using file = await SourceBytes.open(path)
  const columns = new SeenColumns()
  const rows = { read: 0, rejected: 0 }
  try {
    for await (const row of adapter.read(file, undefined, columns)) {
      const reading = 'text' in row ? adapter.readText!(row) : row
      rows['farm' in reading && isIn(adapter.state, reading.farm) ? 'read' : 'rejected']++
      if (rows.read + rows.rejected === sampledRows) break
    }
  } catch (error) {
    if (error instanceof SourceError) return false
    throw error
  }
  return rows.read > 0 && rows.read >= rows.rejected && hasColumnsOf(adapter.kind, columns.names)
}

/** True if the stated state and ZIP code of a farm are in a state. */
const isIn = (state: string | undefined, farm: SourceFarm) =>
  state === undefined ||
  (stateOf(farm.state ?? state) === state &&
    (zipState(farm.zip?.trim().slice(0, 5) ?? '') ?? state) === state)

function hasColumnsOf(kind: string, names: string[]): boolean {
  if (!(kind in sourceColumns)) return true
  const expected = expectedColumns(kind)
  const has = columnsIn(names)
  const present = expected.filter((column) => column.some(has))
  const known = names.filter((name) => useOfColumn(kind, name) !== undefined)
  return (
    present.length >= leastPresent * expected.length && known.length >= leastKnown * names.length
  )
}

/** A date, `YYYY-MM-DD`, and its origin in words. */
type Guess = { date: string; from: string }

/**
 * The probable download date of a file: the date in its name, else the newest date of its rows, else the day
 * of its last write here.
 */
export async function guessRetrieved(
  path: string,
  adapter: Adapter,
  entry: Parameters<typeof choiceOf>[0],
  mapping: Mapping | undefined,
  now: Date,
): Promise<Guess> {
  const named = dateInName(basename(path))
  if (named !== null) return { date: named, from: 'the date in its name' }
  const newest = await newestIn(path, adapter, entry, mapping, now)
  if (newest !== null) return { date: newest.slice(0, 10), from: 'the newest date of its rows' }
  const { mtime } = await stat(path)
  return { date: utcDay(mtime), from: 'the day it was last written here' }
}

async function newestIn(
  path: string,
  adapter: Adapter,
  entry: Parameters<typeof choiceOf>[0],
  mapping: Mapping | undefined,
  now: Date,
): Promise<string | null> {
  await using file = await SourceBytes.open(path)
  const until = wholeSeconds(now)
  let newest: string | null = null
  const columns = new SeenColumns({}, null, choiceOf(entry))
  for await (const row of adapter.read(file, mapping, columns)) {
    const reading = 'text' in row ? adapter.readText!(row) : row
    const date = 'farm' in reading ? parseInstant(reading.farm.updated_at) : null
    if (date !== null && date <= until && date > (newest ?? '')) newest = date
  }
  return newest
}
