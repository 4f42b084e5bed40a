import { nothingKnown, stated, type Schedule, type SourceFarm, naturalKey } from '../adapter.ts'
import { joinLists } from '../values.ts'
import { pointInColumns } from '../points.ts'
import type { Row } from '../row.ts'
import { rowAdapter } from '../rows.ts'

/**
 * New York State's list of farmers' markets: the spreadsheets' column names since 2012 and those of the
 * data.ny.gov API. Listings have no id; name, street, town and ZIP code identify them.
 */
export const newYorkFarmersMarkets = rowAdapter(
  {
    kind: 'new-york-farmers-markets',
    authority: 'agency',
    state: 'NY',
    description: "New York State's farmers' markets, from data.ny.gov, in any edition",
    publisher: 'New York State Department of Agriculture and Markets',
    licence: 'Open data (data.ny.gov terms of use)',
    attribution:
      "New York State Department of Agriculture and Markets, Farmers' Markets in New York State",
    needed: [
      ['Market Name'],
      ['Operation Hours', 'Operation Season', 'Hours', 'Season'],
      ['Address Line 1', 'Address', 'Location', 'Market Location', 'City'],
    ],
  },
  (row) => row.as(row.fault({ name: 'Market Name' }), toSourceFarm),
)

function toSourceFarm(row: Row): SourceFarm {
  const name = row.get('Market Name')!
  const site = row.get('Location', 'Market Location')
  const address = row.get('Address Line 1', 'Address', 'Street')
  const [city, zip] = [row.get('City'), row.get('Zip', 'Zip Code')]
  return {
    ...nothingKnown,
    source_id: naturalKey(name, address ?? site, city, zip),
    name,
    place_type: 'farmers_market',
    address: address ?? site,
    city,
    county: row.get('County'),
    state: row.get('State') ?? 'NY',
    zip,
    ...point(row),
    phone: row.get('Phone', 'Telephone', 'Phone Number'),
    website: row.get('Market Link', 'market_link.url', 'Website'),
    description: address === null || site === null || site === address ? null : `Location: ${site}`,
    payment_methods: payments(row),
    verification_status: 'verified',
    schedules: schedules(row),
    updated_at: row.get('Last Updated', 'Updated'),
  }
}

const points = 'location_points georeference georeference_1 location_1 geocoded_column'.split(' ')

/** Coordinates are in two columns, or in one. */
function point(row: Row): Pick<SourceFarm, 'lat' | 'lng'> {
  const [lat, lng] = [row.get('Latitude'), row.get('Longitude')]
  return lat !== null && lng !== null ? { lat, lng } : pointInColumns(row, points)
}

/** Each program's column, by all its past names. */
const programs: [label: string, names: string[]][] = [
  ['FMNP', ['FMNP', 'FMNP Accepted', 'FMNP/SFMNP']],
  ['SNAP', ['EBT/SNAP', 'SNAP', 'SNAP Status', 'EBT', 'SNAP/EBT', 'SNAP Accepted']],
  ['FreshConnect checks', ['FCC Accepted', 'FCA', 'FreshConnect']],
  ['WIC cash value vouchers', ['WIC VF', 'WIC', 'WIC Vegetables and Fruits']],
]

function payments(row: Row) {
  const isAccepted = (names: string[]) => /^\s*(y|true|1\s*$)/i.test(row.get(...names) ?? '')
  return joinLists(programs.filter(([, names]) => isAccepted(names)).map(([label]) => label))
}

/** Some rows have `YR` in the months' code as their only season. */
function schedules(row: Row): Schedule[] {
  const code = row.get('Operating Months', 'Operation Months Code')
  const isYearRound = /^\s*yr\s*$/i.test(code ?? '')
  const season = row.get('Operation Season', 'Season') ?? (isYearRound ? 'Year-round' : null)
  const times = row.get('Operation Hours', 'Hours')
  return stated([{ name: 'schedule', season, times }])
}
