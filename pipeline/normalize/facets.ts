import {
  categoriesOf,
  certifications,
  deliveryOptions,
  paymentMethods,
  practices,
  products,
  type Vocabulary,
} from '../../data/vocabulary/vocabulary.ts'
import type { SourceFarm } from '../read/adapter.ts'
import type { Findings } from './findings.ts'
import { cleanText } from './text.ts'

/** Brings the term lists of a farm into the vocabularies; an unknown list stays null. */
export function facets(farm: SourceFarm, findings: Findings) {
  const read = (name: string, vocabulary: Vocabulary, terms: string[] | null) => {
    if (terms === null) return null
    const { names, unknown } = vocabulary.terms(cleaned(terms))
    findings.addUnknown(name, unknown)
    return names
  }
  const listed = farm.product_listings.map(({ name }) => name)
  const offered = farm.products || listed.length > 0 ? [...(farm.products ?? []), ...listed] : null
  const productNames = read('products', products, offered)
  return {
    products: productNames,
    categories: categories(productNames, farm.categories),
    certifications: read('certifications', certifications, farm.certifications),
    practices: read('practices', practices, farm.practices),
    delivery_options: read('delivery options', deliveryOptions, farm.delivery_options),
    payment_methods: read('payment methods', paymentMethods, farm.payment_methods),
  }
}

/** The categories of the products, and those that the source states itself. */
function categories(productNames: string[] | null, stated: string[] | null): string[] | null {
  if (productNames === null && stated === null) return null
  const lower = cleaned(stated ?? []).map((category) => category.toLowerCase())
  return [...new Set([...categoriesOf(productNames ?? []), ...lower])].sort()
}

const cleaned = (terms: string[]): string[] => terms.map(cleanText).filter((term) => term !== null)
