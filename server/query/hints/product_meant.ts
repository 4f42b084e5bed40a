import { products } from '../../../data/vocabulary/vocabulary.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { completeProducts } from '../suggest/products.ts'

/**
 * What product may be meant by a text that none is called: the nearest name; but the product in the
 * text (`organic eggs`), unless the nearest is a kind of that; or else one that it nearly begins.
 */
export function productMeantBy(snapshot: Snapshot, text: string): string | null {
  const nearest = products.nearest(text)
  const within = productWithin(text)
  if (within !== null && !(nearest !== null && products.kindsOf(within).includes(nearest)))
    return within
  return nearest ?? completeProducts(snapshot, text, 1)[0]?.suggestion.name ?? null
}

/** The most words of a text that are looked at. */
const mostWords = 8

/** The product that some of a text's words name: of the most words, and of these the last. */
export function productWithin(text: string): string | null {
  const words = wordsOf(text).slice(-mostWords)
  for (let length = words.length - 1; length > 0; length--)
    for (let first = words.length - length; first >= 0; first--) {
      const found = products.find(words.slice(first, first + length).join(' '))
      if (found) return found.name
    }
  return null
}
