import { z } from 'zod'
import { free, paid } from '../../../data/schema/meta.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { productListing } from '../../../data/schema/tables/product_listing.ts'
import { provenance } from '../../../data/schema/tables/provenance.ts'
import { component } from '../../http/answer_fields.ts'
import { listedFields } from '../lists/envelope.ts'

const { phone, email, website, verification_status, listing_completeness } = farm.shape
const { source, source_id, licence, updated_at, fields } = provenance.shape

/** A listing as the profile of its farm shows it. */
const ownListing = productListing
  .omit({ farm_id: true })
  .meta({ id: 'ProductListing', description: 'Product listing of a farm' })

const contact = z.strictObject({ phone, email, website }).meta({ id: 'Contact' })

const scores = z
  .strictObject({
    listing_completeness,
    verification_level: verification_status,
    last_updated: paid(z.iso.date().nullable(), 'Date of `updated_at`; null = unknown', {
      example: '2020-08-03',
    }),
  })
  .meta({ id: 'QualityScores' })

const origin = z
  .strictObject({
    source,
    source_id,
    licence,
    updated_at,
    edition: z.iso.date().nullable().optional().meta({
      description:
        'Date of the edition; null = one of our corrections; absent in snapshots before schema version 10',
      example: '2021-08-08',
    }),
    carried: z.boolean().optional().meta({
      description:
        'Carried flag: true if the values come from an earlier edition; absent in snapshots before schema version 10',
      example: false,
    }),
    fields,
  })
  .meta({ id: 'Provenance', description: 'Source listing of a farm' })

/** A farm as its profile shows it: the fields of lists, and what is for one farm at a time. */
export const farmProfile = listedFields
  .extend({
    contact: paid(contact, 'Contact details of the farm'),
    hours: farm.shape.hours,
    opening_hours: farm.shape.opening_hours,
    timezone: farm.shape.timezone,
    details: farm.shape.details,
    product_listings: paid(
      z.array(ownListing),
      'Product listings of the farm, with prices if stated',
    ),
    quality_scores: paid(scores, 'Parts of the quality score'),
    provenance: paid(z.array(origin), 'Source listings of the farm'),
  })
  .meta({ id: 'FarmProfile', description: 'Farm with all its fields' })

const offeredProduct = productListing
  .pick({ id: true, name: true, price: true, unit: true, category: true, in_stock: true })
  .extend({
    id: paid(
      productListing.shape.id.nullable(),
      'Listing id; null = product without a structured listing',
    ),
  })
  .meta({ id: 'OfferedProduct', tier: 'paid', description: 'Product of a farm' })

/** What one farm offers: names for free keys, listings for paid ones. */
export const farmProductsData = component('FarmProducts', 'Products of one farm', {
  farm_id: farm.shape.id,
  farm_name: farm.shape.name,
  product_count: free(
    z.int().min(0).nullable(),
    'Number of entries in `products`; null = unknown',
    {
      example: 2,
    },
  ),
  products: free(
    z.union([z.array(z.string()), z.array(offeredProduct)]).nullable(),
    'Product names for free keys, listings for paid keys; null = unknown',
    { example: ['eggs', 'honey'] },
  ),
})

/** When one farm is open. */
export const farmHoursData = component('FarmHours', 'Opening hours of one farm', {
  farm_id: farm.shape.id,
  farm_name: farm.shape.name,
  hours: farm.shape.hours,
  hours_json: farm.shape.hours_json,
  opening_hours: farm.shape.opening_hours,
  timezone: farm.shape.timezone,
  hours_confirmed_at: farm.shape.hours_confirmed_at,
  open_now: paid(z.boolean().nullable(), 'Open flag; null = unknown at this time', {
    example: false,
  }),
  next_change: paid(
    z.string().nullable(),
    'Time of the next change of `open_now` (RFC 3339, local time); null = no known change within 366 days',
    { example: '2026-06-06T09:00:00-04:00' },
  ),
  note: paid(z.string().nullable(), 'Note about hours that are too old to use; null = no note'),
})
