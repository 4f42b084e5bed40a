import type { HoursJson } from '../../data/schema/hours.ts'
import type { SourceListing } from '../../data/schema/input/farm_feed.ts'
import { noValues, type SourceValues } from '../../data/schema/input/source_fields.ts'
import type { Authority, Mapping } from '../../data/schema/input/sources_file.ts'
import type { Farm } from '../../data/schema/tables/farm.ts'
import type { SourceBytes } from './formats/source_bytes.ts'

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
}

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
  /** Whether its files are of several directories, each a series of its own, by place type. */
  hasDirectories?: true
  /** Whether `read` takes a mapping from the source's names to ours. */
  takesMapping?: boolean
  /** Rows in file order. Throws a SourceError where the file is not of this kind. */
  read(file: SourceBytes, mapping?: Mapping): AsyncIterable<SourceRow>
}
