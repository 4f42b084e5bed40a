import { states, stateOf } from '../../../data/geography/states.ts'
import { cleanText } from '../text/text.ts'
import { zipState } from '../../../data/geography/zip_codes.ts'

/** The parts of an address that a source has in one text; null if missing. */
type AddressParts = {
  address: string | null
  city: string | null
  state: string | null
  zip: string | null
  /** True if a text after the ZIP code (driving directions) was left out. */
  hadDirections: boolean
}

/**
 * Splits an address in one text into street, city, state and ZIP code. They may be abbreviated, without
 * commas, or followed by directions. Null if no state ends the address, or if it names two places. The ZIP
 * code is as written: see `normalizeZip`.
 */
export function splitAddress(text: string): AddressParts | null {
  const clean = cleanText(text)
    ?.replace(formHint, '')
    .replaceAll(/ ?; ?/g, ', ')
    .replace(country, '')
  if (!clean) return null
  const end = endWithZip(clean) ?? endWithState(clean)
  if (!end) return null
  const { state, zip, rest } = end
  const before = withoutEnd(clean.slice(0, end.at))
  const { address, city } = streetAndCity(withoutRepeats(before, state, zip), state)
  const [firstZip] = zip === null ? (/^\d{5}$/.exec(address ?? '') ?? []) : []
  return {
    address: firstZip ? null : address,
    city,
    state,
    zip: firstZip ?? zip,
    hadDirections: rest !== '',
  }
}

/** Without blanks and commas at its end. */
const withoutEnd = (text: string) => text.replace(/(?<![\s,])[\s,]+$/, '')

/** The hint in an empty field of the portal's form. */
const formHint = /,? ?Apt, Suite, Bldg\. \(optional\)/i

const withoutCountry = (text: string) => text.replace(country, '')
const country =
  /(?<![\s,])[\s,]+(?:U\.?S\.?A?\.?|United States(?: of America)?)(?=\s*$|[\s,]+\d{5}\b)/i

const names = states
  .flatMap(({ name, aliases }) => [name, ...aliases.filter((alias) => alias.length > 3)])
  .toSorted((a, b) => b.length - a.length)
  .map((name) => name.replaceAll('.', String.raw`\.`))
const stateName = `(?:${names.join('|')}|${states.map(({ abbr }) => abbr).join('|')})`

const zipEnd = new RegExp(
  String.raw`(?<=^|[\s,.])(${stateName})[\s,.]+(\d{5}(?:-\d{4})?|\d{3,4}(?= ?$))(?!\d)`,
  'gi',
)
const stateEnd = new RegExp(String.raw`(?<=^|[\s,.])(${stateName})\.?$`, 'i')

type End = { at: number; state: string; zip: string | null; rest: string }

/** Finds the last `STATE ZIP`. Two letters are a state if they are capitals, or after a comma. */
function endWithZip(text: string): End | null {
  const found = [...text.matchAll(zipEnd)].filter((match) => isState(match[1]!, text, match.index))
  const last = found.at(-1)
  if (!last) return null
  const zips = new Set(found.map((match) => match[2]!.slice(0, 5)))
  if (zips.size > 1) return null
  const rest = text.slice(last.index + last[0].length).replace(/^[\s,.]+/, '')
  return { at: last.index, state: stateOf(last[1]!)!, zip: last[2]!, rest }
}

/** `RI, Rhode Island`: a repeated state is as certain as a state after a comma. */
function endWithState(text: string): End | null {
  const last = stateAtEnd(text)
  if (!last || last.isApart) return last
  const before = stateAtEnd(text.slice(0, last.at).trim())
  return before?.state === last.state && before.isApart ? before : null
}

function stateAtEnd(text: string): (End & { isApart: boolean }) | null {
  const match = stateEnd.exec(withoutEnd(text))
  if (!match || !isState(match[1]!, text, match.index)) return null
  const at = match.index
  const isApart = at === 0 || isAfterComma(text, at)
  return { at, state: stateOf(match[1]!)!, zip: null, rest: '', isApart }
}

function isState(word: string, text: string, at: number): boolean {
  if (stateOf(word) === null) return false
  return word.length > 2 || /^[A-Z]{2}$/.test(word) || isAfterComma(text, at)
}

/** Needs clean text, which has single blanks. */
const isAfterComma = (text: string, at: number) => /, ?$/.test(text.slice(Math.max(0, at - 2), at))

/** Removes repeats: `…, Asheville, NC 28806, Asheville` before `, North Carolina 28806`. */
function withoutRepeats(before: string, state: string, zip: string | null): string {
  const again = zip === null ? null : endWithZip(before.replace(/,[^,\d]*$/, ''))
  const parts = before.split(',').map((part) => part.trim())
  if (again && again.state === state && parts.length > 1) {
    const city = parts.at(-1)!
    const street = withoutEnd(before.slice(0, again.at))
    const isTwice = street.toLowerCase().endsWith(city.toLowerCase())
    const alone = isTwice ? withoutEnd(street.slice(0, -city.length)) : street
    return `${alone}, ${city}`
  }
  while (
    parts.length > 1 &&
    stateOf(parts.at(-1)!) === state &&
    !/^(new york|washington)$/i.test(parts.at(-1)!)
  )
    parts.pop()
  return parts.join(', ')
}

/** Endings of a street in an address without a comma before the city. */
const streetEnd =
  /\b(?:avenue|ave|boulevard|blvd|circle|court|ct|drive|dr|highway|hwy|lane|ln|parkway|pkwy|pike|place|pl|road|rd|street|st|terrace|trail|turnpike|way)\b\.?(?: (?:[NSEW]|[NS][EW])\b\.?)? (?=[a-z])/gi
