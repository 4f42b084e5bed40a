import {
  nothingKnown,
  type Adapter,
  type Schedule,
  type SourceFarm,
  type SourceRow,
} from '../../adapter.ts'
import { joinLists, semicolonList } from '../../lists.ts'
import type { Row } from '../../row.ts'
import { mapRows, type FileKind } from '../../rows.ts'
import { socialLinks } from './social.ts'

/** USDA's On-Farm Market Directory as it was until the Local Food Portal. */
export const usdaOnFarmDirectory: Adapter = {
  kind: 'usda-on-farm-directory',
  authority: 'operator',
  description: "USDA's On-Farm Market Directory of 2017, with OF_ID and Location_ST",
  publisher: 'USDA Agricultural Marketing Service',
  licence: 'Public domain (work of the US government)',
  attribution: 'USDA Agricultural Marketing Service, On-Farm Market Directory',
  read: (path) => mapRows(path, fileKind, readRow),
}

const fileKind: FileKind = {
  kind: usdaOnFarmDirectory.kind,
  needed: [['OF_ID'], ['marketname'], ['Location_City', 'Location_ST'], ['Location_State']],
}

function readRow(row: Row): SourceRow {
  const fault = row.lengthFault() ?? row.idFault('OF_ID') ?? row.blankFault('marketname')
  return fault === null ? row.readAs(toSourceFarm(row)) : row.rejectedFor(fault)
}

const seasons = [1, 2, 3, 4]

function toSourceFarm(row: Row): SourceFarm {
  return {
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
    social_links: socialLinks(row, networks),
    products: joinLists(...seasons.map((n) => semicolonList(row.get(`season${n}_products`)))),
    delivery_options: pickYourOwn(row),
    payment_methods: payments(row),
    verification_status: 'self_reported',
    schedules: schedules(row),
    updated_at: row.get('updateTime', 'finishTime', 'createTime'),
  }
}

const networks = ['Facebook', 'Twitter'].map((network) => ({
  network,
  names: [`Market_${network}`],
}))

/** Of the activities, picking one's own is a way to buy; the others (tours, petting zoo) are no facet. */
const pickYourOwn = (row: Row) =>
  /u-pick|pick your own/i.test(row.get('ActivityList') ?? '') ? ['pick your own'] : null

/**
 * Payment is told by flags only. What each stands for was measured on the 1,385 listings that are in
 * the portal too, with its labels: SNAP agrees on 131 of 131, cash on 1,241 of 1,241, checks on 987
 * of 988, cards on 657 of 657.
 */
const paymentFlags: [column: string, label: string][] = [
  ['Payment_1', 'SNAP'],
  ['Payment_2', 'cash'],
  ['Payment_3', 'checks'],
  ['Payment_4', 'Debit card/Credit card'],
]

function payments(row: Row): string[] | null {
  const found = paymentFlags.filter(([column]) => row.get(column)?.trim() === '1')
  return found.length > 0 ? found.map(([, label]) => label) : null
}

const schedules = (row: Row): Schedule[] =>
  seasons
    .map((n) => ({
      name: `season_${n}`,
      season: row.get(`season${n}_date`),
      times: row.get(`season${n}_time`),
      note: row.get(`season${n}_notes`),
    }))
    .filter(({ season, times, note }) => season !== null || times !== null || note !== null)
