import { z } from 'zod'
import { attributeFiles, attributesFile } from './attributes.ts'
import { cellTreeFiles } from './cell_tree.ts'
import { scheduleFiles, timeZonesFile } from './schedules.ts'
import { textIndexFiles } from './text_index.ts'

/**
 * The files of `serving/`: what the server opens. Private to the pipeline that writes them and the
 * server that reads them, so this page is their whole contract.
 *
 * A row is a farm. Rows stand in H3 order: by resolution 15 cell, then by id; farms without a
 * location come last, by id. The same order as in `farms.parquet`, so `file_row_number` is the row.
 */

/** One JSON object a line, a line a row; joined without their braces they make the answers. */
export const cardFiles = {
  /** Fields of the free tier. */
  free: 'serving/free.ndjson',
  /** Fields that the paid tier adds in lists. */
  paid: 'serving/paid.ndjson',
  /** Fields that the paid tier adds in the profile. */
  profile: 'serving/profile.ndjson',
} as const
export type Card = keyof typeof cardFiles

/** Where each line of a card file begins, and last its end: rows + 1 byte offsets. */
export const offsetsFile = (card: Card) => `serving/${card}.offsets.f64`

/** Raw little-endian arrays of one number type, told by the name's ending. */
export const arrayFiles = {
  /** Degrees; NaN = no location. */
  lat: 'serving/lat.f64',
  lng: 'serving/lng.f64',
  /** 16 bytes a row. */
  id: 'serving/id.u8',
  /** Rows in the order of their ids. */
  byId: 'serving/by_id.u32',
  /** Rows by folded name, then id. */
  byName: 'serving/by_name.u32',
  /** Rows by descending quality score, then id. */
  byQuality: 'serving/by_quality.u32',
  /** Rows by descending updated_at, unknown last, then id. */
  byUpdated: 'serving/by_updated.u32',
} as const

/** The payload of /v1/stats, less what only the manifest knows. */
export const statsFile = 'serving/stats.json'

/** Every term that a farm of the snapshot has, by the field that holds it. */
export const termsFile = 'serving/terms.json'
export const facets = [
  'products',
  'categories',
  'certifications',
  'practices',
  'delivery_options',
  'payment_methods',
] as const
export type Facet = (typeof facets)[number]
export const termLists = z.record(z.enum(facets), z.array(z.string()))
export type TermLists = z.infer<typeof termLists>

/** Every file of `serving/`. */
export const servingFiles: string[] = [
  ...Object.values(cardFiles),
  ...(Object.keys(cardFiles) as Card[]).map(offsetsFile),
  ...Object.values(arrayFiles),
  ...Object.values(cellTreeFiles),
  ...Object.values(scheduleFiles),
  timeZonesFile,
  ...textIndexFiles,
  ...Object.values(attributeFiles),
  attributesFile,
  statsFile,
  termsFile,
]
