import { z } from 'zod'
import { measures } from '../../vocabulary/entry.ts'
import { paid } from '../meta.ts'

const text = z.string().min(1)
const price = z.number().positive().nullable()

/** One product of a farm, with its price if stated. */
export const productListing = z.strictObject({
  id: paid(text, 'Id of the listing within its farm', { example: 'eggs-dozen' }),
  farm_id: paid(z.uuid(), 'Id of the farm', { source: 'given by the pipeline' }),
  name: paid(text, "Name in the farm's words", { example: 'Pastured eggs' }),
  product: paid(text.nullable(), 'Product of the vocabulary', {
    example: 'eggs',
    nulls: 'not in the vocabulary',
    source: 'the name, by the vocabulary',
  }),
  category: paid(text.nullable(), 'Product category', { example: 'eggs' }),
  price: paid(price, 'Price of one unit, as listed', { unit: 'US dollars', example: 6.5 }),
  unit: paid(text.nullable(), 'Unit of the price', { example: 'dozen' }),
  in_stock: paid(z.boolean().nullable(), 'In-stock flag', {
    example: true,
    nulls: 'stock is not tracked',
  }),
  comparable_price: paid(price, 'Price converted to the unit in which the product is sold', {
    unit: 'US dollars',
    example: 6.5,
    nulls: 'the unit does not convert to it, or the vocabulary does not know the product',
    source: 'price and unit, by the vocabulary',
  }),
  comparable_unit: paid(
    z.enum(measures).nullable(),
    'Unit of comparable_price: pound, dozen or quart',
    {
      example: 'dozen',
      nulls: 'comparable_price is null',
      source: 'price and unit, by the vocabulary',
    },
  ),
})
export type ProductListing = z.infer<typeof productListing>
