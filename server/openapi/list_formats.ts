import { z } from 'zod'
import { component, list, text } from '../http/answer_fields.ts'
import { formats } from '../routes/lists/formats.ts'
import { listedFarm, listLinks, listMeta } from '../routes/lists/envelope.ts'
import { wholeOrSparse } from './sparse.ts'

const degrees = (limit: number, description: string) =>
  z.number().min(-limit).max(limit).meta({ unit: 'degrees', description })

const literal = <Word extends string>(word: Word) =>
  z.literal(word).meta({ description: 'Always the same word', example: word })

const point = component('Point', 'A place', {
  type: literal('Point'),
  coordinates: z
    .tuple([degrees(180, 'Longitude'), degrees(90, 'Latitude')])
    .meta({ description: 'Longitude first (WGS 84)', example: [-72.14, 44.411] }),
})

const feature = component('FarmFeature', 'A farm as a GeoJSON feature (RFC 7946)', {
  type: literal('Feature'),
  id: listedFarm.shape.id,
  geometry: point.nullable().meta({ description: 'null = the farm has no location' }),
  properties: wholeOrSparse(listedFarm).meta({ description: 'The fields of the farm' }),
})

const featureCollection = component('FarmFeatures', 'A page of farms as GeoJSON', {
  type: literal('FeatureCollection'),
  features: list('The farms of this page', feature),
  meta: listMeta,
  links: listLinks,
})

const csv = text(
  'A header line, then a farm a line (RFC 4180, UTF-8 with a byte order mark). Text that a spreadsheet might run as a formula has an apostrophe in front, as has text that begins with one. Lists are JSON, null is an empty field.',
)
const ndjson = text('A farm a line, as a JSON object')

const mediaType = (format: keyof typeof formats) => formats[format].type.split(';')[0]!

/** The bodies of lists of farms that are not plain JSON, by media type. */
export const listFormats: Record<string, z.ZodType> = {
  [mediaType('geojson')]: featureCollection,
  [mediaType('csv')]: csv,
  [mediaType('ndjson')]: ndjson,
}
