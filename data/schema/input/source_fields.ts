import { z } from 'zod'
import { farm } from '../tables/farm.ts'
import type { Length } from './lengths.ts'

/**
 * The conversion of a field's value to the published one (pipeline/normalize/readings.ts). A `together`
 * field is read with others: a street with its town, a certification among practices.
 */
type Reading = 'words' | 'phone' | 'url' | 'urls' | 'links' | 'details' | 'as_given' | 'together'

const text = <R extends Reading>(reading: R, length: Length, description?: string) =>
  ({ holds: 'text', reading, length, given: z.string().nullish().meta({ description }) }) as const
const list = <R extends Reading>(reading: R, length: Length, description?: string) =>
  ({
    holds: 'list',
    reading,
    length,
    given: z.array(z.string()).nullish().meta({ description }),
  }) as const
const data = <R extends Reading, Given extends z.ZodType>(reading: R, given: Given) =>
  ({ holds: 'data', reading, given }) as const

/**
 * The fields of a farm in a source; null is unknown. This one list defines the row that every adapter
 * returns (pipeline/read/adapter.ts), and the format of a farm feed (`given`). It also defines the fields
 * that a mapping may fill (text and lists), and the input of normalizing.
 */
export const sourceFields = {
  address: text('together', 'line'),
  city: text('together', 'line'),
  county: text('together', 'line', 'As stated; the published county follows from the location'),
  state: text('together', 'line', 'Abbreviation or full name'),
  zip: text('together', 'line'),
  lat: data('together', z.number().nullish()),
  lng: data('together', z.number().nullish()),
  phone: text('phone', 'phone'),
  website: text('url', 'url'),
  email: text('together', 'email'),
  social_links: list('links', 'url'),
  description: text('words', 'prose'),
  story: text('words', 'prose'),
  tagline: text('words', 'prose'),
  farmer_name: text('words', 'line'),
  products: list('together', 'term', 'Product names or any alias; null = unknown, [] = sells none'),
  categories: list('together', 'term'),
  certifications: list('together', 'term'),
  practices: list('together', 'term'),
  delivery_options: list('together', 'term'),
  farmer_photo_url: text('url', 'url'),
  payment_methods: list('together', 'term'),
  images: list('urls', 'url'),
  image_url: text('url', 'url'),
  google_rating: data('as_given', farm.shape.google_rating.optional()),
  google_review_count: data('as_given', farm.shape.google_review_count.optional()),
  price_range: text('words', 'line'),
  founded_year: data('as_given', farm.shape.founded_year.optional()),
  details: data('details', farm.shape.details.optional()),
}
type SourceFieldTable = typeof sourceFields
type SourceField = keyof SourceFieldTable
export const sourceFieldNames = Object.keys(sourceFields) as SourceField[]

/** The same fields, all present, with null for missing values. */
export type Known<Given> = { [F in keyof Given]-?: Exclude<Given[F], undefined> }

/** The fields' values as adapters return them. */
export type SourceValues = Known<{ [F in SourceField]: z.infer<SourceFieldTable[F]['given']> }>

/** The fields of a farm with no known values. */
export const noValues = Object.fromEntries(sourceFieldNames.map((name) => [name, null])) as {
  [F in SourceField]: null
}

type NamesWhere<Part> = {
  [F in SourceField]: SourceFieldTable[F] extends Part ? F : never
}[SourceField]
export type ReadTogether = NamesWhere<{ reading: 'together' }>
type TextField = NamesWhere<{ holds: 'text' }>
type ListField = NamesWhere<{ holds: 'list' }>
const holding = (kind: 'text' | 'list') =>
  sourceFieldNames.filter((name) => sourceFields[name].holds === kind)
export const textFields = holding('text') as TextField[]
export const listFields = holding('list') as ListField[]

/** The fields' shape in a feed: each may be missing or null. */
export const givenShape = Object.fromEntries(
  sourceFieldNames.map((name) => [name, sourceFields[name].given]),
) as { [F in SourceField]: SourceFieldTable[F]['given'] }

/** Single-text fields that a mapping may fill. `location` is coordinates in one text, `(lat, lng)`. */
const mappedTexts = [
  'source_id',
  'name',
  'place_type',
  ...textFields,
  'country',
  'lat',
  'lng',
  'location',
  'verification_status',
  'updated_at',
] as const
export type MappedText = (typeof mappedTexts)[number]

/** Fields that a mapping may fill. */
export const mappedFields = [...mappedTexts, ...listFields, 'hours'] as const
export type MappedField = (typeof mappedFields)[number]

/** Fields with a single value: two columns' joined texts would be invalid. */
export const singleValued: readonly MappedField[] = [
  'place_type',
  'state',
  'zip',
  'phone',
  'website',
  'email',
  'farmer_photo_url',
  'image_url',
  'country',
  'lat',
  'lng',
  'location',
  'verification_status',
  'updated_at',
]
