import { termFields } from '../../../data/schema/serving/fields.ts'
import {
  categoriesOf,
  categoryNames,
  certifications,
  deliveryOptions,
  paymentMethods,
  practices,
  products,
} from '../../../data/vocabulary/vocabulary.ts'
import type { SourceFarm } from '../../read/adapter.ts'
import type { Findings } from '../findings.ts'
import {
  cleanTerms,
  columnsOf,
  knows,
  partedTerms,
  termColumns,
  type TermColumns,
} from './terms.ts'

/** Reads the lists that have a vocabulary; an unknown list stays null. */
export function facets(farm: SourceFarm, findings: Findings): TermColumns {
  const listed = farm.product_listings.map(({ name }) => name)
  const offered = farm.products || listed.length > 0 ? [...(farm.products ?? []), ...listed] : null
  const sold = termColumns('products', partedTerms(offered, products))
  const claims = claimsOf(farm)
  const read = {
    ...sold,
    ...categories(sold.products, farm.categories),
    ...termColumns('certifications', claims.certifications),
    ...termColumns('practices', claims.practices),
    ...termColumns('delivery_options', partedTerms(farm.delivery_options, deliveryOptions)),
    ...termColumns('payment_methods', partedTerms(farm.payment_methods, paymentMethods)),
  }
  for (const field of termFields)
    findings.addUnknown(field.replaceAll('_', ' '), read[`${field}_other`] ?? [])
  return read
}

/**
 * Sources list certifications among practices: terms that only the certification vocabulary contains move
 * there.
 */
function claimsOf(farm: SourceFarm) {
  const stated = partedTerms(farm.practices, practices, certifications)
  const isCertification = (term: string) => !knows(practices)(term) && knows(certifications)(term)
  const certified = stated?.filter(isCertification) ?? []
  const own = partedTerms(farm.certifications, certifications)
  return {
    certifications: own || certified.length > 0 ? [...(own ?? []), ...certified] : null,
    practices:
      stated && (certified.length === 0 || stated.length > certified.length)
        ? stated.filter((term) => !isCertification(term))
        : null,
  }
}

/** The categories of the products, and stated categories. */
function categories(productNames: string[] | null, stated: string[] | null) {
  const lower = new Set(cleanTerms(stated ?? []).map((category) => category.toLowerCase()))
  const [names, unknown] = [lower.intersection(categoryNames), lower.difference(categoryNames)]
  const all = new Set([...categoriesOf(productNames ?? []), ...names])
  const isKnown = productNames !== null || stated !== null
  return columnsOf('categories', isKnown ? [...all].sort() : null, [...unknown].sort())
}
