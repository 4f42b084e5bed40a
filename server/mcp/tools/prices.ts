import { z } from 'zod'
import { counted } from '../../../data/digit_grouping.ts'
import { targetOf, type BodyOf } from '../../ask/ask.ts'
import { prices as pricesRoute } from '../../routes/market/prices.ts'
import { mostRadius_mi } from '../../http/parameters/places.ts'
import { areaOf, coverageEntry, coverageLine, hintLines } from '../farm_lines.ts'
import { defaultRadius, near, product, radius, saidSince } from '../parameters.ts'
import { dollarText, oneLine, perUnit } from '../text.ts'
import { tool } from '../tool.ts'

type Prices = BodyOf<typeof pricesRoute>
type Figures = Pick<
  Prices['by_distance'][number],
  'unit' | 'count' | 'min' | 'max' | 'median' | 'avg'
>

const dollars = z.number().nullable()

const figuresEntry = z.strictObject({
  of: z.string().describe('comparable, as listed, or within some miles'),
  unit: z.string().nullable(),
  count: z.number().nullable().describe('Number of prices'),
  min: dollars,
  median: dollars,
  avg: dollars,
  max: dollars,
})

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
  output: z.strictObject({
    product: z.string(),
    place: z.string(),
    radius_miles: z.number(),
    farms_with_product: z.number(),
    farms_with_price: z
      .number()
      .nullable()
      .describe('null: hidden from free keys for so few farms'),
    prices: z.array(figuresEntry).describe('In US dollars'),
    coverage: coverageEntry,
  }),
  async answer({ near, product, radius, unit, said_since }, { ask }) {
    const area = await areaOf(ask, { near, radius, products: product, said_since })
    const { snapshot, location, coverage } = area.meta
    const query = { near, product, radius, unit, said_since, snapshot }
    const found = await ask(pricesRoute, query)
    const place = location?.name ?? near
    const entries = entriesOf(found)
    const { farms_with_product, farms_with_price } = found
    return {
      head: [
        `${found.product} within ${counted(radius, 'mile')} of ${place}: ${summary(found, radius)}`,
        ...hintLines(found.hints ? found : area.meta),
      ],
      items: entries.map(figuresLine),
      tail: [coverageLine(area)],
      data: {
        product: found.product,
        place,
        radius_miles: radius,
        farms_with_product,
        farms_with_price,
        prices: entries,
        coverage,
      },
      list: 'prices',
      snapshot,
      sources: [targetOf(pricesRoute, query)],
    }
  },
})

function summary(
  { farms_with_product, farms_with_price, units, suppressed }: Prices,
  radius: number,
): string {
  if (farms_with_product === 0) return 'no farm is known to offer it.'
  const wider = radius === mostRadius_mi ? '' : ': ask with a larger radius'
  const offer = `${counted(farms_with_product, 'farm')} known to offer it`
  if (suppressed || farms_with_price === null)
    return `${offer}; prices are hidden from free keys for so few farms${wider}.`
  if (farms_with_price === 0) return `${offer}; no price is known.`
  const hidden = units?.some((each) => each.suppressed)
    ? ' Prices that one farm alone states in a unit are hidden from free keys.'
    : ''
  return `${offer}, ${farms_with_price} of them with a price.${hidden}`
}

function entriesOf({ units, comparable, by_distance }: Prices): FiguresEntry[] {
  const isPriced = ({ count }: Figures) => count !== null && count > 0
  return [
    ...(comparable && isPriced(comparable) ? [entryOf('Comparable', comparable)] : []),
    ...(units ?? []).filter(isPriced).map((each) => entryOf('As listed', each)),
    ...by_distance
      .filter(isPriced)
      .map((each) => entryOf(`Within ${counted(each.within_mi, 'mile')}`, each)),
  ]
}

type FiguresEntry = z.output<typeof figuresEntry>

const entryOf = (of: string, { unit, count, min, median, avg, max }: Figures): FiguresEntry => ({
  of,
  unit: unit && oneLine(unit, 40),
  count,
  min,
  median,
  avg,
  max,
})

const figuresLine = ({ of, unit, count, min, max, median, avg }: FiguresEntry) =>
  `${of}: ${unit === null ? 'without unit' : perUnit(unit)}: ${dollarText(min)} to ${dollarText(max)}, median ${dollarText(median)}, mean ${dollarText(avg)} (${counted(count ?? 0, 'price')})`
