import { z } from 'zod'
import { categoryNames, vocabularyOf } from '../../vocabulary/vocabulary.ts'
import { details } from '../details.ts'
import { hoursJson } from '../hours.ts'
import { free, paid } from '../meta.ts'
import { publicSaidAt, saidAt, saidAtExample } from '../said_at.ts'

export const placeTypes = [
  'farm',
  'farmers_market',
  'csa',
  'ranch',
  'on_farm_market',
  'food_hub',
  'agritourism',
  'market',
] as const
export type PlaceType = (typeof placeTypes)[number]
export const verificationStatuses = ['self_reported', 'verified', 'unverified'] as const
export const qualityTiers = ['Premium', 'Standard', 'Basic'] as const
export const locationPrecisions = ['exact', 'doubtful', 'zip_centroid'] as const

const text = z.string().min(1)
const terms = z.array(text)
/** Users and programs follow it, so never `javascript:` or `data:`. */
const url = z.url({ protocol: /^https?$/ })
const termsOf = (values: string[], meaning: string, example: string[]) =>
  [
    terms.nullable(),
    meaning,
    { example, values, nulls: 'not collected, or no known term' },
  ] as const
const namesIn = (column: string) => vocabularyOf(column)!.entries.map(({ name }) => name)
const otherTerms = (example: string) =>
  [
    terms.nullable(),
    "Other terms, in the source's words",
    { example: [example], nulls: 'none', since: 3 },
  ] as const
const ofLocation = { nulls: 'no location', source: 'the location' }
const countyCode = z
  .string()
  .regex(/^\d{5}$/)
  .nullable()
const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

/** Fields in public files and free answers. */
const freeShape = {
  id: free(z.uuid(), 'Id of the farm, the same in every snapshot', {
    example: '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7',
    source: 'given by the pipeline',
  }),
  name: free(text, 'Display name', { example: 'Stone Creek Farm' }),
  place_type: free(z.enum(placeTypes), 'Place type', { example: 'farmers_market' }),
  city: free(text.nullable(), 'City or town', { example: 'Danville' }),
  county: free(text.nullable(), 'County or equivalent of the location, as the Census names it', {
    example: 'Caledonia',
    ...ofLocation,
  }),
  county_fips: free(countyCode, 'FIPS code of that county (Census, 2023)', {
    example: '50005',
    ...ofLocation,
    since: 3,
  }),
  county_fips_2020: free(
    countyCode,
    'FIPS code of the county in Census tables of 2020 and 2021; only Connecticut’s differ',
    { example: '50005', ...ofLocation, since: 12 },
  ),
  state_fips: free(
    z
      .string()
      .regex(/^\d{2}$/)
      .nullable(),
    'FIPS code of its state: the first two digits of county_fips',
    { example: '50', ...ofLocation, since: 3 },
  ),
  state: free(z.string().length(2).nullable(), 'Postal abbreviation of the state or territory', {
    example: 'VT',
  }),
  lat: free(latitude.nullable(), 'Latitude, WGS 84', {
    unit: 'degrees',
    example: 44.411,
    nulls: 'no location',
  }),
  lng: free(longitude.nullable(), 'Longitude, WGS 84', {
    unit: 'degrees',
    example: -72.14,
    nulls: 'no location',
  }),
  location_precision: free(
    z.enum(locationPrecisions).nullable(),
    'exact = as in the source; doubtful = as in the source, but contradicted by the address, shared by unrelated addresses, or the middle of a town without a street; zip_centroid = centroid of the ZIP code',
    { example: 'exact', nulls: 'no location' },
  ),
  h3_cell: free(text.nullable(), 'H3 cell of the location, resolution 9', {
    example: '892b8994b2bffff',
    ...ofLocation,
  }),
  products: free(
    ...termsOf(namesIn('products'), 'Product names of the vocabulary', ['eggs', 'honey']),
  ),
  products_other: free(...otherTerms('Heirloom corn: Mandan Prairie Fire')),
  categories: free(
    ...termsOf([...categoryNames], 'Product categories of the vocabulary', ['eggs', 'sweeteners']),
  ),
  categories_other: free(...otherTerms('heritage breeds')),
  sources: free(
    terms,
    'Sources that list the farm now; earlier ones, which may give values, are in bridges',
    {
      example: ['usda-farmers-market-directory'],
      source: 'all its listings',
    },
  ),
  listing_count: free(z.int32().min(1), 'Number of series that list the farm now', {
    unit: 'series',
    example: 2,
    source: 'all its listings',
    since: 3,
  }),
  first_listed: free(z.iso.date().nullable(), 'Date of the first edition that listed it', {
    example: '2017-01-10',
    nulls: 'no edition has a date',
    source: 'the registry',
    since: 3,
  }),
  last_listed: free(
    z.iso.date().nullable(),
    'Date of the newest edition, of any series, that listed it',
    {
      example: '2021-08-08',
      nulls:
        'in the files, the newest edition of the snapshot (`edition` of its manifest); if first_listed is null, unknown',
      source: 'all its listings',
      since: 3,
    },
  ),
  updated_at: free(z.iso.datetime().nullable(), 'Latest source update (UTC)', {
    example: '2020-08-03T15:23:12Z',
    nulls: 'no listing has a date',
    source: 'the newest listing of the farm',
  }),
  synthetic: free(z.boolean(), 'true = generated for testing; no such farm exists', {
    example: false,
    source: 'all its listings',
  }),
  changed_at: free(
    z.iso.datetime().nullable(),
    'Build time of the snapshot in which the published record last changed, product listings and provenance included (UTC)',
    {
      example: '2026-11-20T01:49:22Z',
      nulls: 'this snapshot',
      source: 'this snapshot and the previous one',
      since: 3,
    },
  ),
  said_at: free(
    saidAt,
    'Day of the statement that gives each group of fields: the own date of update of the listing, or the date of its edition if that is earlier or the only one. Public files and free answers have the free groups',
    {
      example: saidAtExample,
      source: 'the listing that gives the group, of any edition',
      since: 10,
    },
  ),
}

