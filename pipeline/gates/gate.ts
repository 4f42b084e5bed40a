import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { groupDigits } from '../../data/digit_grouping.ts'
import type { Figure, Manifest, Severity } from '../../data/schema/manifest.ts'
import type { Report } from '../../data/schema/report.ts'
import type { Run } from '../../data/schema/run.ts'
import type { Source } from '../../data/schema/tables/source.ts'
import { literal } from '../../data/sql_literal.ts'
import { parquet, type Database } from '../database/database.ts'
import type { GivenLimits } from './limits.ts'

/** The input of a gate: the finished files, not the tables behind them. */
export type Finished = {
  database: Database
  /** The folder of the finished snapshot. */
  folder: string
  sources: Source[]
  /** Vocabulary → number of unknown terms, kept verbatim; without sources that the live snapshot lacks. */
  unknown_terms: Record<string, number>
  /** Series of files that are missing and not required. */
  leftOut?: string[]
  decided: Report['decided']
  /** Number of lines in the decisions file. */
  decisions: number
  /** The live snapshot, which this one would replace; null = none yet. */
  previous: { folder: string; manifest: Manifest } | null
  /** The oldest kept snapshot of the last thirty days; null or missing = none. */
  earlier?: { folder: string; manifest: Manifest } | null
  /** Earlier runs: the figures of the last thirty that published set limits. */
  runs?: readonly Run[]
  /** Limits of the sources file. */
  limits?: GivenLimits
}

/** The number of farms that a series (`source`) lists in two snapshots, and of those with a difference in a field. */
export type Changed = { source: string; field: string; farms: number; changed: number }

/** changed = another value; gone = unknown now, or carried; added = unknown before. */
export type Kind = 'changed' | 'gone' | 'added'
/** `example`: one value before and now, as in `Salem → Boston`; null = of the paid tier, or not changed. */
export type Difference = Changed & { kind: Kind; example: string | null }

/** `differences`: those from an earlier snapshot, by its folder, which several gates judge. */
type Examined = Finished & { differences: (before: string) => Promise<Difference[]> }

export type Gate = {
  name: string
  description: string
  severity: Severity
  check: (finished: Examined) => Promise<Finding> | Finding
}

/**
 * The fault; null = none. `why`: there was nothing to compare. `figures`: measurements in words, of which one
 * over its limit is a fault.
 */
type Finding =
  string | null | { why: string; figures?: never } | { figures: Measured[]; why?: never }

export type Measured = { figure: Figure; says: string }

export const notCompared = { why: 'there is no snapshot before this one' }

/** A finished snapshot with its predecessor. */
export type Compared = Examined & { previous: NonNullable<Finished['previous']> }

/** Makes a check that is skipped for a first snapshot. */
export const againstPrevious =
  (check: (compared: Compared) => ReturnType<Gate['check']>): Gate['check'] =>
  ({ previous, ...finished }) =>
    previous ? check({ ...finished, previous }) : notCompared

/** SQL table expression: the farms of a snapshot. */
export const farmsOf = (folder: string) => parquet(folder, 'members/farms.parquet')

/** The same of an earlier snapshot; columns that it lacks are null. */
export const farmsBefore = (before: string, now: string) =>
  `(from ${farmsOf(before)} union all by name from ${farmsOf(now)} where false)`

const [registry, provenance] = ['members/registry.parquet', 'members/provenance.parquet']

/** Returns true if all snapshots name the series of a listing. The oldest ones name its source alone. */
export const haveSeries = (...folders: string[]): boolean =>
  folders.every((folder) => existsSync(join(folder, registry)))

/** SQL table expression: the series that list each farm of a snapshot, or its sources as series. */
export const listedIn = (folder: string, bySeries: boolean) =>
  bySeries
    ? `(
  select distinct farm_id as id, coalesce(series, source) as series, source
  from ${parquet(folder, registry)}
  where last_seen is null and farm_id in (select id from ${farmsOf(folder)}))`
    : `(select id, unnest(sources) as series, unnest(sources) as source from ${farmsOf(folder)})`

/** SQL table expression: the rows of the provenance of a snapshot, with the series of each, or its source as series. */
export const rowsIn = (folder: string, bySeries: boolean) =>
  bySeries
    ? `(
  select told.*, coalesce(series, source) as series
  from ${parquet(folder, provenance)} as told
  join ${parquet(folder, registry)} as known using (farm_id, source, source_id))`
    : `(select *, source as series from ${parquet(folder, provenance)})`

/** A listing's fields, and its own date. */
const given = `unnest(list_concat(fields, if(updated_at is null, [], ['updated_at']))) as field`

/** SQL table expression: fields that each series, or source, gives in a snapshot; `carried`: in an earlier edition. */
export const givenIn = (folder: string, bySeries: boolean) =>
  `(select farm_id as id, series, ${given}, carried from ${rowsIn(folder, bySeries)})`

/** SQL table expression: the mergers in the lineage of a snapshot. */
export const mergersOf = (folder: string) =>
  `(from ${parquet(folder, 'public/lineage.parquet')} where event = 'merged')`

/** The column names of Parquet files in order, including those inside lists and structs. */
export async function columnNames(database: Database, paths: string[]): Promise<string[][]> {
  const rows = await database.rows<{ path: string; name: string }>(
    `select file_name as path, name from parquet_schema([${paths.map(literal).join(', ')}])`,
  )
  const byPath = Map.groupBy(rows, ({ path }) => path)
  return paths.map((path) => byPath.get(path)!.map(({ name }) => name))
}

/** `2,100 of 8,791 (23.9 %)` */
export const share = (part: number, whole: number): string =>
  `${groupDigits(part)} of ${groupDigits(whole)} (${((100 * part) / whole).toFixed(1)} %)`

/** The first texts, at most `most`, and the number of further ones. */
export function firstOf(texts: string[], most = 5): string[] {
  const first = texts.slice(0, most)
  const more = texts.length - first.length
  return more > 0 ? [...first, `and ${groupDigits(more)} more`] : first
}

/** Joins complaints; null if there are none. */
export const complaint = (complaints: string[]): string | null =>
  complaints.length > 0 ? complaints.join('; ') : null
