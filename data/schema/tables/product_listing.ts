import { z } from 'zod'
import '../meta.ts'

/** One product that a farm offers, with its price where the farm states one. */
export const productListing = z.strictObject({
  id: z
    .string()
    .min(1)
    .meta({ tier: 'paid', description: 'The listing within its farm', example: 'eggs-dozen' }),
  farm_id: z.uuid().meta({ tier: 'paid', description: 'The farm that offers it' }),
  name: z
    .string()
    .min(1)
    .meta({ tier: 'paid', description: 'Name as the farm words it', example: 'Pastured eggs' }),
  product: z.string().min(1).nullable().meta({
    tier: 'paid',
    description: 'The product of the vocabulary that it is; null = the vocabulary does not know it',
    example: 'eggs',
  }),
  category: z
    .string()
    .min(1)
    .nullable()
    .meta({ tier: 'paid', description: 'Product category', example: 'eggs' }),
  price: z.number().positive().nullable().meta({
    tier: 'paid',
    unit: 'US dollars',
    description: 'Price of one unit, as listed',
    example: 6.5,
  }),
  unit: z
    .string()
    .min(1)
    .nullable()
    .meta({ tier: 'paid', description: 'Unit of the price', example: 'dozen' }),
  in_stock: z
    .boolean()
    .nullable()
    .meta({ tier: 'paid', description: 'null = stock is not tracked', example: true }),
  comparable_price: z.number().positive().nullable().meta({
    tier: 'paid',
    unit: 'US dollars',
    description: 'The price brought to comparable_unit; null where the unit does not convert',
    example: 6.5,
  }),
  comparable_unit: z
    .enum(['lb', 'dozen', 'quart'])
    .nullable()
    .meta({ tier: 'paid', description: 'Unit of comparable_price', example: 'dozen' }),
})
export type ProductListing = z.infer<typeof productListing>
