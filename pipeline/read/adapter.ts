import type { HoursJson } from '../../data/schema/hours.ts'
import type { SourceListing } from '../../data/schema/input/farm_feed.ts'
import { noValues, type SourceValues } from '../../data/schema/input/source_fields.ts'
import type { Mapping } from '../../data/schema/input/mapping.ts'
import type { Authority } from '../../data/schema/input/sources_file.ts'
import type { Farm } from '../../data/schema/tables/farm.ts'
import type { SourceBytes } from './formats/source_bytes.ts'
import type { SeenColumns } from './seen_columns.ts'

/** A schedule as its source words it: when in the year, at which hours, and a remark on it. */
export type Schedule = {
  name: string
  season: string | null
  times: string | null
  note?: string | null
}

/** The schedules of which anything is known. */
export const stated = (schedules: Schedule[]): Schedule[] =>
  schedules.filter(({ season, times, note }) => season ?? times ?? note)

/** A farm in its source's own words: what adapters make and `normalize` reads. `null` is unknown. */
export type SourceFarm = Omit<SourceValues, 'lat' | 'lng'> & {
  source_id: string
  name: string
  place_type: string
  /** Where the source states it; the dataset holds the United States only. */
  country?: string | null
  /** Degrees; text where the source has text. */
  lat: string | number | null
  lng: string | number | null
  verification_status: Farm['verification_status']
  schedules: Schedule[]
  hours_json: HoursJson | null
  product_listings: SourceListing[]
  /** As the source writes it (see instant.ts). */
  updated_at: string | null
  synthetic: boolean
  /** What the adapter had to put right or withhold, as name of the rule. */
  corrections?: string[]
  unread?: Unread[]
}

/** What the adapter could not read: the field that it is unknown for, why, and the text as it is. */
export type Unread = { field: string; reason: string; text: string }

/** A farm of which nothing is known, for adapters to fill in. */
export const nothingKnown = {
  ...noValues,
  hours_json: null,
  product_listings: [],
  updated_at: null,
  synthetic: false,
} satisfies Partial<SourceFarm>

/** A row that is refused, and why; `raw` is the row as its file has it, `line` counts from 1. */
export type RejectedRow = { line: number; rejected: string; raw: string }

export type FarmRow = { line: number; farm: SourceFarm; raw: () => string }

export type SourceRow = FarmRow | RejectedRow

/** A row that needs no other to be read: the adapter's `readText` does, in any thread. */
export type TextRow = { line: number; text: string }

/** What is said of a source whose owner nobody named. */
export const notStated = {
  publisher: 'Not stated',
  licence: 'Not stated',
  attribution: 'Not stated',
}

/** Reads one format of source file. */
export type Adapter = {
  kind: string
  authority: Authority
  /** One sentence for `--help`. */
  description: string
  /** What a snapshot says of the source unless the sources file says otherwise. */
  publisher: string
  licence: string
  attribution: string
  /** The only state that its farms are in, abbreviated. */
  state?: string
  /** Whether its files are of several directories, each a series of its own, by place type. */
  hasDirectories?: true
  /** Whether `read` takes a mapping from our fields to the source's columns, or can't do without. */
  mapping?: 'optional' | 'needed'
  /**
   * Rows in file order; the columns of a table are noted in `seen`. Throws a SourceError where the file
   * is not of this kind, or lacks a column of the mapping.
   */
  read(file: SourceBytes, mapping?: Mapping, seen?: SeenColumns): AsyncIterable<SourceRow | TextRow>
  /** Reads a row that `read` has left as text. */
  readText?(row: TextRow): SourceRow
}
