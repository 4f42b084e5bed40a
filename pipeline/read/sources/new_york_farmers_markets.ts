import {
  nothingKnown,
  type Adapter,
  type Schedule,
  type SourceFarm,
  type SourceRow,
} from '../adapter.ts'
import { naturalKey } from '../natural_key.ts'
import type { Row } from '../row.ts'
import { mapRows, type FileKind } from '../rows.ts'

/**
 * New York State's list of farmers' markets: the spreadsheets' column names since 2012 and those of
 * the data.ny.gov API. Listings have no id of their own: name, street, town and ZIP code are it.
 */
export const newYorkFarmersMarkets: Adapter = {
  kind: 'new-york-farmers-markets',
  authority: 'agency',
  description: "New York State's farmers' markets, from data.ny.gov, in any edition",
  publisher: 'New York State Department of Agriculture and Markets',
  licence: 'Open data (data.ny.gov terms of use)',
  attribution:
    "New York State Department of Agriculture and Markets, Farmers' Markets in New York State",
  read: (path) => mapRows(path, fileKind, readRow),
}

const fileKind: FileKind = {
  kind: newYorkFarmersMarkets.kind,
  needed: [
    ['Market Name'],
    ['Operation Hours', 'Operation Season', 'Hours', 'Season'],
    ['Address Line 1', 'Address', 'Location', 'Market Location', 'City'],
  ],
}

function readRow(row: Row): SourceRow {
  const fault = row.lengthFault() ?? row.blankFault('Market Name')
  return fault === null ? row.readAs(toSourceFarm(row)) : row.rejectedFor(fault)
}

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

/** Columns of their own, or one text or object: `(lat, lng)`, `POINT (lng lat)`, `{latitude, longitude}`. */
function point(row: Row): Pick<SourceFarm, 'lat' | 'lng'> {
  const nested = [
    'location_points',
    'georeference',
    'georeference_1',
    'location_1',
    'geocoded_column',
  ]
  const inside = (name: string) => nested.map((column) => `${column}.${name}`)
  const [lat, lng] = [
    row.get('Latitude', ...inside('latitude')),
    row.get('Longitude', ...inside('longitude')),
  ]
  if (lat !== null && lng !== null) return { lat, lng }
  const text = row.get(...nested) ?? ''
  const [, first, second] = /\(\s*(-?\d+\.?\d*)\s*[, ]\s*(-?\d+\.?\d*)\s*\)/.exec(text) ?? []
  if (first && second)
    return /point/i.test(text) ? { lat: second, lng: first } : { lat: first, lng: second }
  const [x, y] = row.get(...inside('coordinates'))?.split(';') ?? []
  return { lat: y ?? null, lng: x ?? null }
}

/** Each program's column, by every name that it had. */
const programs: [label: string, names: string[]][] = [
  ['FMNP', ['FMNP', 'fmnp_accepted', 'FMNP Accepted', 'FMNP/SFMNP']],
  ['SNAP', ['EBT/SNAP', 'SNAP', 'snap_status', 'SNAP Status', 'EBT', 'SNAP/EBT', 'snap_accepted']],
  ['FreshConnect checks', ['FCC Accepted', 'fcc_accepted', 'FCA', 'FreshConnect']],
  ['WIC cash value vouchers', ['WIC VF', 'wic_vf', 'WIC', 'WIC Vegetables and Fruits']],
]

function payments(row: Row): string[] | null {
  const accepted = programs.filter(([, names]) =>
    /^\s*(y|true|1\s*$)/i.test(row.get(...names) ?? ''),
  )
  return accepted.length > 0 ? accepted.map(([label]) => label) : null
}

/** `YR` in the months' code is all that some rows have for a season. */
function schedules(row: Row): Schedule[] {
  const code = row.get('Operating Months', 'operation_months_code', 'Operation Months Code')
  const isYearRound = /^\s*yr\s*$/i.test(code ?? '')
  const season = row.get('Operation Season', 'Season') ?? (isYearRound ? 'Year-round' : null)
  const times = row.get('Operation Hours', 'Hours')
  return season === null && times === null ? [] : [{ name: 'schedule', season, times }]
}
