import { z } from 'zod'
import { after } from '../../eventual.ts'
import { component, list, text } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { marketPrices } from '../../query/market/prices.ts'
import { chooseProduct } from '../../query/market/product_choice.ts'
import { dataRoute } from '../data_route.ts'
import { exact, requireUnit } from '../product_parameters.ts'
import { around, circleOf, marketQuery, product, radiusOrDefault } from './parameters.ts'
import {
  choiceShape,
  farms,
  location,
  pricesWithin,
  radius_miles,
  suppressedShape,
  unitPrices,
} from './response.ts'

export const prices = dataRoute({
  path: '/v1/market/prices',
  operation: 'getMarketPrices',
  tag: 'Market',
  summary: 'What farms around a point ask for a product',
  query: marketQuery({
    ...around,
    product,
    exact,
    radius: radiusOrDefault,
    unit: parameter.text
      .optional()
      .meta({ description: 'Only prices that are listed in this unit', example: 'lb' }),
  }),
  response: component('MarketPrices', 'What farms of a circle ask for a product', {
    product: text('The product as asked for', 'eggs'),
    ...choiceShape,
    location,
    radius_miles,
    currency: z.literal('USD').meta({ description: 'US dollars, always', example: 'USD' }),
    farms_with_product: farms('Farms in the circle that offer the product'),
    farms_with_price: farms('Farms of these that state a price of it').nullable(),
    units: list(
      'Prices in each unit as listed; most prices first, then by unit',
      unitPrices,
    ).nullable(),
    comparable: unitPrices.nullable().meta({
      description:
        'Prices brought to a pound, dozen or quart, whichever most of them convert to; null = none converts',
    }),
    by_distance: list(
      'The same within 5, 10 and 25 miles as far as the radius goes, and within it, in the comparable unit; where there is none, in the first of the units',
      pricesWithin,
    ),
    ...suppressedShape,
  }),
  answer(request) {
    const { snapshot, tier, query } = request
    requireUnit(snapshot.prices.kinds, query.unit)
    const circle = circleOf(request, query.radius)
    const chosen = chooseProduct(query.product, request, query.exact === 'true')
    return after(chosen, (choice) => ({
      body: marketPrices(snapshot, circle, choice, query.unit, tier),
    }))
  },
})
