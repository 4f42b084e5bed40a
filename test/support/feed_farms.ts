import fc from 'fast-check'
import { placeTypes, verificationStatuses } from '../../data/schema/tables/farm.ts'

/** Text of any kind, half characters too, and words that look like something else. */
const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '-',
      'TBD',
      'null',
      '"',
      "'",
      '\\',
      '\n',
      '\u0000',
      '&amp;',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\ud83c', 'x\udf4e', '\ufeffx', '<b>', '_x000D_', 'NaN'),
  },
)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
const texts = fc.array(text, { maxLength: 4 })
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -200, max: 200 }),
)
const moment = fc
  .date({ min: new Date('1890-01-01'), max: new Date('2120-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

const listing = fc.record(
  {
    id: text,
    name: text,
    price: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
    unit: fc.oneof(text, fc.constantFrom('lb', 'dozen', 'gallon', 'each', 'bunch')),
    category: text,
    in_stock: fc.boolean(),
  },
  { requiredKeys: ['name'] },
)

/**
 * A line of a farm feed whose values have the right types and are otherwise anything: many are
 * used, some are merged, those that no snapshot may hold are rejected.
 */
export const anyFeedFarm = fc.record(
  {
    source_id: text,
    name: fc.oneof({ weight: 3, arbitrary: fc.lorem({ maxCount: 3 }) }, text),
    place_type: fc.constantFrom(...placeTypes),
    address: maybe(text),
    city: maybe(text),
    county: maybe(text),
    state: maybe(fc.oneof(text, fc.constantFrom('VT', 'vermont', 'CA', 'Guam', 'ZZ'))),
    zip: maybe(fc.oneof(text, fc.constantFrom('05602', '5602', '00501', '99999', '95616-1234'))),
    lat: maybe(fc.oneof(number, fc.double({ min: 42, max: 46, noNaN: true }))),
    lng: maybe(fc.oneof(number, fc.double({ min: -74, max: -71, noNaN: true }))),
    phone: maybe(text),
    website: maybe(fc.oneof(text, fc.webUrl())),
    email: maybe(fc.oneof(text, fc.emailAddress())),
    social_links: maybe(texts),
    description: maybe(text),
    story: maybe(text),
    tagline: maybe(text),
    farmer_name: maybe(text),
    products: maybe(texts),
    categories: maybe(texts),
    certifications: maybe(texts),
    practices: maybe(texts),
    delivery_options: maybe(texts),
    payment_methods: maybe(texts),
    images: maybe(texts),
    image_url: maybe(text),
    farmer_photo_url: maybe(text),
    google_rating: maybe(fc.double({ min: 0, max: 5, noNaN: true })),
    google_review_count: maybe(fc.integer({ min: 0, max: 2 ** 31 - 1 })),
    price_range: maybe(text),
    founded_year: maybe(fc.integer()),
    verification_status: maybe(fc.constantFrom(...verificationStatuses)),
    hours: maybe(fc.dictionary(text, text, { maxKeys: 3 })),
    product_listings: maybe(fc.array(listing, { maxLength: 4 })),
    updated_at: maybe(moment),
  },
  { requiredKeys: ['source_id', 'name'] },
)
