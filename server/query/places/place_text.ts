import { stateOf } from '../../../data/geography/states.ts'

/** A reading of a place's name. */
export type PlaceText = {
  /** The name of a city or county; empty if there is none. */
  name: string
  county: string | null
  /** Postal abbreviation. */
  state: string | null
  zip: string | null
}

const country = /(?:, ?| )(?:usa|u\.s\.a\.?|united states(?: of america)?)$/i
const zipAtEnd = /(?:^|, ?| )(\d{5})(?:-\d{4})?$/

/**
 * Lists the readings of a text, the likeliest first: `Albany, NY`, `St. Albans VT`, `Albany, New York
 * 12207`, `Troy, Bradford County, PA`. The text after the last comma is a state if it names one. Without a
 * comma, the last words may be a state.
 */
export function readPlaceText(text: string): PlaceText[] {
  const whole = text.trim().replaceAll(/\s+/g, ' ').replace(country, '')
  const zip = zipAtEnd.exec(whole)?.[1] ?? null
  const rest = zip === null ? whole : whole.replace(zipAtEnd, '')
  const parts = rest.split(',').map((part) => part.trim())
  const last = parts.length > 1 ? stateOf(parts.at(-1)!) : null
  if (last !== null) {
    const [name, ...others] = parts.slice(0, -1)
    return [{ name: name!, county: others.join(' ') || null, state: last, zip }]
  }
  const plain = { name: rest, county: null, state: null, zip }
  if (parts.length > 1) return [plain]
  return [plain, ...withStateAtEnd(rest, zip)]
}

/** The same text with up to three last words read as a state. */
function withStateAtEnd(text: string, zip: string | null): PlaceText[] {
  const words = text.split(' ')
  return [1, 2, 3]
    .filter((count) => count < words.length || zip !== null)
    .flatMap((count) => {
      const state = stateOf(words.slice(-count).join(' '))
      const name = words.slice(0, -count).join(' ')
      return state === null ? [] : [{ name, county: null, state, zip }]
    })
}
