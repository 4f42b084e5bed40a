import { hash } from 'node:crypto'
import { weekdaysOf } from '../../data/schema/hours.ts'
import { foundAny, type Found } from '../normalize/findings.ts'
import { dateToCome } from '../normalize/normalize.ts'
import type { Observation } from '../normalize/observation.ts'
import type { TextRow } from '../read/adapter.ts'
import { firstFarmId } from './first_farm_id.ts'
import type { Counted, NamedRow, PlainFarmRow, ReadRow, RefusedRow } from './reading.ts'
import { jsonText } from './spool.ts'

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
