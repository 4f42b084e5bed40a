import { groupDigits } from '../../data/digit_grouping.ts'
import type { Manifest, Severity } from '../../data/schema/manifest.ts'
import type { Source } from '../../data/schema/tables/source.ts'
import { literal, parquet, type Database } from '../database/database.ts'

/** What a gate may look at: the finished files, not the tables that they are made from. */
export type Finished = {
  database: Database
  /** The folder of the finished snapshot. */
  folder: string
  sources: Source[]
  /** Vocabulary → how many terms were kept verbatim because it does not know them. */
  unknown_terms: Record<string, number>
  /** The live snapshot, which this one would replace; null = there is none yet. */
  previous: { folder: string; manifest: Manifest } | null
}

export type Gate = {
  name: string
  description: string
  severity: Severity
  check: (finished: Finished) => Promise<Finding> | Finding
}

/** What is wrong, with figures; null = nothing. */
type Finding = string | null | NotCompared

/** There was nothing that a gate could compare, and why. */
export class NotCompared {
  readonly why: string

  constructor(why: string) {
    this.why = why
  }
}

/** A finished snapshot together with the one before it. */
export type Compared = Finished & { previous: NonNullable<Finished['previous']> }

/** Makes a check that compares nothing for a first snapshot. */
export const againstPrevious =
  (check: (compared: Compared) => ReturnType<Gate['check']>): Gate['check'] =>
  ({ previous, ...finished }) =>
    previous
      ? check({ ...finished, previous })
      : new NotCompared('there is no snapshot before this one')

/** The farms of a snapshot, as something to select from. */
export const farmsOf = (folder: string) => parquet(folder, 'members/farms.parquet')

/** The mergers in the lineage of a snapshot, as something to select from. */
export const mergersOf = (folder: string) =>
  `(from ${parquet(folder, 'public/lineage.parquet')} where event = 'merged')`

/** The names of a Parquet file's columns, those inside lists and structs too. */
export async function columnNames(database: Database, path: string): Promise<string[]> {
  const rows = await database.rows<{ name: string }>(
    `select name from parquet_schema(${literal(path)})`,
  )
  return rows.map(({ name }) => name)
}

/** `2,100 of 8,791 (23.9 %)` */
export const share = (part: number, whole: number): string =>
  `${groupDigits(part)} of ${groupDigits(whole)} (${((100 * part) / whole).toFixed(1)} %)`

/** Joins complaints; null where there are none. */
export const complaint = (complaints: string[]): string | null =>
  complaints.length > 0 ? complaints.join('; ') : null
