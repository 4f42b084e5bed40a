import { z } from 'zod'
import '../meta.ts'
import { hoursJson } from '../hours.ts'

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
export const verificationStatuses = ['self_reported', 'verified', 'unverified'] as const
export const qualityTiers = ['Premium', 'Standard', 'Basic'] as const
export const locationPrecisions = ['exact', 'zip_centroid'] as const

const text = z.string().min(1)
const terms = z.array(text)

/**
 * One farm, as every published file and every answer knows it. `null` is an attribute that was not
 * collected, never a "no". Fields of tier `free` are in public files and free answers; the others
 * are for members and paid keys.
 */
export const farm = z.strictObject({
  id: z.uuid().meta({
    tier: 'free',
    description: 'The farm, the same in every snapshot',
    example: '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7',
  }),
  name: text.meta({ tier: 'free', description: 'Display name', example: 'Stone Creek Farm' }),
  place_type: z
    .enum(placeTypes)
    .meta({ tier: 'free', description: 'What kind of place it is', example: 'farmers_market' }),
  city: text.nullable().meta({ tier: 'free', description: 'City or town', example: 'Danville' }),
  county: text
    .nullable()
    .meta({ tier: 'free', description: 'County or its equivalent', example: 'Caledonia' }),
  state: z.string().length(2).nullable().meta({
    tier: 'free',
    description: 'Postal abbreviation of the state or territory',
    example: 'VT',
  }),
  lat: z
    .number()
    .min(-90)
    .max(90)
    .nullable()
    .meta({ tier: 'free', unit: 'degrees', description: 'Latitude, WGS 84', example: 44.411 }),
  lng: z
    .number()
    .min(-180)
    .max(180)
    .nullable()
    .meta({ tier: 'free', unit: 'degrees', description: 'Longitude, WGS 84', example: -72.14 }),
  location_precision: z.enum(locationPrecisions).nullable().meta({
    tier: 'free',
    description: 'exact = as the source gives it; zip_centroid = the middle of the ZIP code area',
    example: 'exact',
  }),
  h3_cell: text.nullable().meta({
    tier: 'free',
    description: 'H3 cell of the location, resolution 9',
    example: '892b8994b2bffff',
  }),
  products: terms.nullable().meta({
    tier: 'free',
    description: 'Product names of the vocabulary',
    example: ['eggs', 'honey'],
  }),
  categories: terms.nullable().meta({
    tier: 'free',
    description: 'Product categories of the vocabulary',
    example: ['eggs', 'sweeteners'],
  }),
  sources: terms.meta({
    tier: 'free',
    description: 'Sources that list the farm',
    example: ['usda-farmers-market-directory'],
  }),
  updated_at: z.iso.datetime().nullable().meta({
    tier: 'free',
    description: 'When a source last said so (UTC; sources that name no time zone are read as UTC)',
    example: '2020-08-03T15:23:12Z',
  }),
  synthetic: z.boolean().meta({
    tier: 'free',
    description: 'true = generated for trials: no such farm exists',
    example: false,
  }),
  address: text
    .nullable()
    .meta({ tier: 'paid', description: 'Street address', example: '12 Example Road' }),
  zip: z
    .string()
    .regex(/^\d{5}$/)
    .nullable()
    .meta({ tier: 'paid', description: 'Five-digit ZIP code', example: '05828' }),
  phone: text.nullable().meta({
    tier: 'paid',
    description: 'Telephone number, E.164 where it could be read',
    example: '+18025550123',
  }),
  website: text
    .nullable()
    .meta({ tier: 'paid', description: 'Web site', example: 'https://farm.example.org/' }),
  email: text
    .nullable()
    .meta({ tier: 'paid', description: 'E-mail address', example: 'hello@farm.example.org' }),
  social_links: terms.nullable().meta({
    tier: 'paid',
    description: 'Pages on social networks and other media',
    example: ['https://www.facebook.com/example'],
  }),
  description: text.nullable().meta({ tier: 'paid', description: 'What the farm says of itself' }),
  story: text.nullable().meta({ tier: 'paid', description: 'Its story' }),
  tagline: text.nullable().meta({ tier: 'paid', description: 'Its motto' }),
  farmer_name: text.nullable().meta({ tier: 'paid', description: 'Who farms' }),
  certifications: terms.nullable().meta({
    tier: 'paid',
    description: 'Certifications of the vocabulary',
    example: ['USDA organic'],
  }),
  practices: terms.nullable().meta({
    tier: 'paid',
    description: 'Growing practices of the vocabulary',
    example: ['pasture raised'],
  }),
  delivery_options: terms.nullable().meta({
    tier: 'paid',
    description: 'Ways the food reaches the buyer',
    example: ['farm pickup'],
  }),
  images: terms.nullable().meta({ tier: 'paid', description: 'Image URLs' }),
  image_url: text.nullable().meta({ tier: 'paid', description: 'URL of the main image' }),
  farmer_photo_url: text
    .nullable()
    .meta({ tier: 'paid', description: "URL of the farmer's photograph" }),
  google_rating: z
    .number()
    .min(0)
    .max(5)
    .nullable()
    .meta({ tier: 'paid', unit: 'stars', description: 'Mean rating, 0 to 5', example: 4.6 }),
  google_review_count: z
    .int32()
    .min(0)
    .nullable()
    .meta({ tier: 'paid', description: 'Number of reviews', example: 31 }),
  quality_tier: z.enum(qualityTiers).nullable().meta({
    tier: 'paid',
    description: 'Band of the quality score; null = under the Basic line',
    example: 'Standard',
  }),
  quality_tier_label: text.meta({
    tier: 'paid',
    description: 'The band in words',
    example: 'Standard listing',
  }),
  quality_score: z.int32().min(0).max(100).meta({
    tier: 'paid',
    description: 'Completeness, verification and freshness of the listing, 0 to 100',
    example: 61,
  }),
  verification_status: z.enum(verificationStatuses).meta({
    tier: 'paid',
    description:
      'verified = an authority vouches or independent sources agree; self_reported = the operator says so; unverified = scraped or stale',
    example: 'self_reported',
  }),
  hours_json: hoursJson.nullable().meta({
    tier: 'paid',
    description:
      'Opening hours as data; null = unknown, or text that could not be read (see hours)',
  }),
  payment_methods: terms.nullable().meta({
    tier: 'paid',
    description: 'Payment methods of the vocabulary',
    example: ['SNAP', 'credit card'],
  }),
  price_range: text
    .nullable()
    .meta({ tier: 'paid', description: 'Price level, $ to $$$$', example: '$$' }),
  founded_year: z
    .int32()
    .nullable()
    .meta({ tier: 'paid', unit: 'year', description: 'Year founded', example: 1987 }),
  hours: z
    .record(z.string(), z.string())
    .nullable()
    .meta({
      tier: 'paid',
      profile: true,
      description: 'Named schedules as the source words them',
      example: { farm_store: 'Sat: 9:00 AM-1:00 PM' },
    }),
  opening_hours: text.nullable().meta({
    tier: 'paid',
    profile: true,
    description: 'hours_json in the notation of OpenStreetMap',
    example: 'Jun 14-Aug 30 We 09:00-13:00',
  }),
  timezone: text.nullable().meta({
    tier: 'paid',
    profile: true,
    description: 'IANA time zone of the location',
    example: 'America/New_York',
  }),
  listing_completeness: z.number().min(0).max(1).meta({
    tier: 'paid',
    profile: true,
    description: 'Weighted share of the attributes that are known, 0 to 1',
    example: 0.55,
  }),
})
export type Farm = z.infer<typeof farm>

type FarmField = keyof Farm
const fieldsWhere = (keep: (field: FarmField) => boolean) =>
  (Object.keys(farm.shape) as FarmField[]).filter(keep)

/** Fields of public files and free answers, in published order. */
export const freeFields = fieldsWhere((field) => farm.shape[field].meta()?.tier === 'free')
/** Fields that lists and searches add for paid keys. */
export const paidFields = fieldsWhere((field) => {
  const meta = farm.shape[field].meta()
  return meta?.tier === 'paid' && meta.profile !== true
})
/** Fields that only the profile, and the members' file, hold. */
export const profileFields = fieldsWhere((field) => farm.shape[field].meta()?.profile === true)

export const publicFarm = farm.pick(
  Object.fromEntries(freeFields.map((field) => [field, true])) as Record<FarmField, true>,
)
