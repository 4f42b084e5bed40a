import { products as productVocabulary } from '../../../../data/vocabulary/vocabulary.ts'
import { joinLists, semicolonList, countOf, detailsOf } from '../../values.ts'
import type { Row } from '../../row.ts'
import { termsOfPayment } from './directory.ts'
import type { Details } from '../../../../data/schema/details.ts'
import { parseInstant } from '../../instant.ts'
import type { Directory, Distrust } from './portal_migration.ts'

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

export const payments = (row: Row, distrust: Distrust): string[] | null =>
  distrust.payment(
    row.list('acceptedpayment') ?? [],
    joinLists(
      distrust.programs(row.list('FNAP')),
      row.list('SNAP_option'),
      termsOfPayment(row, 'share_paymentoption'),
    ),
  )

/** A value in the JSON's summary: `Open: May to December. <br> Available Products: Eggs; Honey`. */
export function inBrief(row: Row, label: string): string | null {
  const text = row.get('brief_desc') ?? ''
  const at = text.indexOf(`${label}:`)
  return at === -1 ? null : (/^[^<.]+/.exec(text.slice(at + label.length + 1))?.[0] ?? null)
}

/** The fields of a single directory, and the groups that its owners belong to. */
export function portalDetails(row: Row, directory: Directory, distrust: Distrust): Details | null {
  return detailsOf({
    owner_groups: row.list('diversegroup'),
    memberships: row.list('organization', 'orgnization'),
    [directory]: readers[directory](row, distrust),
  })
}

type Reader = (row: Row, distrust: Distrust) => object

const visitors: Reader = (row) => ({
  facilities: row.list('facilities'),
  activities: row.list('agritourism_activities', 'agritourism', 'activities'),
})

const readers: Record<Directory, Reader> = {
  csa: (row, distrust) => ({
    shares: countOf(row.get('share_number')),
    share_sizes: distrust.shareSizes(row.list('share_size')),
    box_choice: row.list('share_itemsinsharebox'),
    available_from: parseInstant(row.get('share_availabledate'))?.slice(0, 10) ?? null,
    weeks: countOf(row.get('season_weeks')),
    supplying_farms: countOf(row.get('num_supplyfarms')),
    operating: row.list('continueoperate_year')?.join(', ') ?? null,
  }),
  on_farm_market: visitors,
  agritourism: visitors,
  farmers_market: (row) => ({
    site: joinLists(row.list('location_site'), row.list('location_site_otherdesc')),
    indoors: row.list('location_indoor'),
  }),
  food_hub: (row, distrust) => ({
    legal_status: row.list('legal_status'),
    procurement: row.list('service_procurement'),
    operations: row.list('service_opservice'),
    producer_services: row.list('service_producer'),
    community_services: row.list('service_community'),
    locality: Object.fromEntries(
      localities.map(([column, product]) => [
        product,
        distrust.locality(localityOf(row.get(`productslocality_${column}`))),
      ]),
    ),
  }),
}

/** Columns for the origin of a food hub's products, and the products. */
const localities: [column: string, product: string][] = [
  ['fruits', 'fruits'],
  ['vegetables', 'vegetables'],
  ['bakedgoods', 'baked goods'],
  ['canfood', 'jams and preserves'],
  ['coffee', 'coffee'],
  ['flowers', 'flowers'],
  ['dairyproducts', 'dairy products'],
  ['beans', 'dry beans'],
  ['eggs', 'eggs'],
  ['seafood', 'seafood'],
  ['herbs', 'herbs'],
  ['grains', 'grains'],
  ['greenproducts', 'green household products'],
  ['honey', 'honey'],
  ['juices', 'juices'],
  ['mapleproducts', 'maple syrup'],
  ['mushrooms', 'mushrooms'],
  ['nuts', 'nuts'],
  ['petfood', 'pet food'],
  ['meat', 'poultry'],
  ['redmeat', 'meat'],
  ['soap', 'soap'],
  ['tofu', 'tofu'],
  ['trees', 'trees'],
  ['wildproducts', 'wild-harvested products'],
  ['wine', 'wine'],
  ['other', 'other products'],
]

function localityOf(text: string | null) {
  if (/\bboth\b/i.test(text ?? '')) return 'both'
  if (/\bnon-?local\b/i.test(text ?? '')) return 'non-local'
  return /\blocal\b/i.test(text ?? '') ? 'local' : null
}
