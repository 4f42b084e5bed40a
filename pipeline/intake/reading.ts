import type { Point } from '../../data/geography/distance.ts'
import type { Found } from '../normalize/findings.ts'
import type { Observation } from '../normalize/observation.ts'
import type { FarmRow, RejectedRow, SourceRow, TextRow } from '../read/adapter.ts'

/** A row as another thread can take it. */
export type PlainRow = PlainFarmRow | TextRow | RejectedRow
export type PlainFarmRow = Omit<FarmRow, 'raw'> & { raw: string }

export const plainRow = (row: SourceRow | TextRow): PlainRow =>
  'farm' in row ? { ...row, raw: row.raw() } : row

/** A row with what `named` (said.ts) calls it: digests, each of 32 hexadecimal digits. */
export type NamedRow = (PlainFarmRow | TextRow) & { row_digest: string; key: string }

/** Counts of an observation for the build's report. */
export type Counted = Pick<
  Observation,
  'place_type' | 'corrections' | 'synthetic' | 'updated_at' | 'lat' | 'lng' | 'location_precision'
> & {
  /** Missing: nothing. */
  found?: Found
}

/** An observation, as JSON: the end of an object. */
export type ReadRow = {
  counted: Counted
  json: string
  /** By which the next build finds it again; null = it may say something else then. */
  key: string | null
}

export type RefusedRow = RejectedRow & { found?: Found }

/** A row whose point only the other rows of its file confirm: they must surround `point`. */
export type UndecidedRow = {
  point: Point
  /** Whether it waits for the end of the file; else the rows before it decide. */
  waits: boolean
  among: ReadRow | RefusedRow
  apart: ReadRow | RefusedRow
}

/** What becomes of a row: plain data, which another thread can hand over. */
export type Reading = ReadRow | RefusedRow | UndecidedRow
