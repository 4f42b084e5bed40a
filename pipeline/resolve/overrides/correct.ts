import { latLngToCell } from 'h3-js'
import tzLookup from 'tz-lookup'
import { locationResolution, orderResolution } from '../../../data/geography/cells.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import type { HoursJson } from '../../../data/schema/hours.ts'
import type { OverridableField } from '../../../data/schema/input/override.ts'
import { categoriesOf, vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import { openingHours } from '../../normalize/hours/opening_hours.ts'
import { readSchedules } from '../../normalize/hours/schedules.ts'

/**
 * What a corrected field comes to, by column: the value itself, brought to the vocabulary where it
 * is a list of terms, and what is computed from it. `timezone` is the farm's.
 */
export function correctedColumns(
  field: OverridableField,
  value: unknown,
  timezone: string | null,
): Record<string, unknown> {
  if (field === 'location') return locationColumns(value as { lat: number; lng: number } | null)
  if (field === 'hours') return hoursColumns(value as Farm['hours'], timezone)
  if (field === 'hours_json')
    return { hours_json: value, opening_hours: openingHours(value as HoursJson | null) }
  const vocabulary = vocabularyOf(field)
  if (!vocabulary || value === null)
    return field === 'products' ? { products: null, categories: null } : { [field]: value }
  const { names } = vocabulary.terms(value as string[])
  return field === 'products'
    ? { products: names, categories: categoriesOf(names) }
    : { [field]: names }
}

function locationColumns(point: { lat: number; lng: number } | null) {
  if (point === null) return noLocation
  const { lat, lng } = point
  return {
    lat,
    lng,
    location_precision: 'exact',
    h3_cell: latLngToCell(lat, lng, locationResolution),
    h3_order: latLngToCell(lat, lng, orderResolution),
    timezone: tzLookup(lat, lng),
  }
}

const noLocation = {
  lat: null,
  lng: null,
  location_precision: null,
  h3_cell: null,
  h3_order: null,
  timezone: null,
}

function hoursColumns(texts: Farm['hours'], timezone: string | null) {
  const schedules = Object.entries(texts ?? {}).map(([name, times]) => ({
    name,
    season: null,
    times,
  }))
  const { hours, hours_json } = readSchedules(schedules, timezone)
  return { hours, hours_json, opening_hours: openingHours(hours_json) }
}
