import { products } from '../../../data/vocabulary/vocabulary.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { completeProducts } from '../suggest/products.ts'

/**
 * Guesses the product for a text that is no product's name: the nearest name, but the product within the
 * text (`organic eggs`) unless the nearest is a variety of that product. Otherwise a product that the text
 * nearly begins.
 */
export function productMeantBy(snapshot: Snapshot, text: string): string | null {
  const nearest = products.nearest(text)
  const within = productWithin(text)
  if (within !== null && !(nearest !== null && products.kindsOf(within).includes(nearest)))
    return within
  if (isShort(text)) return nearest !== null && nearest.length > text.trim().length ? nearest : null
  return nearest ?? completeProducts(snapshot, text, 1)[0]?.suggestion.name ?? null
}

/** Up to three letters, as in `CBD`, may lack one (`egs`), but are no others. */
const isShort = (text: string): boolean => text.trim().length <= 3

/** Maximum number of words examined in a text. */
const mostWords = 8

/** The product that some of a text's words name: the name with most words, and of these the last. */
export function productWithin(text: string): string | null {
  const words = wordsOf(text).slice(-mostWords)
  for (let length = words.length - 1; length > 0; length--)
    for (let first = words.length - length; first >= 0; first--) {
      const found = products.find(words.slice(first, first + length).join(' '))
      if (found) return found.name
    }
  return null
}
