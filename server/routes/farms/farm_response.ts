import { z } from 'zod'
import { free, paid } from '../../../data/schema/meta.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { productListing } from '../../../data/schema/tables/product_listing.ts'
import { provenance } from '../../../data/schema/tables/provenance.ts'
import { component } from '../../http/answer_fields.ts'
import { listFields } from '../lists/envelope.ts'

const { phone, email, website, verification_status, listing_completeness } = farm.shape
const { source, source_id, licence, updated_at, fields } = provenance.shape

/** A farm as its profile shows it: the fields of lists, and what is for one farm at a time. */
export const farmProfile = listFields
  .extend({
    contact: paid(z.strictObject({ phone, email, website }), 'How to reach the farm'),
    hours: farm.shape.hours,
    opening_hours: farm.shape.opening_hours,
    timezone: farm.shape.timezone,
    details: farm.shape.details,
    product_listings: paid(
      z.array(productListing.omit({ farm_id: true })),
      'What the farm offers, with prices where it states them',
    ),
    quality_scores: paid(
      z.strictObject({
        listing_completeness,
        verification_level: verification_status,
        last_updated: paid(z.iso.date().nullable(), 'The day of updated_at', {
          example: '2020-08-03',
        }),
      }),
      'What the quality score is made of',
    ),
    provenance: paid(
      z.array(z.strictObject({ source, source_id, licence, updated_at, fields })),
      'The source listings that the record was made from',
    ),
  })
  .meta({ id: 'FarmProfile', description: 'Everything about one farm' })

const offeredProduct = productListing
  .pick({ id: true, name: true, price: true, unit: true, category: true, in_stock: true })
  .extend({
    id: paid(productListing.shape.id.nullable(), 'null = a product without a structured listing'),
  })
  .meta({ id: 'OfferedProduct', tier: 'paid', description: 'A product that a farm offers' })

/** What one farm offers: names for free keys, listings for paid ones. */
export const farmProductsData = component('FarmProducts', 'What a farm offers', {
  farm_id: farm.shape.id,
  farm_name: farm.shape.name,
  product_count: free(z.int().min(0).nullable(), 'Entries of products; null = not known'),
  products: free(
    z.union([z.array(z.string()), z.array(offeredProduct)]).nullable(),
    'Product names for free keys, listings for paid keys',
  ),
})

/** When one farm is open. */
export const farmHoursData = component('FarmHours', 'When a farm is open', {
  farm_id: farm.shape.id,
  farm_name: farm.shape.name,
  hours: farm.shape.hours,
  hours_json: farm.shape.hours_json,
  opening_hours: farm.shape.opening_hours,
  timezone: farm.shape.timezone,
  hours_confirmed_at: farm.shape.hours_confirmed_at,
  open_now: paid(z.boolean().nullable(), 'null = not known for this moment', { example: false }),
  next_change: paid(
    z.string().nullable(),
    'When open_now turns to its opposite, RFC 3339 in local time; null = not known to, within 366 days',
    { example: '2026-06-06T09:00:00-04:00' },
  ),
  note: paid(
    z.string().nullable(),
    'Says so where the hours are too old to tell whether it is open; otherwise null',
  ),
})
