import {
  type Adapter,
  type SourceRow,
  nothingKnown,
  stated,
  type SourceFarm,
  naturalKey,
} from '../adapter.ts'
import { mappedRows } from '../mapped/rows.ts'
import type { Row } from '../row.ts'
import { mapRows } from '../rows.ts'
import { isYes, joinLists } from '../values.ts'
import { pointOf } from '../points.ts'

/**
 * Point features of any map of farms. The mapping in the sources file reads their properties; OpenStreetMap's
 * tags (also Overpass's JSON) need no mapping. An area becomes the middle of its bounding box.
 */
export const geojson: Adapter = {
  kind: 'geojson',
  authority: 'crowd',
  description: "Features of a map: OpenStreetMap's tags, or any with a mapping in the sources file",
  publisher: 'OpenStreetMap contributors',
  licence: 'ODbL 1.0',
  attribution: '© OpenStreetMap contributors',
  mapping: 'optional',
  read: (file, mapping, columns) =>
    mapping
      ? mappedRows(file, geojson.kind, mapping, columns)
      : mapRows(file, tagged, undefined, taggedRow), // tags are not columns: they differ per feature
}

const tagged = {
  kind: geojson.kind,
  needed: [['name', 'name:en', 'official_name', 'brand', 'operator']],
}

function taggedRow(row: Row): SourceRow {
  if (!isOpenStreetMap(row))
    return row.rejectedFor(
      'no tag of OpenStreetMap (shop, amenity, …), and no mapping in the sources file',
    )
  const farm = openStreetMapFarm(row)
  return 'rejected' in farm ? row.rejectedFor(farm.rejected) : row.readAs(farm)
}

/** Tags for the type of an OpenStreetMap feature. */
const mainTags = ['shop', 'amenity', 'place', 'landuse', 'tourism', 'craft', 'office', 'leisure']

/** True if a row is an OpenStreetMap feature, by its id or tags. */
const isOpenStreetMap = (row: Row) => ['@id', 'osm_id', ...mainTags].some((tag) => row.has(tag))

/**
 * Reads a feature by OpenStreetMap's tags (wiki.openstreetmap.org/wiki/Map_features). Its id is the type and
 * number there (`node/123`). Rejects features without farm products or without a name.
 */
function openStreetMapFarm(row: Row): SourceFarm | { rejected: string } {
  const place_type = placeType(row)
  if (place_type === null) return { rejected: `not a farm, farm shop or market: ${whatItIs(row)}` }
  const name = row.get('name', 'name:en', 'official_name', 'brand', 'operator')
  if (name === null) return { rejected: 'name: blank' }
  const point = pointOf(row.parts.geometry) ?? {
    lat: row.get('lat', 'center.lat', '@lat') ?? middle(row, 'lat'),
    lng: row.get('lon', 'center.lon', '@lon') ?? middle(row, 'lon'),
  }
  return {
    ...nothingKnown,
    source_id: osmId(row) ?? naturalKey(name, String(point.lat), String(point.lng)),
    name,
    place_type,
    ...address(row),
    ...point,
    phone: tag(row, 'phone') ?? tag(row, 'mobile'),
    email: tag(row, 'email'),
    website: tag(row, 'website') ?? row.get('url'),
    social_links: networks(row),
    description: row.get('description', 'description:en'),
    products: products(row),
    practices: saidYes(row, claims),
    delivery_options: saidYes(row, deliveries),
    payment_methods: payments(row),
    image_url: row.get('image'),
    founded_year: Number(/^(1[6-9]|20)\d\d(?=$|-)/.exec(row.get('start_date') ?? '')?.[0]) || null,
    verification_status: 'unverified',
    schedules: stated([{ name: 'opening_hours', season: null, times: row.get('opening_hours') }]),
    updated_at: row.get(
      'check_date',
      'check_date:opening_hours',
      'survey:date',
      '@timestamp',
      'timestamp',
    ),
  }
}

/** The middle of the bounds of an Overpass element without a center. */
function middle(row: Row, axis: 'lat' | 'lon'): number | null {
  const ends = [row.get(`bounds.min${axis}`), row.get(`bounds.max${axis}`)].map(Number)
  return ends[0] && ends[1] ? (ends[0] + ends[1]) / 2 : null
}

