import type { Mapping } from '../../../data/schema/input/mapping.ts'
import {
  type MappedText,
  listFields,
  textFields,
} from '../../../data/schema/input/source_fields.ts'
import { verificationStatuses, type Farm } from '../../../data/schema/tables/farm.ts'
import {
  nothingKnown,
  type SourceFarm,
  type SourceRow,
  type Unread,
  naturalKey,
  badPlaceType,
  placeTypeOf,
} from '../adapter.ts'
import { addressBefore, pointIn, pointInColumns, pointOf } from '../points.ts'
import type { Row } from '../row.ts'
import { schedulesOf } from './hours.ts'
import { termsOf, dateOf, textOf } from './texts.ts'

/** `beside`: the columns of the mapping beside the name. */
export function mappedRow(row: Row, mapping: Mapping, beside: string[]): SourceRow {
  const get = (field: MappedText) => (mapping[field] ? textOf(row, mapping[field]) : null)
  const isAlone = row.parts.table && beside.length > 0 && row.get(...beside) === null
  const fault =
    row.fault({ name: mapping.name!.columns }) ??
    (isAlone ? 'a name alone: a heading, a note or a total' : null)
  if (fault !== null) return row.rejectedFor(fault)
  const place_type = placeTypeOf(get('place_type'), 's')
  if (place_type === null) return row.rejectedFor(badPlaceType(get('place_type')!))
  const status = statusOf(get('verification_status'))
  if (status === null)
    return row.rejectedFor(
      `verification_status: unknown \`${get('verification_status')}\`, expected one of ${verificationStatuses.join(', ')}`,
    )
  return row.readAs({ ...mappedFarm(row, mapping, get), place_type, verification_status: status })
}

type Get = (field: MappedText) => string | null

function mappedFarm(row: Row, mapping: Mapping, get: Get) {
  const unread: Unread[] = []
  const point = placeOf(row, mapping, get)
  return {
    ...nothingKnown,
    ...valuesOf(textFields, get),
    ...valuesOf(listFields, (field) =>
      mapping[field] ? termsOf(row, field, mapping[field], unread) : null,
    ),
    source_id: get('source_id')?.trim() ?? row.get('@feature id') ?? keyOf(get, point),
    name: get('name')!,
    country: get('country'),
    ...(mapping.address ? {} : { address: addressBefore(get('location') ?? '') }),
    ...point,
    schedules: schedulesOf(row, mapping.hours ?? [], unread),
    updated_at: mapping.updated_at ? dateOf(row, 'updated_at', mapping.updated_at, unread) : null,
    unread,
  }
}

type Point = Pick<SourceFarm, 'lat' | 'lng'>

/** The columns of the mapping, else the feature's own geometry. */
function placeOf(row: Row, { location }: Mapping, get: Get): Point {
  const [lat, lng] = [get('lat'), get('lng')]
  if (lat !== null || lng !== null) return { lat, lng }
  const found =
    location && location.columns.length > 0
      ? pointInColumns(row, location.columns)
      : pointIn(get('location') ?? '')
  return found.lat === null ? (pointOf(row.parts.geometry) ?? found) : found
}

/** A key of name and address, or of name and point if there is no address. */
function keyOf(get: Get, { lat, lng }: Point): string {
  const place = [get('address'), get('city'), get('zip')]
  const isPlaced = place.some((part) => part !== null)
  return naturalKey(get('name'), ...(isPlaced ? place : [rough(lat), rough(lng)]))
}

/** A coordinate to about a kilometer, for a natural key: editions differ in the last digits. */
const rough = (degrees: string | number | null) =>
  degrees === null || isNaN(Number(degrees)) ? null : Number(degrees).toFixed(2)

function statusOf(text: string | null): Farm['verification_status'] | null {
  const key =
    text
      ?.trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_') ?? 'self_reported'
  return verificationStatuses.find((status) => status === key) ?? null
}

const valuesOf = <Field extends string, Value>(
  fields: readonly Field[],
  read: (field: Field) => Value,
) => Object.fromEntries(fields.map((field) => [field, read(field)])) as Record<Field, Value>