/** Fields that the files, lists and searches for paid keys add. */
const paidShape = {
  address: paid(text.nullable(), 'Street address', { example: '12 Example Road' }),
  zip: paid(
    z
      .string()
      .regex(/^\d{5}$/)
      .nullable(),
    'Five-digit ZIP code',
    { example: '05828' },
  ),
  phone: paid(z.e164().nullable(), 'Telephone number, E.164', {
    example: '+18025550123',
  }),
  website: paid(url.nullable(), 'Web site', { example: 'https://farm.example.org/' }),
  email: paid(
    z
      .string()
      .regex(/^[^\s@]+@[^\s@]+$/)
      .nullable(),
    'E-mail address',
    { example: 'hello@farm.example.org' },
  ),
  social_links: paid(z.array(url).nullable(), 'Pages on social networks and other media', {
    example: ['https://www.facebook.com/example'],
  }),
  description: paid(text.nullable(), 'Description by the operator'),
  story: paid(text.nullable(), 'Story of the farm'),
  tagline: paid(text.nullable(), 'Motto of the farm'),
  farmer_name: paid(text.nullable(), 'Name of the farmer'),
  certifications: paid(
    ...termsOf(namesIn('certifications'), 'Certifications of the vocabulary', ['USDA organic']),
  ),
  certifications_other: paid(...otherTerms('Certified by our neighbors')),
  practices: paid(
    ...termsOf(namesIn('practices'), 'Growing practices of the vocabulary', ['pasture raised']),
  ),
  practices_other: paid(...otherTerms('draft horse powered')),
  delivery_options: paid(
    ...termsOf(namesIn('delivery_options'), 'Ways the food reaches the buyer', ['farm pickup']),
  ),
  delivery_options_other: paid(...otherTerms('by boat')),
  images: paid(z.array(url).nullable(), 'Image URLs'),
  image_url: paid(url.nullable(), 'URL of the main image'),
  farmer_photo_url: paid(url.nullable(), "URL of the farmer's photograph"),
  google_rating: paid(z.number().min(0).max(5).nullable(), 'Mean rating, 0 to 5', {
    unit: 'stars',
    example: 4.6,
  }),
  google_review_count: paid(z.int32().min(0).nullable(), 'Number of reviews', { example: 31 }),
  quality_tier: paid(z.enum(qualityTiers).nullable(), 'Band of the quality score', {
    example: 'Standard',
    nulls: 'below Basic',
    source: 'quality_score',
  }),
  quality_tier_label: paid(text, 'Quality tier in words', {
    example: 'Standard listing',
    source: 'quality_tier',
  }),
  quality_score: paid(
    z.int32().min(0).max(100),
    'Completeness, verification and freshness of the listing, 0 to 100',
    { example: 61, source: 'the record as a whole' },
  ),
  verification_status: paid(
    z.enum(verificationStatuses),
    "verified = an authority vouches for the farm, or independent sources agree; self_reported = the operator's own listing; unverified = scraped or out of date",
    { example: 'self_reported', source: 'all its listings' },
  ),
  hours_json: paid(hoursJson.nullable(), 'Opening hours as data', {
    nulls: 'unknown, or text that could not be read (see hours)',
  }),
  hours_confirmed_at: paid(
    z.iso.datetime().nullable(),
    'Time at which a source last stated the hours (UTC). More than three years later they count as unknown in filters',
    {
      example: '2020-08-03T15:23:12Z',
      nulls:
        'in the files, the newest edition of the snapshot (`edition` of its manifest); if hours and hours_json are null, unknown',
      source: "the farm's latest listing with these hours",
      since: 4,
    },
  ),
  payment_methods: paid(
    ...termsOf(namesIn('payment_methods'), 'Payment methods of the vocabulary', [
      'SNAP',
      'credit card',
    ]),
  ),
  payment_methods_other: paid(...otherTerms('IOUs')),
  price_range: paid(text.nullable(), 'Price level, $ to $$$$', { example: '$$' }),
  founded_year: paid(z.int32().nullable(), 'Year founded', { unit: 'year', example: 1987 }),
}

