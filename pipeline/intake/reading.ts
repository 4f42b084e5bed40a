import { hash } from 'node:crypto'
import type { Point } from '../../data/geography/distance.ts'
import { type Found, foundAny } from '../normalize/findings.ts'
import type { Observation } from '../normalize/observation.ts'
import type { FarmRow, RejectedRow, SourceRow, TextRow } from '../read/adapter.ts'
import { weekdaysOf } from '../../data/schema/hours.ts'
import { dateToCome } from '../normalize/normalize.ts'
import { jsonText } from './spool.ts'

/** A row as another thread can take it. */
type PlainRow = PlainFarmRow | TextRow | RejectedRow
export type PlainFarmRow = Omit<FarmRow, 'raw'> & { raw: string }

export const plainRow = (row: SourceRow | TextRow): PlainRow =>
  'farm' in row ? { ...row, raw: row.raw() } : row

/** A row with what `named` calls it: digests, each of 32 hexadecimal digits. */
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

/** A row's content, without its id and its place in the file. */
export type Said = {
  /** Of the row that said it first. */
  source_id: string
  counted: Counted
  json: string
  /** true = the content is the same at any time of reading. */
  lasts: boolean
}

/**
 * Names a source row: its text by a digest, and its content by a key. Rows with one key have the same
 * content. A row's id is no part of the key, since some sources change it in each edition.
 */
export function named(row: PlainFarmRow | TextRow, source: string, kind: string): NamedRow {
  const row_digest = hash('md5', 'farm' in row ? row.raw : row.text)
  const said = 'farm' in row ? { ...row.farm, source_id: undefined } : { kind, row_digest }
  return { ...row, row_digest, key: hash('md5', JSON.stringify([source, said])) }
}

export function saidBy(observation: Observation, found: Found): Said {
  const { source_id, line: _, ...result } = observation
  const { place_type, corrections, synthetic, updated_at, lat, lng, location_precision } = result
  const counted: Counted = {
    place_type,
    corrections,
    synthetic,
    updated_at,
    lat,
    lng,
    location_precision,
    ...(foundAny(found) && { found }),
  }
  const stated = Object.entries(result).filter(([, value]) => value !== null) // a third is shorter to read again
  const own = { ...counted, weekdays: weekdaysOf(result.hours_json) }
  const json = jsonText({ ...own, ...Object.fromEntries(stated) })
  return { source_id, counted, json, lasts: !corrections.includes(dateToCome) }
}

/** The row with its own values alone, its id last. */
export function readingOf(
  said: Said | RefusedRow,
  row: NamedRow,
  source: string,
): ReadRow | RefusedRow {
  if ('rejected' in said) return said
  const source_id = 'farm' in row ? row.farm.source_id : said.source_id
  const own = {
    first_id: firstFarmId(source, source_id),
    row_digest: row.row_digest,
    line: row.line,
    source_id,
  }
  const json = `${jsonText(own).slice(1, -1)},${said.json.slice(1)}`
  return { counted: said.counted, json, key: said.lasts ? row.key : null }
}

/** Fields of a line by which it is parted; inside a text their quotes would be escaped. */
const [id, firstCounted, afterCounted] = ['"source_id":', '"place_type":', ',"weekdays":']

/** Restores a row's content from its line. */
export function saidAgain(line: string): Said {
  const { source_id, ...counted }: { source_id: string } & Counted = JSON.parse(
    `{${line.slice(line.indexOf(id), line.indexOf(afterCounted))}}`,
  )
  const json = `{${line.slice(line.indexOf(firstCounted))}`
  return { source_id, counted, json, lasts: true }
}

/** Names the ids that this directory gives at first sight; never to be changed. */
const namespace = Buffer.from('6f1d0a3e52c84b7f9d3ea7c1b0458e26', 'hex')

/**
 * The id of a listing's farm that no earlier snapshot has: a version 5 UUID of source and source id (RFC
 * 9562, section 5.5). The same input gives the same ids anywhere.
 */
export function firstFarmId(source: string, sourceId: string): string {
  const name = Buffer.from(`${source}\n${sourceId}`)
  const digest = hash('sha1', Buffer.concat([namespace, name]), 'buffer')
  digest[6] = (digest[6]! & 0x0f) | 0x50
  digest[8] = (digest[8]! & 0x3f) | 0x80
  const hex = digest.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
