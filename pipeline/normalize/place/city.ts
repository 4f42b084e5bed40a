import { stateOf } from '../../../data/geography/states.ts'
import { zipState } from '../../../data/geography/zip_codes.ts'
import { withoutCountry, withoutEnd } from './address.ts'

/** State and ZIP code as stated; null if not stated. */
type Stated = { state: string | null; zip: string | null }
type Town = Stated & { city: string; corrections: string[] }

/**
 * Reads a city with its state or ZIP code: `Ames, IA`, `Rockville 47872`, `Topeka, Ks.`. They confirm the
 * stated ones, or fill in missing ones; a contradictory text stays unchanged.
 */
export function readCity(text: string, stated: Stated): Town {
  const bare = withoutEnd(withoutCountry(text))
  const { zip, rest } = zipIn(bare)
  const { state, city } = stateIn(rest, stated.state)
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

/** After a comma any spelling; else only a plausible abbreviation of the stated state. */
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
