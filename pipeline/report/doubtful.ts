import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { csv, unguarded } from '../../data/csv.ts'
import { replaceAtomically } from '../../data/disk/durable_files.ts'
import { listingKey, type ListingName, type DecidedPair } from '../../data/schema/input/decision.ts'
import { doubtfulFile, doubtfulList, type DoubtfulPair } from '../../data/schema/doubtful_list.ts'
import type { Report } from '../../data/schema/report.ts'
import type { Registry } from '../../data/schema/tables/registry.ts'
import { openDatabase, parquet, sqlFile, type Database } from '../database/database.ts'
import { runSteps } from '../database/step.ts'
import type { Listing } from '../resolve/match/clusters/listing.ts'
import { vetoOf } from '../resolve/match/clusters/vetoes.ts'
import { evidence, threshold } from '../resolve/match/evidence.ts'
import { lookingSteps } from '../resolve/match/match.ts'
import { SourceError } from '../read/source_error.ts'

/** Pairs that lack at most `farthest` points for a match are listed. A veto counts `vetoPoints`. */
const farthest = 2
const vetoPoints = 3

type Decided = Pick<Report['decided'][number], 'apart'>[]

/** The listed columns of each listing. */
const shown = [
  'name',
  'place_type',
  'address',
  'city',
  'state',
  'zip',
  'phone',
  'website',
  'email',
  'weekdays',
  'farm_id',
  'source',
  'source_id',
] as const
type Shown = Pick<Registry, (typeof shown)[number]>

/** Two listings that may be one farm but are not joined; a person fills in `decision`. */
type Doubtful = DoubtfulPair & { decision: ''; a: Shown; b: Shown }

/**
 * Lists the nearest misses of the snapshot in a folder, nearest first. Runs matching again over the registry
 * and returns pairs of listed farms that almost match, without pairs that `decided` keeps apart.
 */
export async function doubtfulPairs(folder: string, decided: Decided = []): Promise<Doubtful[]> {
  using database = await openDatabase(':memory:')
  await loadListed(database, folder)
  await runSteps(database, lookingSteps)
  const listings = await database.rows<Listing & { key: string }>(
    'select * exclude (standing, minor, farm_id, first_seen, last_seen) from match.listings',
  )
  const farms = await database.rows<{ key: string; farm_id: string }>(
    'select key, farm_id from match.candidates',
  )
  const farmOf = new Map(farms.map(({ key, farm_id }) => [key, farm_id]))
  const byFarm = Map.groupBy(listings, ({ key }) => farmOf.get(key)!)
  const different = differentFarms(decided, farmOf)
  const pairs = await database.rows<Pair>(sqlFile(import.meta.url, 'doubtful.sql'), {
    least: threshold - farthest,
  })
  return pairs
    .filter(({ one, other }) => !different.has(pairName(one.farm_id, other.farm_id)))
    .map((pair) => doubtfulPair(pair, vetoBetween(byFarm, pair)))
    .filter((pair) => nearness(pair) >= threshold - farthest)
    .toSorted((x, y) => nearness(y) - nearness(x) || (named(x) < named(y) ? -1 : 1))
}

/** Writes pairs to the report folder of their build, for the server's operators. */
export function keepPairs(folder: string, pairs: Doubtful[]): Promise<void> {
  const path = join(folder, doubtfulFile)
  return replaceAtomically(path, JSON.stringify(doubtfulList.parse(pairs)), `${path}.new`)
}

/** Writes pairs as CSV, the two listings in alternating columns. */
export const doubtfulCsv = (pairs: Doubtful[]): string =>
  csv(
    pairs.map(({ a, b, ...pair }) => ({ ...pair, ...inColumns('a', a), ...inColumns('b', b) })),
    [
      'decision',
      'score',
      'kept_apart_by',
      'distance_km',
      'speaks_for',
      'speaks_against',
      ...shown.flatMap((field) => [`a_${field}`, `b_${field}`]),
    ],
  )

type Pair = {
  score: number
  evidence: string[]
  distance_km: number | null
  one: Shown
  other: Shown
}