/** Letters at the end of a text, with the signs that occur in names of cities. */
const letters = /(?<![a-z .'-])[a-z .'-]+$/i

/** Splits the address of a house after the first street word that only letters follow. */
function streetAndRest(text: string): { street: string; rest: string } | null {
  const from = letters.exec(text)?.index ?? Infinity
  for (const { 0: found, index } of /^\d/.test(text) ? text.matchAll(streetEnd) : []) {
    const end = index + found.length
    if (end >= from) return { street: text.slice(0, end - 1), rest: text.slice(end) }
  }
  return null
}

function streetAndCity(before: string, state: string): Pick<AddressParts, 'address' | 'city'> {
  const parts = before
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const last = parts.at(-1)
  if (last === undefined) return { address: null, city: null }
  if (parts.length > 1)
    return /\d/.test(last)
      ? { address: parts.join(', '), city: null }
      : { address: parts.slice(0, -1).join(', ') || null, city: last }
  // A house in the field of the city is still no city.
  const isHouse = /^\d+ /.test(last) && streetWord.test(last)
  const hasNoStreet = before.trim().startsWith(',') && !isHouse
  if (hasNoStreet || !/\d/.test(last)) return { address: null, city: last }
  const { street, rest: city } = streetAndRest(last) ?? {}
  return street && city && !streetWord.test(city) && stateOf(city) !== state
    ? { address: street, city }
    : { address: last, city: null }
}

/** If two words may end a street (`12 Court St. Charles`), neither is certain. */
const streetWord =
  /\b(?:ave|avenue|blvd|ct|dr|drive|hwy|highway|lane|ln|pike|rd|road|st|street|unit|suite|apt)\b/i

/** State and ZIP code as stated; null if not stated. */
type Stated = { state: string | null; zip: string | null }
type Town = Stated & { city: string; corrections: string[] }

/**
 * Reads a city with its state or ZIP code: `Ames, IA`, `Ames IA 50010`, `Rockville 47872`, `Topeka, Ks.`.
 * They confirm the stated ones, or fill in missing ones; a contradictory text stays unchanged.
 */
export function readCity(text: string, stated: Stated): Town {
  const bare = withoutEnd(withoutCountry(text))
  const { zip, rest } = zipIn(bare)
  const { state, city } = stateIn(rest, stated.state ?? (zip && zipState(zip)))
  const read = { state: stated.state ?? state, zip: stated.zip ?? zip }
  const fits =
    (state ?? read.state) === read.state &&
    (zip ?? read.zip) === read.zip &&
    (zip === null || (zipState(zip) !== null && zipState(zip) === (read.state ?? zipState(zip))))
  if (!fits) return { city: text, ...stated, corrections: [] }
  const rules = [
    state !== null || zip !== null ? 'city without its state or ZIP code' : null,
    read.state !== stated.state ? 'state from the city' : null,
    read.zip !== stated.zip ? 'ZIP code from the city' : null,
  ]
  return { city, ...read, corrections: rules.filter((rule) => rule !== null) }
}

/** `Rockville 47872`, `27501Angier`. */
function zipIn(text: string): { zip: string | null; rest: string } {
  const [, first, after] = /^(\d{5}) ?(?=[A-Z])(.*)$/.exec(text) ?? []
  if (first && after) return { zip: first, rest: after }
  const [, before, last] = /^([^\d]*[^\d ,])[ ,]+(\d{5})(?:-\d{4})?$/.exec(text) ?? []
  return before && last ? { zip: last, rest: before } : { zip: null, rest: text }
}

/** After a comma any spelling; else only a plausible abbreviation of the state, stated or of the ZIP code. */
function stateIn(text: string, stated: string | null): { state: string | null; city: string } {
  const [, before, after = null] = /^(.+),([a-z. ]+)$/i.exec(text) ?? []
  const state = stateOf(after)
  if (before && state !== null) return { state, city: withoutEnd(before) }
  const at = text.lastIndexOf(' ')
  const word = text.slice(at + 1)
  const isStated = stated !== null && stateOf(word) === stated && abbreviation.test(word)
  return isStated && at > 0
    ? { state: stated, city: text.slice(0, at).replace(/\.$/, '') }
    : { state: null, city: text }
}

/** `Co.` more likely means a county. */
const abbreviation = /^(?:[A-Z]{2}|(?![Cc]o)[A-Za-z]\.?[A-Za-z]\.)$/

type Reading = { zip: string | null; correction: string | null }

/**
 * Reads a five-digit ZIP code from text, including ZIP+4. Undoes faults of spreadsheets and typists if the
 * result is a known ZIP code of `state` (a postal abbreviation): leading zeros lost (`5828`), or a letter O
 * for a zero. For any other text `zip` is null, and `correction` states that.
 */
export function normalizeZip(text: string | null, state: string | null): Reading {
  const given = cleanText(text)
  if (given === null) return { zip: null, correction: null }
  // A spreadsheet's number has a decimal point; a state in this column precedes the code.
  const code = given.replace(/\.0+$/, '').replace(/^[A-Za-z]{2}\.? +(?=\d)/, '')
  const [five] = /^\d{5}(?=$|[- ]?\d{4}$|-$)/.exec(code) ?? []
  if (five && five !== '00000') return { zip: five, correction: null }
  const inState = (zip: string) => state !== null && zipState(zip) === state
  const padded = /^\d{3,4}$/.test(code) ? code.padStart(5, '0') : null
  if (padded && inState(padded)) return { zip: padded, correction: 'ZIP code zeros restored' }
  const lettered = /^[\doO]{5}$/.test(code) ? code.replaceAll(/o/gi, '0') : null
  if (lettered && inState(lettered))
    return { zip: lettered, correction: 'ZIP code letter O read as 0' }
  return { zip: null, correction: 'ZIP code unreadable' }
}
