import { z } from 'zod'
import { farm } from '../../../data/schema/tables/farm.ts'

/** Pieces of market answers that several endpoints share, as schemas. */

export const farms = (description: string) => z.int().min(0).meta({ unit: 'farms', description })

export const pct = z.number().min(0).max(100).meta({
  unit: 'percent',
  description: 'Share of all farms counted, one decimal',
  example: 42.9,
})
const pct_of_known = z.number().min(0).max(100).nullable().meta({
  unit: 'percent',
  description: 'Share of the farms for which it is known, one decimal; null where it is for none',
  example: 60,
})

export const share = z
  .strictObject({
    count: farms('How many farms have it'),
    pct,
    pct_of_known,
    known: farms('For how many farms it is known whether they do'),
  })
  .meta({ id: 'Share', description: 'How many farms have something. Unknown never counts as no' })

export const namedShare = share
  .extend({ name: z.string().meta({ description: 'What they have', example: 'eggs' }) })
  .meta({ id: 'NamedShare', description: 'How many farms have something of a list' })

export const location = z
  .strictObject({
    lat: z.number().meta({ unit: 'degrees', description: 'Latitude', example: 44.41 }),
    lng: z.number().meta({ unit: 'degrees', description: 'Longitude', example: -72.14 }),
  })
  .meta({ id: 'Location', description: 'The centre of the circle (WGS 84)' })

export const radius_miles = z
  .number()
  .min(1)
  .max(100)
  .meta({ unit: 'miles', description: 'Radius of the circle, its edge included', example: 25 })

/** What an answer says of the product that was asked for. */
export const choiceShape = {
  matched_products: z.array(z.string()).optional().meta({
    description:
      'The products that the name stands for, kinds of it among them; empty where no farm has one',
  }),
  did_you_mean: z.string().nullable().optional().meta({
    description:
      'Only for a product that is not known: what may have been meant; null = nothing near',
    example: 'tomatoes',
  }),
}

/** Which farms an answer counts: those of the circle, and of the product that was asked for. */
export const countedFarmsShape = {
  location,
  radius_miles,
  product_filter: z.string().nullable().meta({ description: 'The product as asked for' }),
  ...choiceShape,
  total_farms: farms(
    'Farms in the circle; of those that offer the product, where one is asked for',
  ),
}

const dollars = (description: string) =>
  z.number().min(0).nullable().meta({ unit: 'US dollars', description })

const figures = {
  count: z.int().min(0).meta({ description: 'How many prices the figures are of' }),
  min: dollars('Lowest price; figures are rounded to the cent'),
  max: dollars('Highest price'),
  avg: dollars('Mean'),
  median: dollars('Median'),
  p25: dollars('First quartile, interpolated (Hyndman and Fan, definition 7)'),
  p75: dollars('Third quartile'),
}

const unit = z.string().nullable().meta({ description: 'null = no unit is stated', example: 'lb' })

export const unitPrices = z.strictObject({ unit, ...figures }).meta({
  id: 'UnitPrices',
  description: 'Prices in one unit. Without any price, figures are null',
})

export const pricesWithin = z
  .strictObject({
    within_mi: z.number().meta({ unit: 'miles', description: 'Radius of this circle' }),
    farms_with_product: farms('Farms in this circle that offer the product'),
    farms_with_price: farms('Farms of these that state a price of it'),
    unit,
    ...figures,
  })
  .meta({ id: 'PricesWithin', description: 'Prices within one distance of the centre' })

/** The first price figures, as layout B has them. */
export const pricing = z
  .strictObject({
    product: z.string().nullable().meta({ description: 'The product asked for; null = none' }),
    unit,
    min: figures.min,
    max: figures.max,
    avg: figures.avg,
    median: figures.median,
    count: figures.count,
  })
  .meta({ id: 'Pricing', description: 'Prices of the product in the unit of most of them' })

export const money = dollars
export const priceUnit = unit

/** The farm that an answer is about. */
export const subject = farm
  .pick({
    id: true,
    name: true,
    city: true,
    state: true,
    place_type: true,
    lat: true,
    lng: true,
    products: true,
  })
  .meta({ id: 'MarketFarm', description: 'The farm asked for' })

export const unknown = z.array(z.string()).meta({
  description:
    'What is not known of the farm, so that the answer can say nothing of it: location, products, certifications, practices, delivery_options',
  example: ['products'],
})
