import type { MappedField, Mapping } from '../../data/schema/sources_file.ts'
import { placeTypes } from '../../data/schema/farm.ts'
import { nothingKnown, type Adapter, type SourceFarm, type SourceRow } from './adapter.ts'
import { freeList } from './lists.ts'
import { naturalKey } from './natural_key.ts'
import { isOpenStreetMap, openStreetMapFarm } from './open_street_map.ts'
import { pointOf } from './geometry.ts'
import { Row } from './row.ts'
import { readRows, type Layout } from './rows.ts'

/**
 * Point features of whoever has a map of farms. Their properties are read by the mapping in the
 * sources file; OpenStreetMap's own tags (also Overpass's JSON) need none. An area is taken for the
 * middle of its box.
 */
export const geojson: Adapter = {
  kind: 'geojson',
  authority: 'crowd',
  description: "Features of a map: OpenStreetMap's tags, or any with a mapping in the sources file",
  publisher: 'OpenStreetMap contributors',
  licence: 'ODbL 1.0',
  attribution: '© OpenStreetMap contributors',
  takesMapping: true,
  read,
}

const layoutOf = (mapping: Mapping | undefined): Layout => ({
  kind: geojson.kind,
  needed: mapping
    ? [propertiesOf(mapping, 'name')]
    : [['name', 'name:en', 'official_name', 'brand', 'operator']],
})

async function* read(path: string, mapping?: Mapping): AsyncGenerator<SourceRow> {
  for await (const row of readRows(path, layoutOf(mapping))) {
    if (!(row instanceof Row)) yield row
    else yield mapping ? mappedRow(row, mapping) : taggedRow(row)
  }
}

function taggedRow(row: Row): SourceRow {
  const raw = () => row.raw()
  if (!isOpenStreetMap(row))
    return {
      line: row.line,
      rejected: 'no tag of OpenStreetMap (shop, amenity, …), and no mapping in the sources file',
      raw: raw(),
    }
  const farm = openStreetMapFarm(row)
  return 'rejected' in farm
    ? { line: row.line, rejected: farm.rejected, raw: raw() }
    : { line: row.line, farm, raw }
}

/** The properties that are mapped to a field, in the mapping's order. */
const propertiesOf = (mapping: Mapping, field: MappedField) =>
  Object.keys(mapping).filter((property) => mapping[property] === field)

function mappedRow(row: Row, mapping: Mapping): SourceRow {
  const get = (field: MappedField) => row.get(...propertiesOf(mapping, field))
  const raw = () => row.raw()
  if (get('name') === null)
    return { line: row.line, rejected: `${propertiesOf(mapping, 'name')[0]}: blank`, raw: raw() }
  const type = placeType(get('place_type'))
  if (type === null)
    return {
      line: row.line,
      rejected: `place_type: unknown \`${get('place_type')}\`, expected one of ${placeTypes.join(', ')}`,
      raw: raw(),
    }
  return { line: row.line, farm: mappedFarm(row, get, type), raw }
}

function placeType(text: string | null): string | null {
  if (text === null) return 'farm'
  const key = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return placeTypes.find((type) => type === key || `${type}s` === key) ?? null
}

function mappedFarm(
  row: Row,
  get: (field: MappedField) => string | null,
  place_type: string,
): SourceFarm {
  const point = pointOf(row.geometry) ?? { lat: get('lat'), lng: get('lng') }
  const place = [get('address'), get('city'), get('zip')]
  const isPlaced = place.some((part) => part !== null)
  const [season, times] = [get('season'), get('hours')]
  const list = (field: MappedField) => freeList(get(field))
  return {
    ...nothingKnown,
    source_id:
      get('source_id')?.trim() ??
      row.get('@feature id') ??
      naturalKey(get('name'), ...(isPlaced ? place : [rough(point.lat), rough(point.lng)])),
    name: get('name')!,
    place_type,
    address: get('address'),
    city: get('city'),
    county: get('county'),
    state: get('state'),
    zip: get('zip'),
    country: get('country'),
    ...point,
    phone: get('phone'),
    website: get('website'),
    email: get('email'),
    social_links: list('social_links'),
    description: get('description'),
    story: get('story'),
    tagline: get('tagline'),
    farmer_name: get('farmer_name'),
    products: list('products'),
    categories: list('categories'),
    certifications: list('certifications'),
    practices: list('practices'),
    delivery_options: list('delivery_options'),
    payment_methods: list('payment_methods'),
    images: list('images'),
    image_url: get('image_url'),
    verification_status: 'self_reported',
    schedules: season === null && times === null ? [] : [{ name: 'hours', season, times }],
    product_listings: [],
    updated_at: get('updated_at'),
  }
}

/** A coordinate to about a kilometre, for a natural key: editions differ in the last digits. */
const rough = (degrees: string | number | null) =>
  degrees === null || isNaN(Number(degrees)) ? null : Number(degrees).toFixed(2)
