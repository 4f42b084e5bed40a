import type { Facet } from '../../../data/schema/serving/terms.ts'
import { nearestOf } from '../../../data/vocabulary/edit_distance.ts'
import { categoryNames, products, vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { FilterValues } from '../filters/conditions.ts'
import { productMeantBy, productWithin } from './product_meant.ts'

/** A term that a filter names: the parameter, the field of a farm that it is about, and the text. */
export type AskedTerm = { parameter: string; facet: Facet; text: string }

const facetOf: Partial<Record<keyof FilterValues, Facet>> = {
  products: 'products',
  category: 'categories',
  certifications: 'certifications',
  practices: 'practices',
  delivery_options: 'delivery_options',
  payment_methods: 'payment_methods',
}

/** The terms that a request's filters name. `product`: whether products came as the one of /v1/food. */
export const askedTerms = (values: FilterValues, product: boolean): AskedTerm[] =>
  Object.entries(facetOf).flatMap(([name, facet]) =>
    textsOf(values[name as keyof FilterValues]).map((text) => ({
      parameter: name === 'products' && product ? 'product' : name,
      facet,
      text,
    })),
  )

const textsOf = (value: unknown): string[] =>
  value === undefined ? [] : ([value].flat() as string[])

/** Whether neither a farm nor a vocabulary knows a term. */
export const isUnknown = ({ terms }: Snapshot, { facet, text }: AskedTerm): boolean =>
  terms.matchKinds(facet, text).length === 0 &&
  (facet === 'categories'
    ? !categoryNames.has(text.toLowerCase())
    : (vocabularyOf(facet)?.find(text) ?? null) === null)

/** What may have been meant by a term that is not known; null = nothing near. */
export function meantBy(snapshot: Snapshot, { facet, text }: AskedTerm): string | null {
  if (facet === 'products') return productMeantBy(snapshot, text)
  if (facet !== 'categories') return vocabularyOf(facet)?.nearest(text) ?? null
  return nearestOf(text.toLowerCase(), categoryNames) ?? products.find(text)?.category ?? null
}

/** Says in a sentence that a term is not known, and what may have been meant. */
export function unknownHint(snapshot: Snapshot, term: AskedTerm): string {
  const { parameter, facet, text } = term
  const product = facet === 'categories' ? products.find(text) : null
  if (product)
    return `${parameter}: \`${text}\` is no category but a product, of the category \`${product.category}\`: ask for products=${product.name}`
  const meant = meantBy(snapshot, term)
  const hint = meant === null ? '/v1/vocabulary lists all terms' : `did you mean \`${meant}\`?`
  return `${parameter}: \`${text}\` is not known; ${hint}`
}

/** Products that a text may be a kind of: by the vocabulary, or else the one that its words name. */
export function broaderProducts(text: string): string[] {
  const known = products.find(text)
  if (known) return ancestorsOf(known.name)
  const within = productWithin(text)
  return within === null ? [] : [within, ...ancestorsOf(within)]
}

/** The products that one is a kind of, the nearest first. */
function ancestorsOf(name: string): string[] {
  const all = new Set(products.find(name)?.broader)
  for (const each of all) for (const broader of products.find(each)?.broader ?? []) all.add(broader)
  return [...all]
}