/** A marketplace is a farmers market only if its tags call it one. */
function placeType(row: Row): string | null {
  const is = (key: string, ...values: string[]) =>
    row.list(key)?.some((value) => values.includes(value)) ?? false
  if (is('amenity', 'marketplace') || is('shop', 'market')) {
    const words = [row.get('name'), row.get('marketplace'), row.get('description')].join(' ')
    return /farmer|greenmarket|growers/i.test(words) ? 'farmers_market' : 'market'
  }
  if (is('shop', 'farm')) return 'on_farm_market'
  if (is('place', 'farm') || is('landuse', 'farmyard', 'farmland', 'orchard', 'vineyard'))
    return 'farm'
  return is('tourism', 'farm') || is('attraction', 'farm') ? 'agritourism' : null
}

function whatItIs(row: Row): string {
  const found = mainTags.find((key) => row.get(key) !== null)
  return found ? `\`${found}=${row.get(found)}\`` : 'no main tag'
}

/** `node/123`, from `@id`, the feature's id, or separate type and number. */
function osmId(row: Row): string | null {
  const whole = row.get('@id', '@feature id', 'osm_id', 'id')?.trim()
  if (!whole) return null
  const [, type, number] = /(node|way|relation)s?[/ ]?(-?\d+)$/i.exec(whole) ?? []
  if (type && number) return `${type.toLowerCase()}/${number}`
  const stated = row.get('@type', 'osm_type', 'element_type', 'type')?.toLowerCase()
  return stated && /^(node|way|relation)$/.test(stated) ? `${stated}/${whole}` : whole
}

/** A contact tag, with or without its prefix. */
const tag = (row: Row, name: string) => row.get(name, `contact:${name}`)

function address(row: Row) {
  const street = row.get('addr:street', 'addr:place')
  const house = [row.get('addr:housenumber'), street].filter((part) => part !== null)
  return {
    address: row.get('addr:full') ?? (street === null ? null : house.join(' ')),
    city: row.get('addr:city', 'addr:town', 'addr:village', 'addr:hamlet'),
    county: row.get('addr:county'),
    state: row.get('addr:state', 'addr:province'),
    zip: row.get('addr:postcode'),
    country: row.get('addr:country'),
  }
}

function networks(row: Row): string[] | null {
  const links = ['Facebook', 'Instagram', 'Twitter', 'YouTube', 'Pinterest'].flatMap((network) => {
    const value = tag(row, network.toLowerCase())
    if (value === null) return []
    return [/https?:|www\.|\.\w+\//i.test(value) ? value : `${network}: ${value}`]
  })
  return links.length > 0 ? links : null
}

/** `produce=apple;cherry`; ignores `yes` and the like. Values have underscores for blanks. */
function products(row: Row): string[] | null {
  const values = ['produce', 'product', 'crop', 'trees', 'vending', 'sells']
    .flatMap((key) => row.list(key) ?? [])
    .flatMap((value) => value.split(','))
    .map(words)
    .filter((value) => !/^(yes|no|only|various|\*)$/i.test(value))
  return joinLists(values)
}

const words = (value: string) => value.replaceAll('_', ' ').trim()

const says = (value: string | null) =>
  isYes(value) || /^(only|designated)$/i.test(value?.trim() ?? '')

/** Keys whose value may be yes, and the term for it. */
type Terms = Record<string, string>
const claims: Terms = {
  organic: 'organic methods',
  'certification:organic': 'certified organic',
  fair_trade: 'fair trade',
}
const deliveries: Terms = {
  delivery: 'delivery',
  self_harvesting: 'pick your own',
  pick_your_own: 'pick your own',
  takeaway: 'pickup',
  csa: 'CSA',
}

/** The terms of a feature's yes tags; takeaway food counts only for a farm shop. */
const saidYes = (row: Row, terms: Terms) =>
  joinLists(
    Object.keys(terms)
      .filter((key) => says(row.get(key)) && (key !== 'takeaway' || row.get('shop') === 'farm'))
      .map((key) => terms[key]!),
  )

/** `payment:credit_cards=yes`: each means of payment is a separate key. */
function payments(row: Row): string[] | null {
  const accepted = row.parts.names
    .filter((name) => /^payment[:_]/i.test(name) && says(row.get(name)))
    .map((name) => words(name.replace(/^payment[:_]/i, '')))
  return joinLists(accepted)
}
