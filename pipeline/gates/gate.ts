import { groupDigits } from '../../data/digit_grouping.ts'
import type { Figure, Manifest, Severity } from '../../data/schema/manifest.ts'
import type { Report } from '../../data/schema/report.ts'
import type { Run } from '../../data/schema/run.ts'
import type { Source } from '../../data/schema/tables/source.ts'
import { literal } from '../../data/sql_literal.ts'
import type { Database } from '../database/database.ts'
import type { Tally } from '../tally.ts'
import type { CurrentEdition } from '../resolve/before/previous.ts'
import type { GivenLimits } from './limits.ts'
import type { Earlier } from './tables.ts'

/** The input of a gate: the finished files (tables.ts), not the tables behind them. */
export type Finished = {
  database: Database
  /** The folder of the finished snapshot. */
  folder: string
  sources: Source[]
  /** Rows of removed farms, by source: their rejection is no fault of the file. */
  refused?: readonly Tally[]
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

/** changed = another value; moved = another place; gone = unknown now, or carried; added = unknown before. */
export type Kind = 'changed' | 'moved' | 'gone' | 'added'
/** `example`: one value before and now, as in `Salem → Boston`; null = of the paid tier, or not changed. */
export type Difference = Changed & { kind: Kind; example: string | null }

/** The number of farms that a series listed before; of those it lists no longer; of new ones. */
export type Listed = { name: string; source: string; farms: number; lost: number; added: number }

/** What several gates judge: differences from an earlier snapshot, and current editions by folder. */
type Examined = Finished & {
  differences: (before: Earlier) => Promise<Difference[]>
  listed: (before: Earlier) => Promise<Listed[]>
  editions: (folder: string) => Promise<CurrentEdition[]>
}

export type Gate = {
  name: string
  description: string
  severity: Severity
  check: (finished: Examined) => Promise<Finding> | Finding
}

/**
 * The fault; null = none. `why`: there was nothing to compare. `figures`: measurements in words, of which one
 * over its limit is a fault. The public manifest holds it: it names no folder of this machine.
 */
export type Finding =
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
