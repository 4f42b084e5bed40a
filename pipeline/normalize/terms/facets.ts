import {
  categoriesOf,
  certifications,
  deliveryOptions,
  paymentMethods,
  practices,
  products,
  type Vocabulary,
} from '../../../data/vocabulary/vocabulary.ts'
import type { SourceFarm } from '../../read/adapter.ts'
import type { Findings } from '../findings.ts'
import { listedTerms } from './listed_terms.ts'
import { cleanText } from '../text/text.ts'

/** Brings the term lists of a farm into the vocabularies; an unknown list stays null. */
export function facets(farm: SourceFarm, findings: Findings) {
  const read = (name: string, vocabulary: Vocabulary, terms: string[] | null) => {
    if (terms === null) return null
    const { names, unknown } = vocabulary.terms(terms)
    findings.addUnknown(name, unknown)
    return names
  }
  const listed = farm.product_listings.map(({ name }) => name)
  const offered = farm.products || listed.length > 0 ? [...(farm.products ?? []), ...listed] : null
  const productNames = read('products', products, termsOf(offered, products))
  const claims = claimsOf(farm)
  return {
    products: productNames,
    categories: categories(productNames, farm.categories),
    certifications: read('certifications', certifications, claims.certifications),
    practices: read('practices', practices, claims.practices),
    delivery_options: read(
      'delivery options',
      deliveryOptions,
      termsOf(farm.delivery_options, deliveryOptions),
    ),
    payment_methods: read(
      'payment methods',
      paymentMethods,
      termsOf(farm.payment_methods, paymentMethods),
    ),
  }
}

const knows = (vocabulary: Vocabulary) => (term: string) => vocabulary.find(term) !== null

/** The terms of a list, each clean, and texts that list several parted. */
function termsOf(terms: string[] | null, ...vocabularies: Vocabulary[]): string[] | null {
  const isKnown = (term: string) => vocabularies.some((vocabulary) => knows(vocabulary)(term))
  return terms && cleaned(terms).flatMap((term) => listedTerms(term, isKnown))
}

/** Sources list certifications among practices: those that only that vocabulary knows are such. */
function claimsOf(farm: SourceFarm) {
  const stated = termsOf(farm.practices, practices, certifications)
  const isCertification = (term: string) => !knows(practices)(term) && knows(certifications)(term)
  const certified = stated?.filter(isCertification) ?? []
  const own = termsOf(farm.certifications, certifications)
  return {
    certifications: own || certified.length > 0 ? [...(own ?? []), ...certified] : null,
    practices:
      stated && (certified.length === 0 || stated.length > certified.length)
        ? stated.filter((term) => !isCertification(term))
        : null,
  }
}

/** The categories of the products, and those that the source states itself. */
function categories(productNames: string[] | null, stated: string[] | null): string[] | null {
  if (productNames === null && stated === null) return null
  const lower = cleaned(stated ?? []).map((category) => category.toLowerCase())
  return [...new Set([...categoriesOf(productNames ?? []), ...lower])].sort()
}

const cleaned = (terms: string[]): string[] => terms.map(cleanText).filter((term) => term !== null)
