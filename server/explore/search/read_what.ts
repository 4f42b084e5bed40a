import type { PlaceType } from '../../../data/schema/tables/farm.ts'
import { certifications, practices, products } from '../../../data/vocabulary/vocabulary.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'

/** The products and place types in a text. */
export type What = {
  /** Names of the vocabulary. */
  products: string[]
  place_types: PlaceType[]
  /** Terms of practices and certifications, which are paid fields. */
  leftOut: string[]
  /** True if the text has other words, so that it may be a name. */
  hasMore: boolean
}

/** Common names of place types, singular; plurals in s are read too. */
const placeTypes: Readonly<Record<string, readonly PlaceType[]>> = {
  'farmers market': ['farmers_market'],
  'farmer market': ['farmers_market'],
  market: ['farmers_market', 'on_farm_market', 'market'],
  csa: ['csa'],
  'community supported agriculture': ['csa'],
  ranch: ['ranch'],
  ranche: ['ranch'],
  'farm stand': ['on_farm_market'],
  farmstand: ['on_farm_market'],
  'farm store': ['on_farm_market'],
  'farm shop': ['on_farm_market'],
  'farm market': ['on_farm_market'],
  'on farm market': ['on_farm_market'],
  'food hub': ['food_hub'],
  agritourism: ['agritourism'],
}

/** Words that do not narrow a search of this directory. */
const filling = new Set(
  'a an and any buy buying fresh farm farms farmer farmers find for from get i local me or place places sell selling sells some that the to want where which who with'.split(
    ' ',
  ),
)

/** Words for practices that are no names of the vocabulary by themselves. */
const manners = new Set('organic raw natural sustainable humane heirloom heritage'.split(' '))

/** Maximum number of words in one term. */
const mostWords = 4

/** Reads products and place types from a text, the longest terms first: `CSAs with eggs and honey`. */
export function readWhat(text: string): What {
  const words = wordsOf(text)
  const what: What = { products: [], place_types: [], leftOut: [], hasMore: false }
  for (let at = 0; at < words.length;) at += takeTerm(words, at, what)
  what.products = [...new Set(what.products)]
  what.place_types = [...new Set(what.place_types)]
  return what
}

/** Adds the term that begins at a word to `what`. Returns the term's number of words. */
function takeTerm(words: readonly string[], at: number, what: What): number {
  for (let count = Math.min(mostWords, words.length - at); count > 0; count--) {
    const term = words.slice(at, at + count).join(' ')
    const types = placeTypes[term] ?? placeTypes[term.replace(/s$/, '')]
    if (types) {
      what.place_types.push(...types)
      return count
    }
    if (count === 1 && filling.has(term)) return 1
    const product = products.find(term)
    if (product) {
      what.products.push(product.name)
      return count
    }
    if (manners.has(term) || practices.find(term) || certifications.find(term)) {
      what.leftOut.push(term)
      return count
    }
  }
  what.hasMore = true
  return 1
}
