import { z } from 'zod'
import { component, list, text } from '../http/answer_fields.ts'
import { formats } from '../routes/lists/formats.ts'
import { listedFarm, listLinks, listMeta } from '../routes/lists/envelope.ts'
import { farmIn, wholeOrSparse } from './sparse.ts'
import { memoize } from '../../data/memoize.ts'

const degrees = (limit: number, description: string) =>
  z.number().min(-limit).max(limit).meta({ unit: 'degrees', description })

const literal = <Word extends string>(word: Word) =>
  z.literal(word).meta({ description: 'Constant', example: word })

const point = component('Point', 'Point on the map', {
  type: literal('Point'),
  coordinates: z
    .tuple([degrees(180, 'Longitude'), degrees(90, 'Latitude')])
    .meta({ description: 'Longitude first (WGS 84)', example: [-72.14, 44.411] }),
})

/** A page of a list as GeoJSON. `name`: an entry's component name. */
const featureCollection = (name: string, properties: z.ZodType) =>
  component(`${name}Features`, 'Page of a list as GeoJSON', {
    type: literal('FeatureCollection'),
    features: list(
      'Entries of this page',
      component(`${name}Feature`, 'Entry as a GeoJSON feature (RFC 7946)', {
        type: literal('Feature'),
        id: listedFarm.shape.id,
        geometry: point
          .nullable()
          .meta({ description: 'Location of the farm; null = no location, or not listed' }),
        properties: properties.meta({ description: 'Fields of the entry' }),
      }),
    ),
    meta: listMeta,
    links: listLinks,
  })

const csv = text(
  'CSV: a header line, then one entry per line (RFC 4180, UTF-8 with a byte order mark). An apostrophe precedes text that a spreadsheet might run as a formula, and text that begins with an apostrophe. Lists are JSON; null is an empty field.',
).meta({ id: 'Csv' })
const ndjson = text('Newline-delimited JSON: one entry per line, as an object').meta({
  id: 'Ndjson',
})

const mediaType = (format: keyof typeof formats) => formats[format].type.split(';')[0]!

/** One schema for each entry, since the document identifies its parts by name. */
const collectionOf = memoize((entry: z.ZodObject) =>
  featureCollection(entry === listedFarm ? 'Farm' : entry.meta()!.id!, lineOf(entry)),
)

/** A list's bodies other than plain JSON, by media type. `entry`: an entry as in JSON. */
export const listFormats = (entry: z.ZodObject): Record<string, z.ZodType> => ({
  [mediaType('geojson')]: collectionOf(entry),
  [mediaType('csv')]: csv,
  [mediaType('ndjson')]: ndjson,
})

/** As a single line, an entry with a farm has the farm's fields beside its own. */
function lineOf(entry: z.ZodObject): z.ZodType {
  const farm = farmIn(entry)
  if (!farm) return wholeOrSparse(entry)
  const line = entry.omit({ farm: true }).extend(farm.partial().shape)
  return line.meta({
    id: `${entry.meta()!.id!}Fields`,
    description: 'Entry with the fields of its farm',
  })
}
