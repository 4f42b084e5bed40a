import { listFields, textFields } from '../../../data/schema/input/source_fields.ts'
import type { MappedField, Mapping } from '../../../data/schema/input/sources_file.ts'
import { nothingKnown, stated, type Adapter, type SourceFarm, type SourceRow } from '../adapter.ts'
import { freeList } from '../lists.ts'
import { naturalKey } from '../natural_key.ts'
import { badPlaceType, placeTypeOf } from '../place_type.ts'
import type { Row } from '../row.ts'
import { mapRows, type FileKind } from '../rows.ts'
import { pointOf } from './geometry.ts'
import { isOpenStreetMap, openStreetMapFarm } from './open_street_map.ts'

/**
 * Point features of anybody's map of farms. Their properties are read by the mapping in the
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
  read: (file, mapping) =>
    mapRows(file, fileKindOf(mapping), (row) =>
      mapping ? mappedRow(row, mapping) : taggedRow(row),
    ),
}

const fileKindOf = (mapping: Mapping | undefined): FileKind => ({
  kind: geojson.kind,
  needed: mapping
    ? [propertiesOf(mapping, 'name')]
    : [['name', 'name:en', 'official_name', 'brand', 'operator']],
})

function taggedRow(row: Row): SourceRow {
  if (!isOpenStreetMap(row))
    return row.rejectedFor(
      'no tag of OpenStreetMap (shop, amenity, …), and no mapping in the sources file',
    )
  const farm = openStreetMapFarm(row)
  return 'rejected' in farm ? row.rejectedFor(farm.rejected) : row.readAs(farm)
}

/** The properties that are mapped to a field, in the mapping's order. */
const propertiesOf = (mapping: Mapping, field: MappedField) =>
  Object.keys(mapping).filter((property) => mapping[property] === field)

function mappedRow(row: Row, mapping: Mapping): SourceRow {
  const get = (field: MappedField) => row.get(...propertiesOf(mapping, field))
  if (get('name') === null) return row.rejectedFor(`${propertiesOf(mapping, 'name')[0]}: blank`)
  const type = placeTypeOf(get('place_type'), 's')
  return type
    ? row.readAs(mappedFarm(row, get, type))
    : row.rejectedFor(badPlaceType(get('place_type')!))
}

function mappedFarm(
  row: Row,
  get: (field: MappedField) => string | null,
  place_type: string,
): SourceFarm {
  const point = pointOf(row.parts.geometry) ?? { lat: get('lat'), lng: get('lng') }
  const place = [get('address'), get('city'), get('zip')]
  const isPlaced = place.some((part) => part !== null)
  return {
    ...nothingKnown,
    ...valuesOf(textFields, get),
    ...valuesOf(listFields, (field) => freeList(get(field))),
    source_id:
      get('source_id')?.trim() ??
      row.get('@feature id') ??
      naturalKey(get('name'), ...(isPlaced ? place : [rough(point.lat), rough(point.lng)])),
    name: get('name')!,
    place_type,
    country: get('country'),
    ...point,
    verification_status: 'self_reported',
    schedules: stated([{ name: 'hours', season: get('season'), times: get('hours') }]),
    updated_at: get('updated_at'),
  }
}

const valuesOf = <Field extends string, Value>(
  fields: readonly Field[],
  read: (field: Field) => Value,
) => Object.fromEntries(fields.map((field) => [field, read(field)])) as Record<Field, Value>

/** A coordinate to about a kilometre, for a natural key: editions differ in the last digits. */
const rough = (degrees: string | number | null) =>
  degrees === null || isNaN(Number(degrees)) ? null : Number(degrees).toFixed(2)
