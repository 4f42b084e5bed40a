import type { Point } from '../../data/geography/distance.ts'
import { stateOf } from '../../data/geography/states.ts'
import { placeTypes } from '../../data/schema/tables/farm.ts'
import type { FarmRow, RejectedRow, SourceFarm } from '../read/adapter.ts'
import { parseInstant } from '../read/instant.ts'
import { normalizeEmail, normalizePhone } from './contact.ts'
import { type Findings, Remarks } from './findings.ts'
import { readSchedules } from './hours/schedules.ts'
import { tooLong, withinLengths } from './lengths.ts'
import { normalizeUrl } from './links.ts'
import type { Observation } from './observation.ts'
import { placeOf } from './place/place.ts'
import { readAlone } from './readings.ts'
import { facets, listings } from './terms/facets.ts'
import { cleanText } from './text/text.ts'

type Context = {
  /** Source type. */
  source: string
  /** Start of the build: a later date is a typing error. */
  now: Date
  findings: Findings
  /** True if other rows of the file surround the point; omitted if unknown. */
  isAmongOthers?: (point: Point) => boolean
}

/**
 * Converts a source's row to the dataset's own terms. Nothing is invented: an unreadable value is null, or
 * stays text in a text field.
 */
export function normalize(
  { line, farm: given, raw }: FarmRow,
  { source, now, findings, isAmongOthers }: Context,
): Observation | RejectedRow {
  const reject = (rejected: string): RejectedRow => ({ line, rejected, raw: raw() })
  const remarks = new Remarks()
  const long = tooLong(given)
  if (long !== null) return reject(long)
  const farm = emailInPlace(withinLengths(given, remarks), findings, remarks)
  const name = cleanText(farm.name)
  if (!name) return reject('name: says nothing')
  const place_type = placeTypes.find((type) => type === farm.place_type)
  if (!place_type) return reject(`place_type: unknown \`${farm.place_type}\``)
  const { isOutside, corrections, ...place } = placeOf(farm, isAmongOthers)
  if (isOutside) return reject('outside the United States')
  for (const { field, reason, text } of farm.unread ?? []) {
    findings.unreadable.add(`${field}: ${reason}`)
    remarks.keep(field, text)
  }
  const update = lastUpdate(farm, now)
  const isUndated = update.at === null && update.corrections.length === 0
  keepUnread(farm, { zip: place.zip, corrections, isUndated }, findings, remarks)
  const alone = readAlone(farm, findings, remarks)
  return {
    source,
    source_id: farm.source_id,
    line,
    corrections: [
      ...(farm.corrections ?? []),
      ...remarks.corrections,
      ...corrections,
      ...update.corrections,
    ],
    kept_texts: remarks.keptTexts,
    name,
    place_type,
    ...place,
    email: farm.email,
    ...facets(farm, findings),
    ...alone,
    ...schedule(farm, findings),
    verification_status: farm.verification_status,
    product_listings: listings(farm.product_listings, findings),
    updated_at: update.at,
    synthetic: farm.synthetic,
  }
}

/** Keeps unread texts of place and date; counts them, unless a correction names them. */
function keepUnread(
  farm: SourceFarm,
  read: Pick<Observation, 'zip' | 'corrections'> & { isUndated: boolean },
  findings: Findings,
  remarks: Remarks,
): void {
  const keep = (field: 'state' | 'zip' | 'lat' | 'lng' | 'updated_at', what?: string) => {
    const text = cleanText(String(farm[field] ?? ''))
    if (text === null) return
    remarks.keep(field, text)
    if (what) findings.unreadable.add(`${field}: ${what}`)
  }
  if (stateOf(cleanText(farm.state)) === null) keep('state', 'not a state')
  if (read.zip === null) keep('zip')
  if (read.corrections.includes('coordinates unreadable')) {
    keep('lat')
    keep('lng')
  }
  if (read.isUndated) keep('updated_at', 'not a date')
}

/** Columns that some sources or farms fill with an e-mail address, also beside their own value. */
const misplaced = [
  ['website', 'web site', (text: string) => normalizeUrl(text).url],
  ['phone', 'telephone number', (text: string) => normalizePhone(text).phone],
] as const

/** An e-mail address between blanks, commas, semicolons or bars, and its label. */
const emailAmongOthers =
  /(?<![^\s,;|])[<(]?(?:e-?mail: ?|mailto:)?[^\s@<>()[\],;:"/|]+@[a-z\d.-]+\.[a-z]{2,}[>)]?(?![^\s,;|])/i

/** Separators at the ends of the text around it. */
const atEnds = /^[\s,;|/&–-]+|(?<![\s,;|])[\s,;|]+(?:(?:[/&–-]|or|and)[\s,;|]*)?$/g

/** Moves an e-mail address from another column to its own, if that has none. */
function emailInPlace(farm: SourceFarm, findings: Findings, remarks: Remarks): SourceFarm {
  const { email, rest } = normalizeEmail(farm.email)
  if (rest !== null) remarks.keep('email', rest)
  if (email !== null) return { ...farm, email }
  if (rest !== null) findings.unreadable.add('email: not an e-mail address')
  for (const [field, what, read] of misplaced) {
    const text = farm[field] ?? ''
    const { email, rest } = normalizeEmail(text)
    if (email === null || (!emailAmongOthers.test(text) && normalizeUrl(text).url !== null))
      continue
    const other = text.replace(emailAmongOthers, '').replaceAll(atEnds, '')
    const own = read(other) === null ? null : other
    if (rest !== null && own === null) remarks.keep(field, rest)
    remarks.correct(`e-mail address in the column of the ${what}`)
    return { ...farm, email, [field]: own }
  }
  return { ...farm, email }
}

/** The correction of a row whose result changes when that date has come. */
export const dateToCome = 'date yet to come'

function lastUpdate(farm: SourceFarm, now: Date) {
  const at = parseInstant(farm.updated_at)
  const isToCome = at !== null && Date.parse(at) > now.getTime()
  return isToCome ? { at: null, corrections: [dateToCome] } : { at, corrections: [] }
}

function schedule(farm: SourceFarm, findings: Findings) {
  const { hours, hours_json, stated, unread } = readSchedules(farm.schedules)
  findings.schedulesRead += stated - unread.length
  findings.schedulesUnread += unread.length
  return { hours, hours_json: farm.hours_json ?? hours_json }
}
