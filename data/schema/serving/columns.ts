import { z } from 'zod'
import {
  anything,
  indexBelow,
  belowOrNone,
  degreesUpTo,
  everyOne,
  inRange,
} from './column_checks.ts'
import {
  addedIn,
  bytes,
  f64,
  i32,
  jsonColumn,
  longStarts,
  onDisk,
  starts,
  u16,
  u32,
  type ValuesOf,
} from './column_types.ts'
import type { Farm } from '../tables/farm.ts'
import { groupNames } from '../said_at.ts'
import { fieldsWith, storedName, termFields, type CodeGroup } from './fields.ts'
import { listingKind } from './listings.ts'
import { priceKind } from './prices.ts'
import { silentSchedules } from './silent_schedules.ts'
import { isZoneName } from './zone_names.ts'

/**
 * The file that the server opens: one file of columns (container.ts). It is private to the pipeline that
 * writes it and the server that reads it, so this page is their whole contract.
 *
 * A row is a farm. Rows are in H3 order: by `h3_cell`, then by id; farms without a location come last, by
 * id. The order is the same as in `farms.parquet`, so `file_row_number` is the row.
 */
export const servingFile = 'serving/columns.bin'

/** JSON: an object and a line feed for each row; at least `{}`. */
const lines = (card: string) => ({
  lines: bytes(`bytes of ${card} cards`),
  starts: longStarts('rows', `bytes of ${card} cards`, '{}\n'.length),
})

/** The same on disk, and shorter: an object's fields, a comma before each, in phrases (phrases.ts). */
const phrasedLines = (card: string) => ({
  lines: onDisk(bytes(`bytes of ${card} cards`)),
  starts: longStarts('rows', `bytes of ${card} cards`, '{}\n'.length),
  phrases: bytes(`bytes of ${card} phrases`),
  phraseStarts: starts(`${card} phrases`, `bytes of ${card} phrases`),
})

/**
 * The values that some farm has, field by field, each in byte order. Codes number all of them, from 0. Older
 * files may lack a field: no farm has a value there.
 */
const fieldNames = (group: CodeGroup) => {
  const names = z.array(z.string()).default([])
  const shape = fieldsWith({ in: group }).map((field) => [storedName(field), names] as const)
  return jsonColumn(z.strictObject(Object.fromEntries(shape)), `codes of ${group}`)
}

/** A list of codes for each row. */
const rowLists = (list: string) => ({
  rowStarts: starts('rows', `${list} of rows`),
  rowCodes: u32(`${list} of rows`, indexBelow(`codes of ${list}`)),
})

/**
 * A list of codes for each row, and for each node of the cell tree the sums of its rows' lists. Nodes with
 * too few rows have no sums.
 */
const codeLists = (list: string) => ({
  ...rowLists(list),
  nodeStarts: starts('nodes', `${list} of nodes`),
  /** The codes of the node's rows, ascending. */
  nodeCodes: u32(`${list} of nodes`, indexBelow(`codes of ${list}`)),
  /** The number of occurrences of each code. */
  nodeCounts: u32(`${list} of nodes`, anything),
})

/**
 * Texts for word search, and their columns. `terms` and `claims` are terms missing in the vocabularies, in
 * free columns and in paid ones. Words are split by `wordsOf` (data/vocabulary/words.ts).
 */
export const searched = {
  name: ['name'],
  city: ['city'],
  terms: ['products_other', 'categories_other'],
  description: ['description'],
  claims: [
    'certifications_other',
    'practices_other',
    'delivery_options_other',
    'payment_methods_other',
  ],
} as const satisfies Record<string, (keyof Farm)[]>
export type SearchedField = keyof typeof searched
export const searchedFields = Object.keys(searched) as SearchedField[]

/** For each word, the rows that have it in a field, ascending, each once. */
const postings = (field: string) => ({
  starts: starts('words', `postings of ${field}`),
  rows: u32(`postings of ${field}`, indexBelow('rows')),
})

/** Millionths of a dollar that add up exactly. */
const price = inRange(0, Number.MAX_SAFE_INTEGER)

