import { fields, termFields, type TermField } from '../../../data/schema/serving/fields.ts'
import { nearestOf } from '../../../data/vocabulary/edit_distance.ts'
import { categoryNames, products, vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { FilterValues } from '../filters/conditions.ts'
import { productMeantBy, productWithin } from './product_meant.ts'

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
