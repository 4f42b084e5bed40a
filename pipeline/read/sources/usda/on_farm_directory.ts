import { nothingKnown, type SourceFarm } from '../../adapter.ts'
import { detailsOf, joinLists } from '../../values.ts'
import type { Row } from '../../row.ts'
import { rowAdapter } from '../../rows.ts'
import { seasons, seasonSchedules, socialLinks, usda } from './directory.ts'

/** USDA's On-Farm Market Directory before the Local Food Portal. */
export const usdaOnFarmDirectory = rowAdapter(
  {
    ...usda,
    kind: 'usda-on-farm-directory',
    description: "USDA's On-Farm Market Directory of 2017, with OF_ID and Location_ST",
    attribution: 'USDA Agricultural Marketing Service, On-Farm Market Directory',
    needed: [['OF_ID'], ['marketname'], ['Location_City', 'Location_ST'], ['Location_State']],
  },
  (row) => row.as(row.fault({ name: 'marketname', id: 'OF_ID' }), toSourceFarm),
)

const toSourceFarm = (row: Row): SourceFarm => ({
  ...nothingKnown,
  source_id: row.id('OF_ID'),
  name: row.get('marketname')!,
  place_type: 'on_farm_market',
  address: row.get('Location_ST'),
  city: row.get('Location_City'),
  state: row.get('Location_State'),
  zip: row.get('Location_Zip'),
  lat: row.get('y'),
  lng: row.get('x'),
  website: row.get('Market_Website'),
  social_links: socialLinks(row, 'Market_', ['Facebook', 'Twitter']),
  products: joinLists(...seasons.map((n) => row.list(`season${n}_products`))),
  delivery_options: pickYourOwn(row),
  payment_methods: joinLists(
    paymentLabels.filter((_, i) => row.get(`Payment_${i + 1}`)?.trim() === '1'),
  ),
  details: detailsOf({
    on_farm_market: {
      facilities: row.list('FacilitiesList'),
      activities: row.list('ActivityList'),
    },
  }),
  verification_status: 'self_reported',
  schedules: seasonSchedules(row),
  updated_at: row.get('updateTime', 'finishTime', 'createTime'),
})

/** The activity "pick your own" is a way to buy; others (tours, petting zoo) are not facets. */
const pickYourOwn = (row: Row) =>
  /u-pick|pick your own/i.test(row.get('ActivityList') ?? '') ? ['pick your own'] : null

/**
 * Payment is only in flags. Their meaning was measured on 1,385 listings that the portal also has, with
 * labels: SNAP agrees on 131 of 131, cash on 1,241 of 1,241, checks on 987 of 988, cards on 657 of 657.
 */
const paymentLabels = ['SNAP', 'cash', 'checks', 'Debit card/Credit card']
