import { z } from 'zod'
import { farm } from '../../../data/schema/tables/farm.ts'
import { productListing } from '../../../data/schema/tables/product_listing.ts'
import { provenance } from '../../../data/schema/tables/provenance.ts'
import { farmOf, listFields } from '../lists/envelope.ts'

const { phone, email, website, verification_status, listing_completeness } = farm.shape
const { source, source_id, licence, updated_at, fields } = provenance.shape

/** A farm as its profile shows it: the fields of lists, and what is for one farm at a time. */
export const farmProfile = farmOf(listFields)
  .extend({
    contact: z
      .strictObject({ phone, email, website })
      .meta({ tier: 'paid', description: 'How to reach the farm' }),
    hours: farm.shape.hours,
    opening_hours: farm.shape.opening_hours,
    timezone: farm.shape.timezone,
    product_listings: z.array(productListing.omit({ farm_id: true })).meta({
      tier: 'paid',
      description: 'What the farm offers, with prices where it states them',
    }),
    quality_scores: z
      .strictObject({
        listing_completeness,
        verification_level: verification_status,
        last_updated: z.iso
          .date()
          .nullable()
          .meta({ tier: 'paid', description: 'The day of updated_at', example: '2020-08-03' }),
      })
      .meta({ tier: 'paid', description: 'What the quality score is made of' }),
    provenance: z
      .array(z.strictObject({ source, source_id, licence, updated_at, fields }))
      .meta({ tier: 'paid', description: 'The source listings that the record was made from' }),
  })
  .meta({ id: 'FarmProfile', description: 'Everything about one farm' })

const offeredProduct = productListing
  .pick({ id: true, name: true, price: true, unit: true, category: true, in_stock: true })
  .extend({
    id: productListing.shape.id
      .nullable()
      .meta({ tier: 'paid', description: 'null = a product without a structured listing' }),
  })
  .meta({ id: 'OfferedProduct', tier: 'paid', description: 'A product that a farm offers' })

/** What one farm offers: names for free keys, listings for paid ones. */
export const farmProductsData = z
  .strictObject({
    farm_id: farm.shape.id,
    farm_name: farm.shape.name,
    product_count: z
      .int()
      .min(0)
      .nullable()
      .meta({ tier: 'free', description: 'Entries of products; null = not known' }),
    products: z
      .union([z.array(z.string()), z.array(offeredProduct)])
      .nullable()
      .meta({ tier: 'free', description: 'Product names for free keys, listings for paid keys' }),
  })
  .meta({ id: 'FarmProducts' })

/** When one farm is open. */
export const farmHoursData = z
  .strictObject({
    farm_id: farm.shape.id,
    farm_name: farm.shape.name,
    hours: farm.shape.hours,
    hours_json: farm.shape.hours_json,
    opening_hours: farm.shape.opening_hours,
    timezone: farm.shape.timezone,
    open_now: z
      .boolean()
      .nullable()
      .meta({ tier: 'paid', description: 'null = not known for this moment', example: false }),
    next_change: z.string().nullable().meta({
      tier: 'paid',
      description:
        'When open_now turns to its opposite, RFC 3339 in local time; null = not known to, within 366 days',
      example: '2026-06-06T09:00:00-04:00',
    }),
  })
  .meta({ id: 'FarmHours' })