/** The listings of the snapshot, one edition per series, as `match.candidates`. */
async function loadListed(database: Database, folder: string): Promise<void> {
  await database.run(`
    create schema match;
    create table match.candidates as
    select
      * exclude (holder, series, dated, row_digest, last_seen),
      source || chr(10) || source_id as key,
      [dense_rank() over (order by series, source)::integer] as edition,
      false as retired,
      null::timestamptz as last_seen
    from ${parquet(folder, 'members/registry.parquet')}
    where last_seen is null`)
}

function doubtfulPair(
  { score, evidence: names, one, other, ...pair }: Pair,
  veto?: string,
): Doubtful {
  const points = (found: string[]) => found.map((name) => `${name} ${evidence[name]}`).join(', ')
  const pick = (from: Shown) =>
    Object.fromEntries(shown.map((field) => [field, from[field]])) as Shown
  return {
    decision: '',
    score,
    kept_apart_by: veto ?? null,
    distance_km: pair.distance_km === null ? null : Math.round(pair.distance_km * 100) / 100,
    speaks_for: points(names.filter((name) => evidence[name]! >= 0)),
    speaks_against: points(names.filter((name) => evidence[name]! < 0)),
    a: pick(one),
    b: pick(other),
  }
}

/** The first veto between any two listings of the farms. */
function vetoBetween(byFarm: Map<string, Listing[]>, { one, other }: Pair): string | undefined {
  const [some, others] = [byFarm.get(one.farm_id)!, byFarm.get(other.farm_id)!]
  for (const x of some)
    for (const y of others) {
      const veto = vetoOf(x, y)
      if (veto) return veto
    }
  return undefined
}

const nearness = ({ score, kept_apart_by }: Doubtful) => score - (kept_apart_by ? vetoPoints : 0)

function differentFarms(decided: Decided, farmOf: Map<string, string>): Set<string> {
  const farm = (listing?: ListingName) => (listing && farmOf.get(listingKey(listing))) ?? ''
  return new Set(
    decided.flatMap(({ apart: [one, ...others] }) =>
      others.map((other) => pairName(farm(one), farm(other))),
    ),
  )
}

const pairName = (one: string, other: string) => [one, other].toSorted().join(' ')
const named = ({ a, b }: Doubtful) => `${a.name} ${a.farm_id} ${b.farm_id}`
const inColumns = (side: string, listing: Shown) =>
  Object.fromEntries(Object.entries(listing).map(([name, value]) => [`${side}_${name}`, value]))

const ids = ['a_source', 'a_source_id', 'b_source', 'b_source_id'] as const
type Row = Record<'decision' | (typeof ids)[number], string>

/** Two listings that a person judged. */
export type Judged = Omit<DecidedPair, 'entry'>

/**
 * Reads a list printed by `npm run snapshots -- doubtful` and filled in by a person: each row with a
 * `decision` states if its two listings are one farm. Throws a SourceError that names file and row if a
 * decision is invalid.
 */
export async function readFilledIn(path: string): Promise<Judged[]> {
  const rows = await readRows(path)
  const missing = ['decision', ...ids].find((name) => rows[0] && !(name in rows[0]))
  if (missing) throw new SourceError(`${path} can't be used: it has no column ${missing}`)
  return rows.flatMap((row, index) => {
    const decision = row.decision.trim().toLowerCase()
    if (decision === '') return []
    if (decision !== 'same' && decision !== 'different')
      throw new SourceError(
        `${path}, row ${index + 2}: ${row.decision} is neither same nor different`,
      )
    const [source, source_id, otherSource, otherId] = ids.map((name) => unguarded(row[name]))
    return {
      a: { source: source!, source_id: source_id! },
      b: { source: otherSource!, source_id: otherId! },
      same: decision === 'same',
    }
  })
}

async function readRows(path: string): Promise<Row[]> {
  const record_delimiter = ['\r\n', '\n']
  try {
    const text = await readFile(path)
    return parse(text, { bom: true, columns: true, skip_empty_lines: true, record_delimiter })
  } catch (error) {
    throw new SourceError(`${path} can't be read: ${(error as Error).message}`, { cause: error })
  }
}
