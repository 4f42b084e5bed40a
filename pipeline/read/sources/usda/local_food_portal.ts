import {
  nothingKnown,
  type Adapter,
  type Schedule,
  type SourceFarm,
  type SourceRow,
} from '../../adapter.ts'
import { semicolonList } from '../../lists.ts'
import { deliveryOptions, inBrief, payments, products } from './portal_facets.ts'
import { carriedOver, distrusts, type Directory } from './portal_migration.ts'
import { Row } from '../../row.ts'
import { readRows, type FileKind } from '../../rows.ts'
import { socialLinks } from './social.ts'

/**
 * USDA's Local Food Portal: the exports of its five directories (csv, xlsx) and the JSON of its API,
 * told apart by their columns. Facets are read from the labelled `;`-lists, never from the numbered
 * flags beside them, whose numbers differ from directory to directory and year to year.
 */
export const usdaLocalFoodPortal: Adapter = {
  kind: 'usda-local-food-portal',
  authority: 'operator',
  description:
    "USDA's Local Food Portal: farmers market, CSA, on-farm market, food hub or agritourism export",
  publisher: 'USDA Agricultural Marketing Service',
  licence: 'Public domain (work of the US government)',
  attribution: 'USDA Agricultural Marketing Service, Local Food Portal',
  read,
}

const fileKind: FileKind = {
  kind: usdaLocalFoodPortal.kind,
  needed: [
    ['listing_id'],
    ['listing_name'],
    ['location_address', 'location_street', 'location_city', 'location_x'],
  ],
}

const placeTypes: Record<Directory, string> = {
  farmersmarket: 'farmers_market',
  csa: 'csa',
  onfarmmarket: 'on_farm_market',
  foodhub: 'food_hub',
  agritourism: 'agritourism',
}

/** Columns that only one directory has, the first that fits; on-farm markets have no column alone. */
const signs: [Directory, RegExp][] = [
  ['csa', /^(num_?supply_?farms|share_(number|size|items\w*)|deliver_?pickup_method)$/i],
  ['foodhub', /^(legal_status|establish_year|service_(opservice|procurement|producer))$/i],
  ['farmersmarket', /^(location_indoor|location_site|SNAP_option|saleschannel_csa_vendor)$/i],
  ['agritourism', /^(agri_?tourism\w*|activit(y|ies)\w*|\w+_activit(y|ies))$/i],
  ['onfarmmarket', /^facilities$/i],
]

/** The portal numbers each directory's listings from its own hundred thousand. */
const hundredThousands: Record<string, Directory> = {
  2: 'csa',
  3: 'farmersmarket',
  5: 'foodhub',
  7: 'onfarmmarket',
}

/** Rows that may lack every telling column before the first that has one. */
const patience = 10_000

async function* read(path: string): AsyncGenerator<SourceRow> {
  let directory: Directory | null = null
  const waiting: Row[] = []
  for await (const row of readRows(path, fileKind)) {
    if (!(row instanceof Row)) yield row
    else if (directory) yield readRow(row, directory)
    else {
      waiting.push(row)
      directory = toldByColumns(row)
      if (directory || waiting.length > patience)
        for (const each of waiting.splice(0)) yield readRow(each, directory)
    }
  }
  for (const row of waiting) yield readRow(row, directory)
}

const toldByColumns = (row: Row): Directory | null =>
  signs.find(([, sign]) => row.names.some((name) => sign.test(name.trim())))?.[0] ?? null

function readRow(row: Row, fileDirectory: Directory | null): SourceRow {
  const fault = row.lengthFault() ?? row.idFault('listing_id') ?? row.blankFault('listing_name')
  if (fault !== null) return row.rejectedFor(fault)
  const id = row.id('listing_id')
  const directory = ownDirectory(row) ?? fileDirectory ?? hundredThousands[id.slice(0, -5)]
  if (!directory) return row.rejectedFor('directory: no column tells which of the five it is')
  return row.readAs(toSourceFarm(row, id, directory))
}

/** The JSON names each listing's directory (`farmersmarket`, `farmers market`). */
function ownDirectory(row: Row): Directory | null {
  const stated = row.get('directory_type', 'directory_name', '_directory')?.toLowerCase()
  const key = stated?.replaceAll(/[^a-z]/g, '') ?? ''
  return key in placeTypes ? (key as Directory) : null
}

function toSourceFarm(row: Row, id: string, directory: Directory): SourceFarm {
  const updated_at = row.get('update_time', 'updatetime', 'update time')
  const carried = carriedOver(updated_at)
  const corrections = new Set<string>()
  const distrust = distrusts(directory, updated_at, corrections)
  const claims = distrust.claims(
    semicolonList(row.get('specialproductionmethods', 'special_production_methods')) ?? [],
  )
  return {
    ...nothingKnown,
    source_id: id,
    name: row.get('listing_name')!,
    place_type: placeTypes[directory],
    ...place(row),
    phone: row.get('contact_phone'),
    email: row.get('contact_email'),
    website: row.get('media_website'),
    social_links: socialLinks(row, networks),
    description: description(row),
    products: products(row, carried, distrust.produce),
    practices: claims.length > 0 ? claims : null,
    delivery_options: distrust.delivery(deliveryOptions(row)),
    payment_methods: payments(row),
    founded_year: year(row.get('establish_year')),
    verification_status: 'self_reported',
    schedules: schedules(row),
    updated_at,
    corrections: [...corrections],
  }
}

/** Some answers have the address in parts, and always in one text; an address in parts is surer. */
function place(row: Row) {
  const [city, state, zip] = [
    row.get('location_city'),
    row.get('location_state'),
    row.get('location_zipcode', 'location_zip'),
  ]
  const isParted = city !== null && state !== null
  return {
    address: isParted ? row.get('location_street') : row.get('location_address', 'location_street'),
    city: isParted ? city : null,
    state: isParted ? state : null,
    zip: isParted ? zip : null,
    lat: row.get('location_y'),
    lng: row.get('location_x'),
  }
}

const networks = ['Facebook', 'Twitter', 'Instagram', 'Pinterest', 'YouTube', 'Blog'].map(
  (network) => ({
    network: network === 'Blog' ? '' : network,
    names: [`media_${network.toLowerCase()}`],
  }),
)

/** What it is, and how it is found. */
function description(row: Row): string | null {
  const parts = [row.get('listing_desc'), row.get('location_desc')]
  return parts.filter((part) => part !== null).join(' ') || null
}

function schedules(row: Row): Schedule[] {
  const season = row.get('season_month') ?? inBrief(row, 'Open')
  const note = row.get('season_desc')
  return season === null && note === null ? [] : [{ name: 'season', season, times: null, note }]
}

function year(text: string | null): number | null {
  const [found] = /^\s*(1[6-9]|20)\d\d(?=(\.0+)?\s*$)/.exec(text ?? '') ?? []
  return found === undefined ? null : Number(found)
}
