import {
  categoriesOf,
  comparablePrice,
  products,
  units,
} from '../../../data/vocabulary/vocabulary.ts'
import { termKey } from '../../../data/vocabulary/term_key.ts'
import type { SourceListing } from '../../../data/schema/input/farm_feed.ts'
import type { Findings } from '../findings.ts'
import type { Observation } from '../observation.ts'
import { cleanText } from '../text/text.ts'

type Listing = Observation['product_listings'][number]

/**
 * Reads the product listings of a farm: product and unit by the vocabularies, prices made comparable. The ids
 * of listings do not depend on their order in the source.
 */
export function listings(stated: SourceListing[], findings: Findings): Listing[] {
  const read = stated.map((each) => ({ id: listingId(each), ...listing(each, findings) }))
  const taken = new Set<string>()
  if (new Set(read.map(({ id }) => id)).size === read.length) return read
  const texts = new Map(read.map((each) => [each, JSON.stringify(each)]))
  for (const each of read.toSorted((a, b) => (texts.get(a)! < texts.get(b)! ? -1 : 1)))
    each.id = unique(each.id, taken)
  return read
}

function listing({ name, price, unit, category, in_stock }: SourceListing, findings: Findings) {
  const entry = products.stated(name)
  const stated = cleanText(unit)
  const unitEntry = stated === null ? null : units.find(stated)
  if (stated !== null && !unitEntry) findings.addUnknown('units', [stated])
  const comparable =
    price !== null && stated !== null && entry?.measure
      ? comparablePrice(price, stated, entry.measure)
      : null
  return {
    name: cleanText(name) ?? name,
    product: entry?.name ?? null,
    category:
      cleanText(category)?.toLowerCase() ?? (entry && (categoriesOf([entry.name])[0] ?? null)),
    price,
    unit: unitEntry?.name ?? stated,
    in_stock,
    comparable_price: comparable?.price ?? null,
    comparable_unit: comparable?.unit ?? null,
  }
}

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