export const noZip = 100_000
/** Before every day. */
export const noDay = -(2 ** 31)

export const columns = {
  farms: {
    /** Degrees; NaN = no location. */
    lat: f64('rows', degreesUpTo(90)),
    lng: f64('rows', degreesUpTo(180)),
    /** UUIDs. */
    id: bytes('rows', 16),
    /** changed_at, in seconds since 1970; 0 = this snapshot. */
    changedAt: u32('rows', anything),
    /** The number of the ZIP code; `noZip` = unknown. */
    zip: u32('rows', inRange(0, noZip)),
    /** The number of county_fips_2020; 0 = unknown. */
    countyFips2020: addedIn(12, 0, u32('rows', anything)),
    /** updated_at, in milliseconds since 1970; NaN = unknown. */
    updatedAt: f64('rows', anything),
    /** In days since 1970; `noDay` = null. */
    firstListed: i32('rows', anything),
    lastListed: i32('rows', anything),
    /** said_at, in days since 1970, one for each group (`groupNames`); `noDay` = unknown. */
    saidAt: i32('rows', anything, groupNames.length),
  },
  orders: {
    /** By id. */
    byId: u32('rows', everyOne('rows')),
    /** By folded name, then id; and by descending name, then id. */
    byName: u32('rows', everyOne('rows')),
    byNameDescending: u32('rows', everyOne('rows')),
    /** By quality score, then id. */
    byQuality: u32('rows', everyOne('rows')),
    byQualityDescending: u32('rows', everyOne('rows')),
    /** By updated_at, unknown last, then id. */
    byUpdated: u32('rows', everyOne('rows')),
    byUpdatedDescending: u32('rows', everyOne('rows')),
    /** By changed_at, then id. */
    byChanged: u32('rows', everyOne('rows')),
    byChangedDescending: u32('rows', everyOne('rows')),
    /** By google_rating, best first, unknown last, then id. */
    byRating: u32('rows', everyOne('rows')),
  },
  /**
   * The cards: answers are made by joining them without their braces. They hold the free fields except
   * changed_at and said_at, which are in `farms`.
   */
  freeCards: lines('free'),
  /** Fields that the paid tier adds in lists. */
  paidCards: phrasedLines('paid'),
  /** Fields that the paid tier adds in the profile. */
  profileCards: phrasedLines('profile'),
  /**
   * The proximity index: a tree over the located farms, row 0 to its root's end. A node is an H3 cell, and
   * so a contiguous range of rows, since rows are in H3 order.
   *
   * Node 0 is the root; it is the only node if no farm is located. A node's children are consecutive, come
   * after it, and divide its rows in ascending order. A node without children is a leaf; its rows are
   * examined one by one. `checkTree` checks all this.
   */
  tree: {
    /** The first of the node's rows. */
    first: u32('nodes', anything),
    /** One past the last of the node's rows. */
    end: u32('nodes', anything),
    firstChild: u32('nodes', anything),
    childCount: u32('nodes', anything),
    /**
     * x, y, z, r of a ball around the node's farms, as points of the unit sphere (see `unitVectors`). It
     * encloses the farms themselves, since a cell does not contain all its descendants.
     */
    ball: f64('nodes', inRange(-2, 2), 4),
  },
  /** Each farm's values in the fields that market figures count (fields.ts). */
  attributes: {
    facets: fieldNames('attributes'),
    ...codeLists('attributes'),
  },
  /** Each farm's values in the fields that only lists count, ascending in a row. */
  facets: {
    names: fieldNames('facets'),
    ...rowLists('facets'),
  },
  cities: {
    /** Every city with a farm once, in byte order. */
    names: jsonColumn(z.array(z.string()), 'cities'),
    /** Each row's city; the number of cities = unknown. */
    ofRow: u32('rows', belowOrNone('cities')),
  },
  /** Each farm's prices, in whole millionths of a US dollar; their codes are kinds of price. */
  prices: {
    kinds: jsonColumn(z.array(priceKind), 'codes of prices'),
    ...codeLists('prices'),
    /** As listed. */
    listed: f64('prices of rows', price),
    /** For one comparable unit; the listed price if its kind has no such unit. */
    comparable: f64('prices of rows', price),
    /** The sum of the comparable prices. */
    nodeSums: f64('prices of nodes', price),
  },
  /**
   * All product listings by farm, with or without a price, as in the profile. Every order has each once.
   * Ties are ordered by farm id; a farm's ties by product, unknown last, then by id.
   */
  listings: {
    kinds: jsonColumn(z.array(listingKind), 'kinds of listings'),
    starts: starts('rows', 'listings'),
    ofKind: u32('listings', indexBelow('kinds of listings')),
    /** In US dollars; 0 = not stated. */
    price: f64('listings', price),
    byFarm: u32('listings', everyOne('listings')),
    /** As listed, those without a price last. */
    byPrice: u32('listings', everyOne('listings')),
    byPriceDescending: u32('listings', everyOne('listings')),
    byComparable: u32('listings', everyOne('listings')),
    byComparableDescending: u32('listings', everyOne('listings')),
  },
  /**
   * Opening hours compiled for evaluating every farm at once (schedules.ts): each distinct schedule once,
   * and each row's schedule. A schedule is a time zone and some seasons; a season is its first and last day
   * and a week of openings. See data/schema/hours.ts for their meaning.
   */
  schedules: {
    /** Each row's schedule; the first schedules have no hours (`silentSchedules`). */
    ofRow: u32('rows', indexBelow('schedules')),
    /** The last time a source stated the row's hours, in seconds since 1970; 0 = never. */
    saidAt: u32('rows', anything),
    /** The index of its time zone in `timeZones`; unused for schedules without hours. */
    zone: u16('schedules', indexBelow('time zones', silentSchedules)),
    /** Schedules without hours have none. */
    seasons: starts('schedules', 'seasons'),
    /** First and last day of each season, inclusive: see `dayNumber`. */
    from: i32('seasons', anything),
    to: i32('seasons', anything),
    /** The week of each season; 0 = its times are unknown. */
    week: u32('seasons', indexBelow('weeks')),
    /** Week 0 has none. */
    openings: starts('weeks', 'openings'),
    /**
     * Start and end (exclusive) of each opening: `dayStride` times the day, 0 = Monday, plus minutes after
     * that day's midnight; past 1440 on the next day.
     */
    opens: u16('openings', anything),
    closes: u16('openings', anything),
    /** See `zoneName` (zone_names.ts). */
    timeZones: jsonColumn(z.array(z.string().refine(isZoneName, 'no time zone')), 'time zones'),
  },
  /** Every word of any text field once, in the order of UTF-16 units (JavaScript's own). */
  words: { list: jsonColumn(z.array(z.string()), 'words') },
  nameWords: postings('name'),
  cityWords: postings('city'),
  termsWords: postings('terms'),
  descriptionWords: postings('description'),
  claimsWords: postings('claims'),
  /** The farms by name, for completion: each once, in the byte order of the keys, then by row. */
  farmNames: {
    rows: u32('rows', everyOne('rows')),
    /** UTF-8: the words of the name (`wordsOf`), separated by blanks. */
    keys: bytes('bytes of farm names'),
    starts: starts('rows', 'bytes of farm names'),
  },
  documents: {
    /** The payload of /v1/stats, without the parts from the manifest. */
    stats: jsonColumn(z.record(z.string(), z.unknown())),
    /** Number of farms with a term or one of its varieties; terms without farms are omitted. */
    termFarms: jsonColumn(z.record(z.enum(termFields), z.record(z.string(), z.int().min(1)))),
  },
}

export type Group = keyof typeof columns
export type Columns = {
  [Each in Group]: {
    [Name in keyof (typeof columns)[Each]]: ValuesOf<(typeof columns)[Each][Name]>
  }
}

/** Levels of detail of a farm's JSON. */
export type Card = 'free' | 'paid' | 'profile'
