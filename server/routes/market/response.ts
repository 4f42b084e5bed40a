import { z } from 'zod'
import { farm } from '../../../data/schema/tables/farm.ts'
import { placeFound } from '../where.ts'
import { component, count, list, percent, text, textOrNull } from '../../http/answer_fields.ts'

/** Pieces of market answers that several endpoints share, as schemas. */

export const farms = (description: string) => count(description, { unit: 'farms' })

export const pct = percent('Share of all farms counted, one decimal', 42.9)

export const share = component(
  'Share',
  'How many farms have something. Unknown never counts as no',
  {
    count: farms('How many farms have it'),
    pct,
    pct_of_known: percent(
      'Share of the farms for which it is known, one decimal; null where it is for none',
      60,
    ).nullable(),
    known: farms('For how many farms it is known whether they do'),
  },
)

/** The same of figures that may be suppressed. */
export const shareOrNull = z.strictObject({
  count: share.shape.count.nullable(),
  pct: share.shape.pct.nullable(),
  pct_of_known: share.shape.pct_of_known,
  known: share.shape.known.nullable(),
})

export const namedShare = share
  .extend({ name: text('What they have', 'eggs') })
  .meta({ id: 'NamedShare', description: 'How many farms have something of a list' })

export const location = placeFound.partial({ query: true, name: true, kind: true }).meta({
  id: 'Location',
  description: 'The centre of the circle (WGS 84); what it is called, where the request names it',
})

export const radius_miles = z
  .number()
  .min(1)
  .max(100)
  .meta({ unit: 'miles', description: 'Radius of the circle, its edge included', example: 25 })

/** What an answer says of the product that was asked for. */
export const choiceShape = {
  matched_products: list(
    'The products that the name stands for, kinds of it among them; empty where no farm has one',
    z.string(),
  ).optional(),
  did_you_mean: textOrNull(
    'Only for a product that is not known: what may have been meant; null = nothing near',
    'tomatoes',
  ).optional(),
}

/** What stands beside figures that a free key may not see. */
export const suppressedShape = {
  suppressed: z.literal(true).optional().meta({
    description:
      'Only for free keys: figures made of paid fields are null, since fewer than 5 farms are counted or the value is that of one farm',
  }),
}

/** Which farms an answer counts: those of the circle, and of the product that was asked for. */
export const countedFarmsShape = {
  location,
  radius_miles,
  product_filter: textOrNull('The product as asked for'),
  ...choiceShape,
  total_farms: farms(
    'Farms in the circle; of those that offer the product, where one is asked for',
  ),
}

export const dollars = (description: string) =>
  z.number().min(0).nullable().meta({ unit: 'US dollars', description })

const figures = {
  count: count('How many prices the figures are of'),
  min: dollars('Lowest price; figures are rounded to the cent'),
  max: dollars('Highest price'),
  avg: dollars('Mean'),
  median: dollars('Median'),
  p25: dollars('First quartile, interpolated (Hyndman and Fan, definition 7)'),
  p75: dollars('Third quartile'),
}

export const unit = textOrNull('null = no unit is stated', 'lb')

export const unitPrices = component(
  'UnitPrices',
  'Prices in one unit. Without any price, figures are null',
  { unit, ...figures },
)

export const pricesWithin = component('PricesWithin', 'Prices within one distance of the centre', {
  within_mi: z.number().meta({ unit: 'miles', description: 'Radius of this circle' }),
  farms_with_product: farms('Farms in this circle that offer the product'),
  farms_with_price: farms('Farms of these that state a price of it').nullable(),
  unit,
  ...figures,
  count: figures.count.nullable(),
  ...suppressedShape,
})

/** The first price figures, as layout B has them. */
export const pricing = component('Pricing', 'Prices of the product in the unit of most of them', {
  product: textOrNull('The product asked for; null = none'),
  unit,
  min: figures.min,
  max: figures.max,
  avg: figures.avg,
  median: figures.median,
  count: figures.count.nullable(),
  ...suppressedShape,
})

/** What an answer about one farm begins with. */
export const subjectShape = {
  farm: farm
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
    .meta({ id: 'MarketFarm', description: 'The farm asked for' }),
  radius_miles,
  unknown: z.array(z.string()).meta({
    description:
      'What is not known of the farm, so that the answer can say nothing of it: location, products, certifications, practices, delivery_options, as far as the tier sees them',
    example: ['products'],
  }),
}

/** The farms around the one that an answer is about. */
export const neighbors = farms(
  'Other farms in the circle; null where the farm has no location',
).nullable()
