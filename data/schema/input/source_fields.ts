import { z } from 'zod'
import { farm } from '../tables/farm.ts'

/**
 * How a field's value becomes the published one (pipeline/normalize/readings.ts). `together` is a
 * field that is read with others: a street with its town, a certification among practices.
 */
type Reading = 'words' | 'phone' | 'url' | 'urls' | 'links' | 'terms' | 'as_given' | 'together'

const text = <R extends Reading>(reading: R, description?: string) =>
  ({ holds: 'text', reading, given: z.string().nullish().meta({ description }) }) as const
const list = <R extends Reading>(reading: R, description?: string) =>
  ({ holds: 'list', reading, given: z.array(z.string()).nullish().meta({ description }) }) as const
const data = <R extends Reading, Given extends z.ZodType>(reading: R, given: Given) =>
  ({ holds: 'data', reading, given }) as const

/**
 * What a source may say about a farm; null is unknown. This one list makes the row that every adapter
 * returns (pipeline/read/adapter.ts), the format of a farm feed (`given`), the fields that a mapping
 * may name (text and lists), and what normalizing reads.
 */
export const sourceFields = {
  address: text('together'),
  city: text('together'),
  county: text('words'),
  state: text('together', 'Abbreviation or full name'),
  zip: text('together'),
  lat: data('together', z.number().nullish()),
  lng: data('together', z.number().nullish()),
  phone: text('phone'),
  website: text('url'),
  email: text('together'),
  social_links: list('links'),
  description: text('words'),
  story: text('words'),
  tagline: text('words'),
  farmer_name: text('words'),
  products: list('together', 'Product names or any alias; null = unknown, [] = sells none'),
  categories: list('together'),
  certifications: list('together'),
  practices: list('together'),
  delivery_options: list('terms'),
  farmer_photo_url: text('url'),
  payment_methods: list('terms'),
  images: list('urls'),
  image_url: text('url'),
  google_rating: data('as_given', farm.shape.google_rating.optional()),
  google_review_count: data('as_given', farm.shape.google_review_count.optional()),
  price_range: text('words'),
  founded_year: data('as_given', farm.shape.founded_year.optional()),
}
type SourceFieldTable = typeof sourceFields
export type SourceField = keyof SourceFieldTable
export const sourceFieldNames = Object.keys(sourceFields) as SourceField[]

/** The same fields, each present, with null for what is missing. */
export type Known<Given> = { [F in keyof Given]-?: Exclude<Given[F], undefined> }

/** The values of the fields as adapters return them. */
export type SourceValues = Known<{ [F in SourceField]: z.infer<SourceFieldTable[F]['given']> }>

/** The fields of a farm about which nothing is known. */
export const noValues = Object.fromEntries(sourceFieldNames.map((name) => [name, null])) as {
  [F in SourceField]: null
}

type NamesWhere<Part> = {
  [F in SourceField]: SourceFieldTable[F] extends Part ? F : never
}[SourceField]
export type ReadTogether = NamesWhere<{ reading: 'together' }>
export type TextField = NamesWhere<{ holds: 'text' }>
export type ListField = NamesWhere<{ holds: 'list' }>
const holding = (kind: 'text' | 'list') =>
  sourceFieldNames.filter((name) => sourceFields[name].holds === kind)
export const textFields = holding('text') as TextField[]
export const listFields = holding('list') as ListField[]

/** The shape of the fields in a feed: each may be missing or null. */
export const givenShape = Object.fromEntries(
  sourceFieldNames.map((name) => [name, sourceFields[name].given]),
) as { [F in SourceField]: SourceFieldTable[F]['given'] }
