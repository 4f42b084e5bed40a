import { nothingKnown, type Adapter, type SourceFarm, type SourceRow } from '../../adapter.ts'
import { joinLists, semicolonList } from '../../lists.ts'
import type { Row } from '../../row.ts'
import { mapRows, type FileKind } from '../../rows.ts'
import { socialLinks } from './social.ts'
import { termsOfPayment } from './terms_of_payment.ts'

/** USDA's CSA Directory as it was until the Local Food Portal, without coordinates. */
export const usdaCsaDirectory: Adapter = {
  kind: 'usda-csa-directory',
  authority: 'operator',
  description: "USDA's CSA Directory of 2017, with CSA_ID and HQ_ST",
  publisher: 'USDA Agricultural Marketing Service',
  licence: 'Public domain (work of the US government)',
  attribution: 'USDA Agricultural Marketing Service, CSA Directory',
  read: (path) => mapRows(path, fileKind, readRow),
}

const fileKind: FileKind = {
  kind: usdaCsaDirectory.kind,
  needed: [['CSA_ID'], ['marketname'], ['HQ_City', 'HQ_ST'], ['HQ_State']],
}

function readRow(row: Row): SourceRow {
  const fault = row.lengthFault() ?? row.idFault('CSA_ID') ?? row.blankFault('marketname')
  return fault === null ? row.readAs(toSourceFarm(row)) : row.rejectedFor(fault)
}

const lists = ['ProductList', 'FishList', 'FruitList', 'VegList', 'PoultryList', 'MeatList']

/** The mailing address is not where the farm is, and its manager's name is not published. */
function toSourceFarm(row: Row): SourceFarm {
  const isOrganic = /^\s*yes/i.test(row.get('CSA_organicDesc') ?? '')
  const season = row.get('Available_Months')
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
    social_links: socialLinks(row, networks),
    products: joinLists(...lists.map((list) => semicolonList(row.get(list)))),
    practices: joinLists(
      semicolonList(row.get('farming_practicesList')),
      isOrganic ? ['organic methods'] : null,
    ),
    delivery_options: semicolonList(row.get('DeliverPickUpMethodList')),
    payment_methods: joinLists(
      semicolonList(row.get('AccptdPmntList')),
      termsOfPayment(row.get('CSAPaymentTypeList')),
    ),
    verification_status: 'self_reported',
    schedules: season === null ? [] : [{ name: 'season', season, times: null }],
    updated_at: row.get('updateTime', 'finishTime', 'createTime'),
  }
}

const networks = ['Facebook', 'Twitter'].map((network) => ({ network, names: [`CSA_${network}`] }))
