import { z } from 'zod'
import type { Point } from '../../data/geography/distance.ts'
import { placeKinds } from '../../data/geography/gazetteer/gazetteer.ts'
import { component, degrees, text, textOrNull } from '../http/answer_fields.ts'
import * as parameter from '../http/parameters/parameters.ts'
import type { RawQuery } from '../http/parameters/query_string.ts'
import { badParameters } from '../http/problem.ts'
import { locate, precisions, type Location } from '../query/reader/places/locate.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { measures } from '../../data/vocabulary/entry.ts'
import { units } from '../../data/vocabulary/vocabulary.ts'
import { parsed } from '../http/parameters/described.ts'

/** Parameters of a request's center: `lat` and `lng`, or `near`. */
export const whereParameters = {
  lat: parameter.latitude.optional(),
  lng: parameter.longitude.optional(),
  near: parameter.near.optional(),
}

/** The radius of a list that needs no center, in miles. */
export const radiusIfCenter = parameter
  .decimal(1, 100)
  .default(50)
  .meta({
    unit: 'miles',
    description: 'Search radius, edge included; needs a center',
    example: 50,
    aliases: ['radius_miles'],
  })

/** The place that the request names. */
export const placeFound = component('PlaceFound', 'Place that `near` names, used as the center', {
  query: text('Text of `near`, as requested', 'danville vt'),
  name: text('Name of the place; works as `near`', 'Danville, VT'),
  lat: degrees('Latitude (WGS 84)', 44.4332),
  lng: degrees('Longitude (WGS 84)', -72.1133),
  kind: z.enum(['point', 'zip', ...placeKinds]).meta({
    description: 'Type of the place',
    example: 'city',
  }),
  precision: z.enum(precisions).meta({
    description:
      'The point is the requested coordinates, or the middle of a ZIP code, town, county, or of farms in a town. An address is found by its ZIP code or town',
    example: 'town',
  }),
  state: textOrNull('State or territory of the place; null = unknown', 'VT'),
  county_fips: textOrNull('FIPS code of the county of the point; null = unknown', '50005'),
})

/** The same of a place that was found. */
export function locationOf(place: Location & { radius_mi?: number }): Location {
  const { radius_mi: _, ...location } = place
  return location
}

export type Where = z.output<z.ZodObject<typeof whereParameters>>

/** Returns the requested center; null = none. Throws a 400 Problem if it is incomplete or given twice. */
export function centerOf({ lat, lng, near }: Where, snapshot: Snapshot): Point | Location | null {
  if (near !== undefined) {
    if (lat !== undefined || lng !== undefined) throw twoCenters(lat, lng)
    return locate(snapshot.gazetteer, near)
  }
  if (lat !== undefined && lng !== undefined) return { lat, lng }
  if (lat === undefined && lng === undefined) return null
  const missing = lat === undefined ? 'lat' : 'lng'
  throw badParameters([{ parameter: missing, message: 'is required: lat and lng go together' }])
}

/** The same where there must be one. */
export function requireCenter(where: Where, snapshot: Snapshot): Point | Location {
  const center = centerOf(where, snapshot)
  if (center) return center
  const message = 'is required: give lat and lng, or near'
  throw badParameters(['lat', 'lng'].map((name) => ({ parameter: name, message })))
}

function twoCenters(lat: number | undefined, lng: number | undefined) {
  const given = Object.entries({ near: '', lat, lng }).filter(([, value]) => value !== undefined)
  const message = 'conflicts with another center: give near, or lat and lng'
  return badParameters(given.map(([parameter]) => ({ parameter, message })))
}

/** Throws a 400 Problem for a radius without a center. */
export function requireNoRadius(query: RawQuery): void {
  if (!query.has('radius')) return
  const message = 'needs a center: give near, or lat and lng, or leave it out'
  throw badParameters([{ parameter: 'radius', message }])
}

/** Parameters of requests for one product. */

export const exact = parameter.flag('exact').meta({
  description: 'Exact match: `true` excludes varieties, so that beef does not match grass-fed beef',
})

/** A unit that prices are compared in, by its name or any alias. */
export const comparableUnit = parsed(
  parameter.text,
  (value) => measures.find((measure) => measure === units.find(value)?.name),
  (value) => ({
    message: `prices are not compared by \`${value}\`: must be one of ${measures.join(', ')}`,
  }),
  { type: 'string', minLength: 1, maxLength: 200 },
)

/** Throws a 400 Problem for a unit that neither the vocabulary nor any of these knows. */
export function requireUnit(
  stated: readonly { unit: string | null }[],
  unit: string | undefined,
): void {
  if (unit === undefined || units.find(unit) !== null) return
  const key = units.keyOf(unit)
  if (stated.some((each) => each.unit !== null && units.keyOf(each.unit) === key)) return
  const suggestion = units.nearest(unit)
  const names = units.entries.map(({ name }) => name).join(', ')
  const message = `unknown unit \`${unit}\`: known are ${names}`
  throw badParameters([{ parameter: 'unit', message, ...(suggestion !== null && { suggestion }) }])
}

/** The parameter by which what was said before a day counts as unknown. */
export const saidSince = parameter.dateOrYears.optional().meta({
  description:
    'Date, or years before today such as `3y`: what was said before counts as unknown, in filters, facets, coverage and figures (see `said_at`). Default: everything counts, however old',
  example: '2022-06-01',
})
