import {
  nothingKnown,
  stated,
  type Adapter,
  type SourceFarm,
  type SourceRow,
} from '../../adapter.ts'
import { Row } from '../../row.ts'
import type { SourceBytes } from '../../formats/source_bytes.ts'
import { readRows, type FileKind } from '../../rows.ts'
import type { SeenColumns } from '../../seen_columns.ts'
import { socialLinks, usda } from './directory.ts'
import { portalDetails, deliveryOptions, inBrief, payments, products } from './portal_fields.ts'
import { carriedOver, directories, distrusts, type Directory } from './portal_migration.ts'

/**
 * USDA's Local Food Portal: the exports of its five directories (csv, xlsx) and the JSON of its API,
 * recognized by their columns. Facets come from the `;`-lists of labels, never from the numbered flags, whose
 * numbers differ between directories and years.
 */
export const usdaLocalFoodPortal: Adapter = {
  ...usda,
  kind: 'usda-local-food-portal',
  description:
    "USDA's Local Food Portal: farmers market, CSA, on-farm market, food hub or agritourism export",
  attribution: 'USDA Agricultural Marketing Service, Local Food Portal',
  hasDirectories: true,
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

/** Columns unique to one directory, the first that fits; on-farm markets have no unique column. */
const signs: [Directory, RegExp][] = [
  ['csa', /^(num_?supply_?farms|share_(number|size|items\w*)|deliver_?pickup_method)$/i],
  ['food_hub', /^(legal_status|establish_year|service_(opservice|procurement|producer))$/i],
  ['farmers_market', /^(location_indoor|location_site|SNAP_option|saleschannel_csa_vendor)$/i],
  ['agritourism', /^(agri_?tourism\w*|activit(y|ies)\w*|\w+_activit(y|ies))$/i],
  ['on_farm_market', /^facilities$/i],
]

/** The portal numbers each directory's listings in a separate hundred thousand. */
const hundredThousands: Record<string, Directory> = {
  2: 'csa',
  3: 'farmers_market',
  5: 'food_hub',
  7: 'on_farm_market',
}

/** Rows that may lack every sign before the first row with one. */
const patience = 10_000

async function* read(
  file: SourceBytes,
  _mapping?: undefined,
  columns?: SeenColumns,
): AsyncGenerator<SourceRow> {
  let directory: Directory | null = null
  const waiting: Row[] = []
  for await (const row of readRows(file, fileKind, columns)) {
    if (!(row instanceof Row)) yield row
    else if (directory) yield readRow(row, directory)
    else {
      waiting.push(row)
      directory = bySigns(row)
      if (directory || waiting.length > patience)
        for (const each of waiting.splice(0)) yield readRow(each, directory)
    }
  }
  for (const row of waiting) yield readRow(row, directory)
}

const bySigns = (row: Row): Directory | null =>
  signs.find(([, sign]) => row.parts.names.some((name) => sign.test(name.trim())))?.[0] ?? null

function readRow(row: Row, fileDirectory: Directory | null): SourceRow {
  const fault = row.fault({ name: 'listing_name', id: 'listing_id' })
  if (fault !== null) return row.rejectedFor(fault)
  const id = row.id('listing_id')
  const directory = ownDirectory(row) ?? fileDirectory ?? hundredThousands[id.slice(0, -5)]
  if (!directory) return row.rejectedFor('directory: no column names which of the five it is')
  return row.readAs(toSourceFarm(row, id, directory))
}

/** The JSON names each listing's directory (`farmersmarket`, `farmers market`). */
function ownDirectory(row: Row): Directory | null {
  const stated = row.get('directory_type', 'directory_name', '_directory')?.toLowerCase()
  const key = stated?.replaceAll(/[^a-z]/g, '')
  return directories.find((directory) => directory.replaceAll('_', '') === key) ?? null
}

function toSourceFarm(row: Row, id: string, directory: Directory): SourceFarm {
  const updated_at = row.get('update_time')
  const carried = carriedOver(updated_at)
  const corrections = new Set<string>()
  const distrust = distrusts(directory, updated_at, corrections)
  const claims = distrust.claims(row.list('specialproductionmethods') ?? [])
  return {
    ...nothingKnown,
    source_id: id,
    name: row.get('listing_name')!,
    place_type: directory,
    ...place(row),
    phone: row.get('contact_phone'),
    email: row.get('contact_email'),
    website: row.get('media_website'),
    social_links: socialLinks(row, 'media_', networks),
    description: description(row),
    products: products(row, carried, distrust.produce),
    practices: claims.length > 0 ? claims : null,
    delivery_options: distrust.delivery(deliveryOptions(row)),
    payment_methods: payments(row, distrust),
    founded_year: Number(year.exec(row.get('establish_year') ?? '')?.[0]) || null,
    details: portalDetails(row, directory, distrust),
    verification_status: isScraped(row) ? 'unverified' : 'self_reported',
    schedules: stated([
      {
        name: 'season',
        season: row.get('season_month') ?? inBrief(row, 'Open'),
        times: null,
        note: row.get('season_desc'),
      },
    ]),
    updated_at,
    corrections: [...corrections],
  }
}

/** Some API responses have the address in parts, and all in one text; the parts are more reliable. */
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

const networks = ['Facebook', 'Twitter', 'Instagram', 'Pinterest', 'YouTube', 'Blog']

const year = /^\s*(1[6-9]|20)\d\d(?=(\.0+)?\s*$)/

/** The portal's flag for a scraped row, in each of its spellings. */
const isScraped = (row: Row) =>
  row
    .list('webscriping', 'webscripting', 'webscraping')
    ?.some((value) => !/^(no?|f(alse)?|0(\.0*)?)$/i.test(value)) ?? false

/** The description of the listing, and directions to it. */
function description(row: Row): string | null {
  const parts = [row.get('listing_desc'), row.get('location_desc')]
  return parts.filter((part) => part !== null).join(' ') || null
}
