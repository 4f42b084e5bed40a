import * as Plot from '@observablehq/plot'
import { counted, groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { section } from '../../pages/page.ts'
import { drawn } from '../../pages/plot.ts'
import { percentOf } from '../../pages/shown.ts'
import { table, type Cell } from '../../pages/parts.ts'
import { isChartable, knownFor } from '../parts/words.ts'
import { suppressedNote } from './shares.ts'
import type { Competition, ListingRow, Market, Prices } from './market.ts'

/** Figures of the prices in one unit; null = not shown. */
type PriceFigures = Pick<
  Prices['by_distance'][number],
  'count' | 'min' | 'p25' | 'median' | 'p75' | 'max'
>

/** The prices of the chosen product, or else of the products that most farms offer. */
export const pricesSection = ({ prices, listings, competition }: Market): Html =>
  prices === undefined
    ? section('prices', 'Prices', topPrices(competition))
    : section('prices', `Prices of ${prices.product}`, pricesOf(prices, listings))

function topPrices({ top_products, known, area }: Competition): Html {
  const farms = area.total_farms
  if (known.prices === null) return html`<p>Prices: ${suppressedNote}</p>`
  const hidden = top_products.filter(({ suppressed }) => suppressed).length
  const priced = top_products.filter(({ avg_price }) => avg_price !== null)
  const sentence = knownFor('prices', known.prices, farms)
  if (!isChartable(known.prices, farms))
    return html`<p>${sentence}${known.prices > 0 ? ', too few for a table' : null}.</p>`
  return html`<p>
      ${sentence}. Enter a product above for its quartiles by distance.
      ${hidden > 0 ? `Paid keys also see the prices of ${counted(hidden, 'product')} with too few farms.` : null}
    </p>
    ${priced.length === 0 ? null : meanPrices(priced)}`
}

const meanPrices = (priced: Competition['top_products']): Html =>
  table(
    'Mean prices of the products that most farms here offer',
    ['Product', 'Farms', 'Prices', 'Mean', 'Unit'],
    priced.map(({ product, farm_count, price_count, avg_price, unit }) => [
      product,
      farm_count,
      price_count!,
      { figure: dollars(avg_price!) },
      unit ?? '',
    ]),
  )

function pricesOf(prices: Prices, listings: ListingRow[] | undefined): Html {
  const { farms_with_product, farms_with_price, units, comparable } = prices
  if (farms_with_product === 0)
    return html`<p>No farm here is known to offer it. Choose a larger radius.</p>`
  if (units === null)
    return html`<p class="notice">
      Offered here by ${counted(farms_with_product, 'farm')}. Prices of fewer than 5 farms are shown
      to paid keys only: choose a larger radius.
    </p>`
  const offered = `Offered here by ${counted(farms_with_product, 'farm')}`
  const [first] = units
  if (first === undefined) return html`<p>${offered}; none states a price.</p>`
  const priced = farms_with_price ?? 0
  const main = comparable ? { ...comparable, unit: `per ${comparable.unit}` } : first
  if (!isChartable(priced, farms_with_product))
    return html`<p>
      ${offered}; ${counted(priced, 'farm')} (${percentOf(priced, farms_with_product)})
      ${priced === 1 ? 'states' : 'state'} a price, too few for a
      chart${main.count === null ? '. Prices of one farm are shown to paid keys only' : `: ${inOneSentence(main)}`}.
    </p>`
  return html`<p>
      ${groupDigits(priced)} of the ${groupDigits(farms_with_product)} farms that offer it state a
      price.
    </p>
    ${byDistance(prices, listings)}
    ${figuresTable(
      'Prices as listed',
      'Unit',
      units.map((each) => [each.unit ?? '', each]),
    )}
    ${
      comparable &&
      figuresTable('Prices converted to one unit', 'Unit', [[`per ${comparable.unit}`, comparable]])
    }`
}

/** `$5.00 per dozen in the middle of 3 prices from $4.00 to $6.00`. */
const inOneSentence = ({
  unit,
  count,
  min,
  median,
  max,
}: PriceFigures & { unit: string | null }) =>
  count === 1
    ? `${dollars(median!)} ${unit ?? ''}`.trim()
    : `median ${[dollars(median!), unit].filter(Boolean).join(' ')}, from ${dollars(min!)} to ${dollars(max!)}`

/** Box plots for growing circles; in the paid tier also a dot for each price. */
function byDistance({ by_distance, product }: Prices, listings: ListingRow[] | undefined): Html {
  const circles = by_distance.map((each) => ({ ...each, within: counted(each.within_mi, 'mile') }))
  const boxes = circles.filter(({ median }) => median !== null)
  if (boxes.length === 0) return html`<p class="small">No price converts to a common unit.</p>`
  const [unit] = boxes.map((each) => each.unit)
  const { within } = boxes.at(-1)!
  const dots = (listings ?? [])
    .filter(({ comparable_price }) => comparable_price !== null)
    .map(({ comparable_price: price }) => ({ price, within }))
  const label = `Prices of ${product} per ${unit ?? 'unit'} by distance; the table has the figures`
  return html`<figure class="prices-plot">
      <figcaption>US dollars per ${unit ?? 'unit'}</figcaption>
      ${drawn(label, {
        width: 440,
        height: 46 + 44 * boxes.length,
        marginLeft: 66,
        marginRight: 72,
        x: { label: null, zero: true, nice: true, grid: true, tickFormat: '.2f', ticks: 5 },
        y: { label: null, domain: boxes.map(({ within }) => within), tickSize: 0 },
        marks: [
          Plot.ruleY(boxes, { y: 'within', x1: 'min', x2: 'max', className: 'whisker' }),
          Plot.barX(boxes, {
            y: 'within',
            x1: 'p25',
            x2: 'p75',
            insetTop: 8,
            insetBottom: 8,
            className: 'box',
          }),
          Plot.tickX(boxes, {
            y: 'within',
            x: 'median',
            insetTop: 5,
            insetBottom: 5,
            className: 'median',
          }),
          Plot.dot(dots, { y: 'within', x: 'price', dy: 17, r: 2.5, className: 'dots' }),
          Plot.text(boxes, {
            y: 'within',
            frameAnchor: 'right',
            textAnchor: 'start',
            dx: 8,
            text: ({ count }: PriceFigures) => counted(count ?? 0, 'price'),
          }),
        ],
      })}
    </figure>
    ${figuresTable(
      'Prices by distance',
      'Within',
      boxes.map((each) => [each.within, each]),
    )}
    <p class="small">
      A box reaches from the lower to the upper quartile, its line is the median, the whiskers are
      the lowest and the highest price.
      ${circles.some(({ suppressed }) => suppressed) ? 'Paid keys also see the prices of smaller circles, where too few farms state one.' : null}
      ${listings ? 'Dots are single prices.' : 'Paid keys also show single prices as dots.'}
    </p>`
}

const figuresTable = (caption: string, what: string, rows: [string, PriceFigures][]): Html =>
  table(
    caption,
    [what, 'Prices', 'Least', '25 %', 'Median', '75 %', 'Greatest'],
    rows
      .filter(([, { count }]) => count !== null && count > 0)
      .map(([name, { count, min, p25, median, p75, max }]): Cell[] => [
        name,
        count!,
        ...[min, p25, median, p75, max].map((price) => ({ figure: dollars(price!) })),
      ]),
  )

const dollars = (price: number): string => `$${price.toFixed(2)}`
