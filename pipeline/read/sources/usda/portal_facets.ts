import { products as productVocabulary } from '../../../../data/vocabulary/vocabulary.ts'
import { joinLists, semicolonList } from '../../lists.ts'
import type { Row } from '../../row.ts'
import { termsOfPayment } from './directory.ts'

/** Lists of single products; a row with such a list also sells the broad product. */
const fineLists: [column: string, broad: string][] = [
  ['product_fruit', 'Fresh fruits'],
  ['product_vegetables', 'Fresh vegetables'],
  ['product_fishseafood', 'Fish/seafood'],
  ['product_poultryfowl', 'Poultry/fowl meat and products'],
  ['product_redmeat', 'Red/other non-poultry meat and products'],
]

/** The portal's broad products, in our vocabulary. */
const broadNames = new Set(
  [
    'fruits,vegetables,herbs,mushrooms,dry beans,grains,nuts,eggs,dairy products,cheese,meat,poultry',
    'seafood,honey,maple syrup,jams and preserves,baked goods,prepared foods,juices,coffee,wine',
    'flowers,plants,nursery stock,trees,crafts,soap,pet food,tofu,wild-harvested products',
    'green household products',
  ].flatMap((names) => names.split(',')),
)
const isBroad = (term: string) => broadNames.has(productVocabulary.find(term)?.name ?? '')

/**
 * `products` repeats the single products without a separator (`MuscovyChicken`). Only its broad products
 * count; the rest come from their own columns.
 */
export function products(row: Row, carried: boolean, trusted: (terms: string[]) => string[]) {
  const listed = semicolonList(row.get('products') ?? inBrief(row, 'Available Products')) ?? []
  const fine = fineLists.flatMap(([column, broad]) => {
    const other = row.get(`${column}_otherdesc`)?.trim() ?? null
    const terms = (row.list(column) ?? []).filter((term) => term !== other)
    const others = other === null ? [] : [other]
    return terms.length + others.length > 0 ? [broad, ...trusted(terms), ...others] : []
  })
  const other = row.get('products_otherdesc')
  const hasOwnColumns = fineLists.some(([column]) => row.has(column))
  const kept = hasOwnColumns || carried ? listed.filter(isBroad) : listed
  return joinLists(kept, fine, other === null ? null : [other])
}

export function deliveryOptions(row: Row): string[] | null {
  return joinLists(
    row.list('deliverpickup_method'),
    row.list('saleschannel_deliverymethod'),
    row.list('saleschannel_csa_vendor'),
    row.list('saleschannel_retail'),
    row.list('saleschannel_wholesale') && ['wholesale'],
    // These columns name sites and shares in free text: only their presence counts.
    row.list('saleschannel_onlineorder') && ['online ordering'],
    row.list('saleschannel_csaorder') && ['CSA subscription'],
    /\byes\b/i.test(row.get('saleschannel_phoneorder') ?? '') ? ['phone order'] : null,
  )
}

export const payments = (row: Row) =>
  joinLists(
    row.list('acceptedpayment'),
    row.list('FNAP'),
    row.list('SNAP_option'),
    termsOfPayment(row, 'share_paymentoption'),
  )

/** A value in the JSON's summary: `Open: May to December. <br> Available Products: Eggs; Honey`. */
export function inBrief(row: Row, label: string): string | null {
  const text = row.get('brief_desc') ?? ''
  const at = text.indexOf(`${label}:`)
  return at === -1 ? null : (/^[^<.]+/.exec(text.slice(at + label.length + 1))?.[0] ?? null)
}
