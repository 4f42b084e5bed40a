import { termFields } from '../../../data/schema/serving/fields.ts'
import {
  categoriesOf,
  categoryNames,
  certifications,
  deliveryOptions,
  paymentMethods,
  practices,
  products,
  comparablePrice,
  units,
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
import { termKey } from '../../../data/vocabulary/term_key.ts'
import type { SourceListing } from '../../../data/schema/input/farm_feed.ts'
import type { Measure } from '../../../data/vocabulary/entry.ts'
import type { Observation } from '../observation.ts'
import { cleanText } from '../text/text.ts'

/** Reads the lists that have a vocabulary; an unknown list stays null. */
export function facets(farm: SourceFarm, findings: Findings): TermColumns {
  const listed = farm.product_listings.map(({ name }) => name)
  const offered = farm.products || listed.length > 0 ? [...(farm.products ?? []), ...listed] : null
  const sold = termColumns('products', partedTerms(offered, products)?.flatMap(withProduct) ?? null)
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

/** `U-pick apples`, `turkey (fresh)`: the product, beside the whole text, which no vocabulary has. */
function withProduct(term: string): string[] {
  const bare = term.replace(howItIsSold, '')
  return !knows(products)(term) && knows(products)(bare) ? [bare, term] : [term]
}

const howItIsSold =
  /^(?:u[- ]?pick|you[- ]?pick|pyo|pick[- ]your[- ]own|fresh|frozen|seasonal) |,? (?:u-?pick|by the (?:quarter|half|side|pound|dozen|bushel)|\((?![^)]*\b(?:no|not|none|out|pending|transition|plants?|starts?|seeds?|seedlings?|trees?|feed|products?)\b)[^()]*\))$/gi

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

type Listing = Observation['product_listings'][number]

/**
 * Reads the product listings of a farm: product and unit by the vocabularies, prices made comparable. The ids
 * of listings do not depend on their order in the source.
 */
export function listings(stated: SourceListing[], findings: Findings): Listing[] {
  const read = stated.map((each) => ({ id: listingId(each), ...listing(each, findings) }))
  const taken = new Set<string>()
  const texts = new Map(read.map((each) => [each, JSON.stringify(each)]))
  for (const each of read.toSorted((a, b) => (texts.get(a)! < texts.get(b)! ? -1 : 1)))
    each.id = unique(each.id, taken)
  return read
}

function listing(stated: SourceListing, findings: Findings) {
  const { name, category, in_stock } = stated
  const entry = products.stated(name)
  const ownCategory = entry ? (categoriesOf([entry.name])[0] ?? null) : null
  return {
    name: cleanText(name) ?? name,
    product: entry?.name ?? null,
    category: cleanText(category)?.toLowerCase() ?? ownCategory,
    ...priced(stated, entry?.measure, findings),
    in_stock,
  }
}

/** The price and its unit as stated, and in the unit by which prices of the product are compared. */
function priced(
  { price, unit: text }: SourceListing,
  measure: Measure | null | undefined,
  findings: Findings,
) {
  const stated = cleanText(text)
  const known = stated === null ? null : units.find(stated)
  if (stated !== null && !known) findings.addUnknown('units', [stated])
  const unit = known?.name ?? stated
  const none = { price: null, unit, comparable_price: null, comparable_unit: null }
  if (price === null) return none
  const comparable = stated !== null && measure ? comparablePrice(price, stated, measure) : null
  if (isPossiblePrice(price, comparable?.price ?? price))
    return {
      price,
      unit,
      comparable_price: comparable?.price ?? null,
      comparable_unit: comparable?.unit ?? null,
    }
  findings.unreadable.add(impossiblePrice)
  return none
}

/** In dollars. Market figures are sums of millionths that a double holds exactly. */
const possiblePrices = { least: 1e-6, greatest: 100_000 }
const impossiblePrice = 'product_listings: a price above $100,000 or below a millionth of a dollar'
const isPossiblePrice = (...prices: number[]) =>
  prices.every((each) => each >= possiblePrices.least && each <= possiblePrices.greatest)

/** The source's id, else an id made from name and unit. */
const listingId = ({ id, name, unit }: SourceListing): string =>
  id ??
  [name, unit]
    .map((part) => termKey(part ?? ''))
    .filter(Boolean)
    .join('-')

/** The id, with a number added if the farm already has it. */
function unique(id: string, taken: Set<string>): string {
  let free = id
  for (let n = 2; taken.has(free); n++) free = `${id}-${n}`
  taken.add(free)
  return free
}
