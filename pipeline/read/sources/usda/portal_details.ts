import type { Details } from '../../../../data/schema/details.ts'
import { countOf, detailsOf } from '../../details.ts'
import { parseInstant } from '../../instant.ts'
import { joinLists } from '../../lists.ts'
import type { Row } from '../../row.ts'
import type { Directory, Distrust } from './portal_migration.ts'

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
