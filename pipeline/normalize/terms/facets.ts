import { categoriesOf, certifications, practices } from '../../../data/vocabulary/vocabulary.ts'
import type { SourceFarm } from '../../read/adapter.ts'
import type { Findings } from '../findings.ts'
import { cleanTerms, knows, namedTerms, partedTerms, readTerms } from './terms.ts'

/** Reads the lists that make sense only together, by their vocabularies; an unknown list stays null. */
export function facets(farm: SourceFarm, findings: Findings) {
  const listed = farm.product_listings.map(({ name }) => name)
  const offered = farm.products || listed.length > 0 ? [...(farm.products ?? []), ...listed] : null
  const products = readTerms(offered, 'products', findings)
  const claims = claimsOf(farm)
  return {
    products,
    categories: categories(products, farm.categories),
    certifications: namedTerms(claims.certifications, 'certifications', findings),
    practices: namedTerms(claims.practices, 'practices', findings),
  }
}

/** Sources list certifications among practices: those that only that vocabulary knows are such. */
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

/** The categories of the products, and those that the source states itself. */
function categories(productNames: string[] | null, stated: string[] | null): string[] | null {
  if (productNames === null && stated === null) return null
  const lower = cleanTerms(stated ?? []).map((category) => category.toLowerCase())
  return [...new Set([...categoriesOf(productNames ?? []), ...lower])].sort()
}
