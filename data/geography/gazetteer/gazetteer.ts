import type { Point } from '../distance.ts'
import { readTsv } from '../../tsv.ts'

/**
 * Reads the places of the United States, in the order of their names. `npm run documents` makes them from
 * packages (make.ts), so that a build needs neither the packages nor the second for making them.
 */
export const readPlaces = (): RankedPlace[] =>
  cellsOf('places.tsv').map(([name, kind, rank, lat, lng, fips]) => ({
    name: name!,
    kind: kind as PlaceKind,
    size: kind === 'city' ? Number(rank) : 0,
    rank: Number(rank),
    lat: Number(lat),
    lng: Number(lng),
    county_fips: fips || null,
  }))

/** Reads all ZIP codes, ascending. */
export const readZipCodes = (): ZipCode[] =>
  cellsOf('zips.tsv').map(([zip, lat, lng, town, fips]) => ({
    zip: zip!,
    lat: Number(lat),
    lng: Number(lng),
    town: town || null,
    county_fips: fips || null,
  }))

const cellsOf = (file: string) => readTsv(new URL(file, import.meta.url))

/** A city, town, village or other settlement; or a county or its equivalent. */
export const placeKinds = ['city', 'county'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** The county of a point (Census, 2023), five digits; null = unknown. */
export type InCounty = { county_fips: string | null }

/**
 * A place of the gazetteer. `name` finds it: `Danville, VT`, `Caledonia County, VT`, or `Troy, Bradford
 * County, PA` if the state has another that is a seat, has the post office, or is not far smaller.
 * `size`: inhabitants, or an estimate; 0 = unknown, as for counties. `isListed`: only farms name it, and
 * the point is one of theirs.
 */
export type Place = Point & {
  name: string
  kind: PlaceKind
  size: number
  isListed?: true
} & InCounty

/** `rank`: the size of a city, or an estimate of a county's inhabitants. It orders counties of one name. */
export type RankedPlace = Place & { rank: number }

/** A ZIP code: `town` is the place of the post office that it is named after; null = unknown. */
export type ZipCode = Point & { zip: string; town: string | null } & InCounty

/** A town's name alone means this town if it is this many times as large as its largest namesake. */
const farLarger = 4

/** Returns true if a shared name means the first place. */
export const isFarLarger = (first: { size: number }, second: { size: number }): boolean =>
  first.size > 0 && first.size >= farLarger * second.size
