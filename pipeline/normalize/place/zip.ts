import { zipState } from '../../../data/geography/zip_codes.ts'
import { cleanText } from '../text/text.ts'

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
