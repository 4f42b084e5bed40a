import { z } from 'zod'
import { farm } from '../../../data/schema/tables/farm.ts'
import { groupNames, type DatedGroup } from '../../../data/schema/said_at.ts'
import { emptyShape, matchedProducts, snapshotId } from '../lists/envelope.ts'
import { placeFound } from '../parameters.ts'
import { component, count, flag, percent, text, textOrNull } from '../../http/answer_fields.ts'

/** Pieces of market answers that several endpoints share, as schemas. */

/** Examples have seven farms: five with a known value, three with this value. */
export const farmCount = (description: string, example = 7) =>
  count(description, { unit: 'farms', example })

export const pct = percent('Share of all counted farms, one decimal', 42.9)

export const share = component('Share', 'Number and share of farms. Unknown never counts as no', {
  count: farmCount('Number of farms', 3),
  pct,
  pct_of_known: percent(
    'Share of the farms with a known value, one decimal; null = no value is known',
    60,
  ).nullable(),
  known: farmCount('Number of farms with a known value', 5),
  sparse: flag('Sparse flag: true if under 20 farms, or a tenth, have a known value', true),
})

export function ofGroups<Schema>(schema: Schema) {
  return Object.fromEntries(groupNames.map((group) => [group, schema])) as Record<
    DatedGroup,
    Schema
  >
}

export const saidOfGroup = component(
  'SaidFigures',
  'Farms with a known group of fields, and its age',
  {
    known: farmCount('Farms for which the group is known', 5).nullable(),
    recent: farmCount('Farms that said it within three years of the request', 2).nullable(),
    median: z.iso.date().nullable().meta({
      description: 'Day by which half of the known were last said; null = none is known',
      example: '2021-07-30',
    }),
  },
)

/** When the groups of fields of the counted farms were last said. */
export const said = component(
  'Said',
  'Age of each group of fields of the counted farms (see `said_at`)',
  ofGroups(saidOfGroup),
)

/** The same of figures that may be suppressed. */
export const shareOrNull = component(
  'ShareOrNull',
  'Number and share of farms, if not suppressed',
  {
    count: share.shape.count.nullable(),
    pct: share.shape.pct.nullable(),
    pct_of_known: share.shape.pct_of_known,
    known: share.shape.known.nullable(),
    sparse: share.shape.sparse.nullable(),
  },
)

export const namedShare = share
  .extend({ name: text('Name of the value', 'eggs') })
  .meta({ id: 'NamedShare', description: 'Number and share of farms with a value' })

const named = {
  query: true,
  name: true,
  kind: true,
  precision: true,
  state: true,
  county_fips: true,
} as const
export const location = placeFound.partial(named).meta({
  id: 'Location',
  description: 'Center of the circle (WGS 84), with its name if the request names a place',
})

export const radius_miles = z.number().min(1).max(100).meta({
  id: 'RadiusMiles',
  unit: 'miles',
  description: 'Radius of the circle, edge included',
  example: 25,
})

/** Fields about the requested product, and why there are no farms. */
export const choiceShape = {
  ...emptyShape,
  matched_products: matchedProducts,
  did_you_mean: textOrNull(
    'Nearest known product; null = no near product; absent if the product is known',
    'tomatoes',
  )
    .meta({ id: 'DidYouMean' })
    .optional(),
}

/** Field beside figures that are hidden from free keys. */
export const suppressedShape = {
  suppressed: z
    .literal(true)
    .meta({
      id: 'Suppressed',
      description:
        'Suppression flag, for free keys only. Figures from paid fields are null because fewer than 5 farms count, or one farm alone decides the value',
    })
    .optional(),
}

/** Which farms an answer counts: those of the circle, and of the product that was asked for. */
export const countedFarmsShape = {
  snapshot: snapshotId,
  location,
  radius_miles,
  product_filter: textOrNull('Product, as requested'),
  ...choiceShape,
  total_farms: farmCount(
    'Farms in the circle; with `product`, farms in the circle that offer the product',
  ),
}

export const dollarsOrNull = (description: string, example = 6) =>
  z.number().min(0).nullable().meta({ unit: 'US dollars', description, example })

const figures = {
  count: count('Number of prices in the figures', { example: 4 }),
  min: dollarsOrNull('Lowest price; figures are rounded to the cent', 4),
  max: dollarsOrNull('Highest price', 8),
  avg: dollarsOrNull('Mean'),
  median: dollarsOrNull('Median'),
  p25: dollarsOrNull('First quartile, interpolated (Hyndman and Fan, definition 7)', 5),
  p75: dollarsOrNull('Third quartile', 7),
}

export const unit = textOrNull('Unit, as listed; null = no unit is stated', 'lb')

export const unitPrices = component(
  'UnitPrices',
  'Prices in one unit; figures are null if there are no prices',
  { unit, ...figures, count: figures.count.nullable(), ...suppressedShape },
)

export const pricesWithin = component('PricesWithin', 'Prices within one distance of the center', {
  within_mi: z.number().meta({ unit: 'miles', description: 'Radius of this circle', example: 25 }),
  farms_with_product: farmCount('Farms in this circle that offer the product'),
  farms_with_price: farmCount('Farms with a price of the product', 3).nullable(),
  unit,
  ...figures,
  count: figures.count.nullable(),
  ...suppressedShape,
})

/** The first price figures, as layout B has them. */
export const pricing = component('Pricing', 'Prices of the product, in the unit of most prices', {
  product: textOrNull('Requested product; null = none', 'eggs'),
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
    .meta({ id: 'MarketFarm', description: 'Requested farm' }),
  radius_miles,
  unknown: z.array(z.string()).meta({
    description:
      'Attributes of the farm that are unknown and so cannot be compared: location, products, certifications, practices or delivery_options, as far as the tier permits',
    example: [],
  }),
}

/** The farms around the one that an answer is about. */
export const neighbors = farmCount(
  'Other farms in the circle; null = the farm has no location',
).nullable()
