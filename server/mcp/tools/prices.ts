import { z } from 'zod'
import { counted } from '../../../data/counted.ts'
import type { BodyOf } from '../../ask/ask.ts'
import { prices as pricesRoute } from '../../routes/market/prices.ts'
import { mostRadius_mi } from '../../http/parameters/places.ts'
import { areaOf } from '../area.ts'
import { coverageLine, hintLines } from '../farm_lines.ts'
import { defaultRadius, near, product, radius, saidSince } from '../parameters.ts'
import { answerText, dollarText } from '../text.ts'
import { tool } from '../tool.ts'

type Prices = BodyOf<typeof pricesRoute>
type Figures = Pick<
  Prices['by_distance'][number],
  'unit' | 'count' | 'min' | 'max' | 'median' | 'avg'
>

export const prices = tool({
  name: 'get_prices',
  title: 'Prices of a product around a place',
  description:
    'Prices of a product around a place: lowest, median and highest price by unit, with the number of prices behind each figure.',
  input: z.strictObject({
    near,
    product,
    radius: radius.default(defaultRadius),
    unit: z.string().optional().describe('Only prices in this unit, such as "lb" or "dozen"'),
    said_since: saidSince.optional(),
  }),
  async answer({ near, product, radius, unit, said_since }, { ask }) {
    const area = await areaOf(ask, { near, radius, products: product, said_since })
    const { snapshot, location } = area.meta
    const query = { near, product, radius, unit, said_since, snapshot }
    const found = await ask(pricesRoute, query)
    return answerText({
      head: [
        `${found.product} within ${radius} miles of ${location?.name ?? near}: ${summary(found, radius)}`,
        ...hintLines(area.meta),
      ],
      items: lines(found),
      tail: [coverageLine(area)],
    })
  },
})

function summary(
  { farms_with_product, farms_with_price, suppressed }: Prices,
  radius: number,
): string {
  if (farms_with_product === 0) return 'no farm is known to offer it.'
  const isLargest = radius === mostRadius_mi
  const wider = ': ask with a larger radius.'
  const offer = `${counted(farms_with_product, 'farm')} known to offer it`
  if (suppressed || farms_with_price === null)
    return `${offer}; prices are hidden from free keys for so few farms${isLargest ? '.' : wider}`
  if (farms_with_price === 0)
    return `${offer}; no price is known${isLargest ? ` within ${radius} miles, the largest radius.` : wider}`
  return `${offer}, ${farms_with_price} of them with a price.`
}

function lines({ units, comparable, by_distance }: Prices): string[] {
  const priced = by_distance.filter(({ count }) => count !== null && count > 0)
  return [
    ...(comparable ? [`Comparable: ${figures(comparable)}`] : []),
    ...(units ?? []).map((each) => `As listed: ${figures(each)}`),
    ...priced.map((each) => `Within ${each.within_mi} miles: ${figures(each)}`),
  ]
}

const figures = ({ unit, count, min, max, median, avg }: Figures) =>
  `${unit === null ? 'without unit' : `per ${unit}`}: ${dollarText(min)} to ${dollarText(max)}, median ${dollarText(median)}, mean ${dollarText(avg)} (${counted(count ?? 0, 'price')})`
