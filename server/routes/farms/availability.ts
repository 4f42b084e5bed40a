import { z } from 'zod'
import { farm } from '../../../data/schema/tables/farm.ts'
import { productListing } from '../../../data/schema/tables/product_listing.ts'
import { availabilityOf } from '../../query/farm_record.ts'
import { component, flag, list, object, text } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { rowOf } from '../../query/row_of.ts'
import { choiceShape } from '../market/response.ts'
import { resource, resourceOf } from '../lists/envelope.ts'
import { dataRoute } from '../data_route.ts'

/** This endpoint shows the same to both tiers. */
const forAll = <Schema extends z.ZodType>(schema: Schema) => schema.meta({ tier: 'free' })
const { id, name, price, unit, in_stock } = productListing.shape

export const availability = dataRoute({
  path: '/v1/availability',
  operation: 'getAvailability',
  tag: 'Farms',
  summary: 'Check whether a farm offers a product',
  details:
    'The product name may be an alias, singular or plural. `in_stock` is null if the farm does not track stock.',
  of: 'farm',
  query: z.strictObject({
    farm_id: parameter.farmId,
    product: parameter.product,
    snapshot: parameter.snapshot,
  }),
  response: resourceOf(
    component('Availability', 'Product offer of one farm', {
      farm_id: farm.shape.id,
      farm_name: farm.shape.name,
      product: text('Requested product name', 'eggs'),
      listed: flag('Listing flag: true if the farm lists the product'),
      in_stock: forAll(in_stock),
      listing: object(
        'Name of the product listing; null = the farm has no structured listing of the product',
        {
          id: forAll(id),
          name: forAll(name),
          price: forAll(price),
          unit: forAll(unit),
        },
      ).nullable(),
      products_known: flag(
        'Flag: false if the products are unknown, so that `listed` does not mean no',
      ),
      said_at: z.iso.date().nullable().meta({
        description: 'Day on which a source last named the products; null = unknown',
        example: '2021-07-30',
      }),
      matched_products: list(
        'Products that the name stands for; empty = no farm offers any',
        z.string(),
      ),
      did_you_mean: choiceShape.did_you_mean,
    }),
  ),
  answer: ({ snapshot, query: { farm_id, product } }) => ({
    body: resource(snapshot, {
      farm_id,
      ...availabilityOf(snapshot, rowOf(snapshot, farm_id), product),
    }),
  }),
})