/** Fields in the profile and the files for paid keys only. */
const profileShape = {
  hours: paid(
    z.record(z.string(), z.string()).nullable(),
    "Named schedules in the source's words",
    { example: { farm_store: 'Sat: 9:00 AM-1:00 PM' } },
  ),
  opening_hours: paid(text.nullable(), 'hours_json in the notation of OpenStreetMap', {
    example: 'Jun 14-Aug 30 We 09:00-13:00',
    nulls: "hours_json is null, or the notation can't express it",
    source: 'hours_json',
  }),
  timezone: paid(text.nullable(), 'IANA time zone of the location, one of the state', {
    example: 'America/New_York',
    ...ofLocation,
  }),
  details: paid(
    details.nullable(),
    'Answers to questions that sources ask of one place type only, as JSON: see "Details of a place"',
    { example: { csa: { shares: 50, share_sizes: ['Full shares', 'Half shares'] } }, since: 3 },
  ),
  listing_completeness: paid(
    z.number().min(0).max(1),
    'Weighted share of the attributes that are known, 0 to 1',
    { example: 0.55, source: 'the record as a whole' },
  ),
}

/**
 * One farm, in all published files and answers. `null` is an attribute that was not collected, never a
 * "no".
 */
export const farm = z.strictObject({ ...freeShape, ...paidShape, ...profileShape })
export type Farm = z.infer<typeof farm>

export const publicFarm = z.strictObject({
  ...freeShape,
  said_at: publicSaidAt.meta({
    ...freeShape.said_at.meta(),
    example: { products: saidAtExample.products },
  }),
})

/**
 * A farm's content, without the dates whose null stands for this snapshot, so that equal content has equal
 * bytes. These dates move by themselves, and their null does not mean unknown.
 */
export const farmContent = farm.omit({
  changed_at: true,
  last_listed: true,
  hours_confirmed_at: true,
  said_at: true,
})

const namesOf = (shape: Partial<typeof farm.shape>) => Object.keys(shape) as (keyof Farm)[]
/** Names in published order. */
export const freeFields = namesOf(freeShape)
export const paidFields = namesOf(paidShape)
export const profileFields = namesOf(profileShape)

/** Fields that are computed from other fields of the merged record, or from the date. */
export const derivedFields = [
  'id',
  'county',
  'county_fips',
  'county_fips_2020',
  'state_fips',
  'listing_count',
  'first_listed',
  'last_listed',
  'said_at',
  'h3_cell',
  'timezone',
  'opening_hours',
  'hours_confirmed_at',
  'quality_score',
  'quality_tier',
  'quality_tier_label',
  'listing_completeness',
  'changed_at',
] as const satisfies (keyof Farm)[]
