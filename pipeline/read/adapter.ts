import type { HoursJson } from '../../data/schema/hours.ts'
import type { SourceListing } from '../../data/schema/input/farm_feed.ts'
import { noValues, type SourceValues } from '../../data/schema/input/source_fields.ts'
import type { Mapping } from '../../data/schema/input/mapping.ts'
import type { Authority } from '../../data/schema/input/sources_file.ts'
import { type Farm, placeTypes } from '../../data/schema/tables/farm.ts'
import type { SourceBytes } from './formats/source_bytes.ts'
import type { SeenColumns } from './seen_columns.ts'

/** A schedule in its source's words: part of the year, hours, and a remark. */
export type Schedule = {
  name: string
  season: string | null
  times: string | null
  note?: string | null
}

/** The schedules that are not empty. */
export const stated = (schedules: Schedule[]): Schedule[] =>
  schedules.filter(({ season, times, note }) => season ?? times ?? note)

/** A farm in its source's own words: made by adapters, read by `normalize`. `null` is unknown. */
export type SourceFarm = Omit<SourceValues, 'lat' | 'lng'> & {
  source_id: string
  name: string
  place_type: string
  /** As stated; the dataset covers only the United States. */
  country?: string | null
  /** Degrees; text if the source has text. */
  lat: string | number | null
  lng: string | number | null
  verification_status: Farm['verification_status']
  schedules: Schedule[]
  hours_json: HoursJson | null
  product_listings: SourceListing[]
  /** As written in the source (see instant.ts). */
  updated_at: string | null
  synthetic: boolean
  /** Names of the rules by which the adapter corrected or left out values. */
  corrections?: string[]
  unread?: Unread[]
}

/** A text that the adapter could not read: its field, which stays unknown, the reason, and the text. */
export type Unread = { field: string; reason: string; text: string }

/** An empty farm for adapters to fill in. */
export const nothingKnown = {
  ...noValues,
  hours_json: null,
  product_listings: [],
  updated_at: null,
  synthetic: false,
} satisfies Partial<SourceFarm>

/** A rejected row and the reason; `raw` is the row as in its file, `line` counts from 1. */
export type RejectedRow = { line: number; rejected: string; raw: string; edition?: string }

/** `edition`: the date of the row's edition, if its file holds several. */
export type FarmRow = { line: number; farm: SourceFarm; raw: () => string; edition?: string }

export type SourceRow = FarmRow | RejectedRow

/** A row that needs no other row to be read: `readText` of the adapter reads it, in any thread. */
export type TextRow = { line: number; text: string; edition?: undefined }

/** Values of a source without a named owner. */
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
  /** Default publisher of the source in a snapshot; the sources file overrides it. */
  publisher: string
  licence: string
  attribution: string
  /** The only state of its farms, abbreviated. */
  state?: string
  /** True if its files contain several directories, each a separate series, by place type. */
  hasDirectories?: true
  /** Set if `read` takes a mapping from our fields to the source's columns, or needs one. */
  mapping?: 'optional' | 'needed'
  /**
   * Rows in file order; records the columns of a table in `seen`. Throws a SourceError if the file is of
   * another type, or lacks a column of the mapping.
   */
  read(file: SourceBytes, mapping?: Mapping, seen?: SeenColumns): AsyncIterable<SourceRow | TextRow>
  /** Reads a row that `read` returned as text. */
  readText?(row: TextRow): SourceRow
}

/**
 * Makes the id of a listing whose source has none: its name and place, so that it stays the same in every
 * edition with the same ones. Ignores case, accents and punctuation; leaves out unknown parts.
 */
export function naturalKey(...parts: (string | null)[]): string {
  return parts
    .map((part) =>
      (part ?? '')
        .normalize('NFKD')
        .replaceAll(/['’‘`´]|\p{M}/gu, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-|-$/g, ''),
    )
    .filter((part) => part !== '')
    .join('/')
}

/**
 * Reads a place type, ignoring case, with blanks or hyphens for underscores; also in the plural if `plural`
 * is 's'. Missing = farm. Null if it is not a place type.
 */
export function placeTypeOf(
  text: string | null | undefined,
  plural = '',
): Farm['place_type'] | null {
  if (text == null) return 'farm'
  const key = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return placeTypes.find((type) => type === key || type + plural === key) ?? null
}

export const badPlaceType = (text: string) =>
  `place_type: unknown \`${text}\`, expected one of ${placeTypes.join(', ')}`
