import { nothingKnown, stated, type SourceFarm } from '../../adapter.ts'
import { countOf, detailsOf, joinLists } from '../../values.ts'
import { parseInstant } from '../../instant.ts'
import type { Row } from '../../row.ts'
import { rowAdapter } from '../../rows.ts'
import { socialLinks, termsOfPayment, usda } from './directory.ts'

/** USDA's CSA Directory before the Local Food Portal, without coordinates. */
export const usdaCsaDirectory = rowAdapter(
  {
    ...usda,
    kind: 'usda-csa-directory',
    description: "USDA's CSA Directory of 2017, with CSA_ID and HQ_ST",
    attribution: 'USDA Agricultural Marketing Service, CSA Directory',
    needed: [['CSA_ID'], ['marketname'], ['HQ_City', 'HQ_ST'], ['HQ_State']],
  },
  (row) => row.as(row.fault({ name: 'marketname', id: 'CSA_ID' }), toSourceFarm),
)

const lists = ['ProductList', 'FishList', 'FruitList', 'VegList', 'PoultryList', 'MeatList']

/** Leaves out the mailing address, which is not the farm's place, and the manager's name. */
function toSourceFarm(row: Row): SourceFarm {
  const isOrganic = /^\s*yes/i.test(row.get('CSA_organicDesc') ?? '')
  return {
    ...nothingKnown,
    source_id: row.id('CSA_ID'),
    name: row.get('marketname')!,
    place_type: 'csa',
    address: row.get('HQ_ST'),
    city: row.get('HQ_City'),
    state: row.get('HQ_State'),
    zip: row.get('HQ_Zip'),
    lat: row.get('y'),
    lng: row.get('x'),
    phone: row.get('CSA_Phone'),
    email: row.get('CSA_Email'),
    website: row.get('CSA_Website'),
    social_links: socialLinks(row, 'CSA_', ['Facebook', 'Twitter']),
    products: joinLists(...lists.map((column) => row.list(column))),
    practices: joinLists(row.list('farming_practicesList'), isOrganic ? ['organic methods'] : null),
    delivery_options: row.list('DeliverPickUpMethodList'),
    payment_methods: joinLists(
      row.list('AccptdPmntList'),
      termsOfPayment(row, 'CSAPaymentTypeList'),
    ),
    details: detailsOf({
      csa: {
        shares: countOf(row.get('NumShares')),
        share_sizes: row.list('ShareSizeList'),
        box_choice: row.list('ItemsInShareBoxList'),
        available_from: parseInstant(row.get('SharesAvailablePurchaseDate'))?.slice(0, 10) ?? null,
        supplying_farms: countOf(row.get('Num_Farms_Supply')),
        operating: row.get('CSA_NumYearContinuousDesc'),
      },
    }),
    verification_status: 'self_reported',
    schedules: stated([{ name: 'season', season: row.get('Available_Months'), times: null }]),
    updated_at: row.get('updateTime', 'finishTime', 'createTime'),
  }
}
