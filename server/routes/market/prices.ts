import { z } from 'zod'
import { component, list, text } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { marketPrices } from '../../query/market/product_prices.ts'
import { chooseProduct } from '../../query/market/product_choice.ts'
import { Cover } from '../../query/market/area.ts'
import { saidIn } from '../../query/market/suppression.ts'
import { emptyArea, unpriced } from '../../query/market/empty_area.ts'
import { after } from '../../eventual.ts'
import { snapshotId } from '../lists/envelope.ts'
import { dataRoute } from '../data_route.ts'
import { exact, requireUnit } from '../parameters.ts'
import { around, circleOf, marketQuery, product, radiusOrDefault } from './parameters.ts'
import {
  choiceShape,
  farmCount,
  location,
  pricesWithin,
  radius_miles,
  said,
  suppressedShape,
  unitPrices,
} from './response.ts'

export const prices = dataRoute({
  path: '/v1/market/prices',
  operation: 'getMarketPrices',
  tag: 'Market',
  summary: 'Get the prices of a product around a point',
  details:
    'Prices as listed, by unit, and prices converted to a comparable unit. Each figure states how many prices it comes from.',
  query: marketQuery({
    ...around,
    product,
    exact,
    radius: radiusOrDefault,
    unit: parameter.text.optional().meta({ description: 'Unit, as listed', example: 'lb' }),
  }),
  response: component('MarketPrices', 'Prices of a product in a circle', {
    snapshot: snapshotId,
    product: text('Product, as requested', 'eggs'),
    ...choiceShape,
    location,
    radius_miles,
    currency: z.literal('USD').meta({ description: 'Currency; always US dollars', example: 'USD' }),
    farms_with_product: farmCount('Farms in the circle that offer the product'),
    farms_with_price: farmCount('Farms with a price of the product', 3).nullable(),
    units: list(
      'Prices by unit, as listed; by number of prices, then by unit',
      unitPrices,
    ).nullable(),
    comparable: unitPrices.nullable().meta({
      description:
        'Prices per pound, dozen or quart, whichever most prices convert to; null = no price converts',
    }),
    by_distance: list(
      'Prices within 5, 10 and 25 miles, up to the radius, and within the radius. In the comparable unit, or in the first of `units` if no price converts',
      pricesWithin,
    ),
    said,
    ...suppressedShape,
  }),
  usesDay: true,
  answer(request) {
    const { snapshot, tier, query } = request
    requireUnit(snapshot.prices.kinds, query.unit)
    const circle = circleOf(request, query.radius)
    const choice = chooseProduct(query.product, request, query.exact === 'true')
    const figures = marketPrices(snapshot, circle, choice, query.unit, tier)
    const cover = new Cover(snapshot, { ...circle, only: choice.farms })
    const body = { ...figures, said: saidIn(request, cover) }
    const { farms_with_product: farms, farms_with_price: priced } = figures
    if (farms > 0 && priced === 0) {
      const inAnyUnit = marketPrices(snapshot, circle, choice, undefined, tier).farms_with_price
      return {
        body: { ...unpriced(snapshot, circle, choice.asked, farms, inAnyUnit ?? 0), ...body },
      }
    }
    return after(emptyArea(request, circle, choice, farms), (why) => ({
      body: { ...why, ...body },
    }))
  },
})
