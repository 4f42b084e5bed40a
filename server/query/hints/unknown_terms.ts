import { fields, termFields, type TermField } from '../../../data/schema/serving/fields.ts'
import { nearestOf } from '../../../data/vocabulary/edit_distance.ts'
import { categoryNames, products, vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { FilterValues } from '../filters/conditions.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import { completeProducts } from '../suggest/products.ts'

/** A term in a filter: the parameter, the farm's field, and the text. */
export type AskedTerm = { parameter: string; field: TermField; text: string }

/** Lists the terms in a request's filters. `product`: true if products came as the `product` of /v1/food. */
export const askedTerms = (values: FilterValues, product: boolean): AskedTerm[] =>
  termFields.flatMap((field) => {
    const { filter } = fields[field]
    const parameter = filter === 'products' && product ? 'product' : filter
    return textsOf(values[filter]).map((text) => ({ parameter, field, text }))
  })

const textsOf = (value: unknown): string[] =>
  value === undefined ? [] : ([value].flat() as string[])

/** Returns true if neither a farm nor a vocabulary has the term. */
export const isUnknown = ({ terms }: Snapshot, { field, text }: AskedTerm): boolean =>
  terms.matchKinds(field, text).length === 0 &&
  (field === 'categories'
    ? !categoryNames.has(text.toLowerCase())
    : (vocabularyOf(field)?.find(text) ?? null) === null)

/** Guesses the term meant by an unknown one; null if none is near. */
export function meantBy(snapshot: Snapshot, { field, text }: AskedTerm): string | null {
  if (field === 'products') return productMeantBy(snapshot, text)
  if (field !== 'categories') return vocabularyOf(field)?.nearest(text) ?? null
  return nearestOf(text.toLowerCase(), categoryNames) ?? products.find(text)?.category ?? null
}

/** Explains in a sentence that a term is unknown, and suggests a known one. */
export function unknownHint(snapshot: Snapshot, term: AskedTerm): string {
  const { parameter, field, text } = term
  const product = field === 'categories' ? products.find(text) : null
  if (product)
    return `${parameter}: \`${text}\` is no category but a product, of the category \`${product.category}\`: ask for products=${product.name}`
  if (parameter === 'product' && text.includes(','))
    return `product: \`${text}\` is not known; for several products ask /v1/farms or /v1/search for products=${text}`
  const meant = meantBy(snapshot, term)
  const hint = meant === null ? '/v1/vocabulary lists all terms' : `did you mean \`${meant}\`?`
  return `${parameter}: \`${text}\` is not known; ${hint}`
}

/** Finds products of which a text may be a variety: by the vocabulary, or else by its words. */
export function broaderProducts(text: string): string[] {
  const known = products.find(text)
  if (known) return ancestorsOf(known.name)
  const within = productWithin(text)
  return within === null ? [] : [within, ...ancestorsOf(within)]
}

/** The products of which a product is a variety, the nearest first. */
function ancestorsOf(name: string): string[] {
  const all = new Set(products.find(name)?.broader)
  for (const each of all) for (const broader of products.find(each)?.broader ?? []) all.add(broader)
  return [...all]
}

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
  const { length } = text.trim()
  // Up to three letters, as in `CBD`, may lack one (`egs`), but are no others.
  if (length <= 3) return nearest !== null && nearest.length > length ? nearest : null
  return nearest ?? completeProducts(snapshot, text, 1)[0]?.suggestion.name ?? null
}

/**
 * The same for words that no farm's name has. Most of them mean no product, so only one that they contain, or
 * that begins as they do: `week` is no leek.
 */
export function productOfWords(snapshot: Snapshot, words: string): string | null {
  const meant = productMeantBy(snapshot, words)
  const isAlike = meant?.[0] === wordsOf(words)[0]?.[0] || meant === productWithin(words)
  return isAlike ? meant : null
}

/** Maximum number of words examined in a text. */
const mostWords = 8

/** The product that some of a text's words name: the name with most words, and of these the last. */
function productWithin(text: string): string | null {
  const words = wordsOf(text).slice(-mostWords)
  for (let length = words.length - 1; length > 0; length--)
    for (let first = words.length - length; first >= 0; first--) {
      const found = products.find(words.slice(first, first + length).join(' '))
      if (found) return found.name
    }
  return null
}
