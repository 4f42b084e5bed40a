import { z } from 'zod'
import { free, paid } from '../../../data/schema/meta.ts'
import { farm as table } from '../../../data/schema/tables/farm.ts'
import { productListing } from '../../../data/schema/tables/product_listing.ts'
import { provenance } from '../../../data/schema/tables/provenance.ts'
import { component } from '../../http/answer_fields.ts'
import { listedFields, resource, resourceOf } from '../lists/envelope.ts'
import { farmRecord, farmWriter } from '../../query/farm_json.ts'
import { Fields, pick } from '../lists/fields.ts'
import { JsonBody } from '../../http/json_body.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { farmHours, farmProducts } from '../../query/farm_record.ts'
import { rowOf } from '../../query/row_of.ts'
import { haveGrownOld, openState } from '../../query/open_hours/open_at.ts'
import { dataRoute } from '../data_route.ts'

const { phone, email, website, verification_status, listing_completeness } = table.shape
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
    edition: z.iso.date().nullable().meta({
      description: 'Date of the edition; null = one of our corrections',
      example: '2021-08-08',
    }),
    carried: z.boolean().meta({
      description: 'Carried flag: true if the values come from an earlier edition',
      example: false,
    }),
    fields,
  })
  .meta({ id: 'Provenance', description: 'Source listing of a farm' })

/** A farm as its profile shows it: the fields of lists, and what is for one farm at a time. */
export const farmProfile = listedFields
  .extend({
    contact: paid(contact, 'Contact details of the farm'),
    hours: table.shape.hours,
    opening_hours: table.shape.opening_hours,
    timezone: table.shape.timezone,
    details: table.shape.details,
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
const farmProductsData = component('FarmProducts', 'Products of one farm', {
  farm_id: table.shape.id,
  farm_name: table.shape.name,
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
const farmHoursData = component('FarmHours', 'Opening hours of one farm', {
  farm_id: table.shape.id,
  farm_name: table.shape.name,
  hours: table.shape.hours,
  hours_json: table.shape.hours_json,
  opening_hours: table.shape.opening_hours,
  timezone: table.shape.timezone,
  hours_confirmed_at: table.shape.hours_confirmed_at,
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

const ofFarm = {
  of: 'farm',
  params: z.object({ id: parameter.farmId }),
  query: z.strictObject({ snapshot: parameter.snapshot }),
} as const

type FarmProfile = z.infer<typeof farmProfile>
const profileFields = new Fields(farmProfile)

export const farm = dataRoute({
  path: '/v1/farms/:id',
  operation: 'getFarm',
  tag: 'Farms',
  summary: 'Get one farm with all its fields',
  details:
    'Free keys get the free fields; paid keys get every field. A merged farm redirects to the farm that contains it, and a delisted farm returns 410.',
  ...ofFarm,
  query: ofFarm.query.extend({ fields: profileFields.parameter }),
  response: resourceOf(farmProfile),
  answer({ snapshot, tier, params: { id }, query: { fields: asked } }) {
    profileFields.allow(asked, tier)
    const row = rowOf(snapshot, id)
    if (asked) {
      const data = pick(farmRecord(snapshot, row, tier, 'profile'), asked) as FarmProfile
      return { body: resource(snapshot, data) }
    }
    const body = new JsonBody().text('{"data":')
    farmWriter(snapshot, [row], tier, 'profile')(body, row)
    return { body: body.text(`},"meta":{"snapshot":"${snapshot.id}"}}`).toBuffer() }
  },
})

export const products = dataRoute({
  path: '/v1/farms/:id/products',
  operation: 'getFarmProducts',
  tag: 'Farms',
  summary: 'List the products of one farm',
  details: 'Free keys get product names; paid keys get product listings with prices and stock.',
  ...ofFarm,
  response: resourceOf(farmProductsData),
  answer({ snapshot, tier, params: { id } }) {
    const { farm_name, names, listings } = farmProducts(snapshot, rowOf(snapshot, id))
    const offered = tier === 'paid' ? listings : names
    const product_count = offered && offered.length
    const data = { farm_id: id, farm_name, product_count, products: offered }
    return { body: resource(snapshot, data) }
  },
})

export const hours = dataRoute({
  path: '/v1/farms/:id/hours',
  operation: 'getFarmHours',
  tag: 'Farms',
  summary: 'Get the opening hours of one farm',
  details:
    'Opening hours as text, as data and in OpenStreetMap notation, and whether the farm is open now.',
  tier: 'paid',
  ...ofFarm,
  response: resourceOf(farmHoursData),
  usesClock: () => true,
  answer({ snapshot, params: { id }, now }) {
    const row = rowOf(snapshot, id)
    const hours = farmHours(snapshot, row)
    const { schedules } = snapshot
    const { open, next_change } = openState(schedules, row, now)
    const note = haveGrownOld(schedules, row, now) ? tooOld(hours.hours_confirmed_at) : null
    const data = { farm_id: id, ...hours, open_now: open, next_change, note }
    return { body: resource(snapshot, data) }
  },
})

const tooOld = (confirmedAt: string | null) =>
  `these hours were last confirmed on ${confirmedAt?.slice(0, 10)}, over three years ago: too old to tell whether it is open`
