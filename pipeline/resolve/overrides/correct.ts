import type { Farm } from '../../../data/schema/tables/farm.ts'
import type { OverridableField } from '../../../data/schema/input/override.ts'
import { categoriesOf, vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import { readSchedules } from '../../normalize/hours/schedules.ts'

/**
 * What a corrected field comes to, by column: the value itself, brought to the vocabulary where it
 * is a list of terms, and what belongs to it.
 */
export function correctedColumns(field: OverridableField, value: unknown): Record<string, unknown> {
  if (field === 'location') return locationColumns(value as { lat: number; lng: number } | null)
  if (field === 'hours') return hoursColumns(value as Farm['hours'])
  const vocabulary = vocabularyOf(field)
  if (!vocabulary || value === null)
    return field === 'products' ? { products: null, categories: null } : { [field]: value }
  const { names } = vocabulary.terms(value as string[])
  return field === 'products'
    ? { products: names, categories: categoriesOf(names) }
    : { [field]: names }
}

const locationColumns = (point: { lat: number; lng: number } | null) =>
  point === null
    ? { lat: null, lng: null, location_precision: null }
    : { ...point, location_precision: 'exact' }

function hoursColumns(texts: Farm['hours']) {
  const schedules = Object.entries(texts ?? {}).map(([name, times]) => ({
    name,
    season: null,
    times,
  }))
  const { hours, hours_json } = readSchedules(schedules)
  return { hours, hours_json }
}
