import { listed, placeTypeWords, stateName } from '../parts/words.ts'
import type { Meaning } from './read_text.ts'

/** A text with this meaning: `CSAs with eggs within 10 miles of Danville, VT`. */
export function textOf(meaning: Meaning): string {
  const { place_types, products, words, leftOut } = meaning
  const kinds = listed(place_types.map((type) => placeTypeWords[type][1]))
  const offered = [...leftOut, listed(products)].filter((each) => each !== '').join(' ')
  const what = words ?? [kinds, offered].filter((each) => each !== '').join(' with ')
  return `${what} ${whereOf(meaning)}`.trim()
}

function whereOf({ near, radius_mi, state }: Meaning): string {
  if (near !== null)
    return radius_mi === null ? `near ${near}` : `within ${radius_mi} miles of ${near}`
  return state === null ? '' : `in ${stateName(state)}`
}
