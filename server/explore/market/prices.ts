import * as Plot from '@observablehq/plot'
import { counted } from '../../../data/counted.ts'
import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { section } from '../../pages/page.ts'
import { drawn } from '../../pages/plot.ts'
import { table, type Cell } from '../../pages/table.ts'
import type { Competition, ListingRow, Market, PriceFigures, Prices } from './market.ts'

/** The prices of the chosen product, or else of the products that most farms offer. */
export const pricesSection = ({ prices, listings, competition }: Market): Html =>
  prices === undefined
    ? section('prices', 'Prices', topPrices(competition))
    : section('prices', `Prices of ${prices.product}`, pricesOf(prices, listings))

function topPrices({ top_products }: Competition): Html {
  const priced = top_products.filter(
    ({ price_count, suppressed }) => suppressed || (price_count ?? 0) > 0,
  )
  if (priced.length === 0) return html`<p>No farm here states a price.</p>`
  return html`${table(
      'Mean prices of the products that most farms here offer',
      ['Product', 'Farms', 'Prices', 'Mean', 'Unit'],
      priced.map(({ product, farm_count, price_count, avg_price, unit }) => [
        product,
        farm_count,
        { figure: price_count === null ? '–' : groupDigits(price_count) },
        { figure: dollars(avg_price) },
        unit ?? '',
      ]),
    )}
    <p class="small">Enter a product above for its quartiles by distance. ${notShown}</p>`
}

const notShown = html`A dash: fewer than 5 farms; paid keys show the figures.`

function pricesOf(prices: Prices, listings: ListingRow[] | undefined): Html {
  const { farms_with_product, farms_with_price, units, comparable } = prices
  if (farms_with_product === 0)
    return html`<p>No farm here is known to offer it. Choose a larger radius.</p>`
  if (units === null)
    return html`<p class="notice">
      Offered here by ${counted(farms_with_product, 'farm')}. Prices of fewer than 5 farms are shown
      to paid keys only: choose a larger radius.
    </p>`
  if (units.length === 0)
    return html`<p>Offered here by ${counted(farms_with_product, 'farm')}; none states a price.</p>`
  return html`<p>
      ${groupDigits(farms_with_price ?? 0)} of the ${groupDigits(farms_with_product)} farms that
      offer it state a price. A box reaches from the lower to the upper quartile, its line is the
      median, the whiskers are the lowest and the highest price.
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

/** Box plots for growing circles; in the paid tier also a dot for each price. */
function byDistance({ by_distance, product }: Prices, listings: ListingRow[] | undefined): Html {
  const circles = by_distance.map((each) => ({ ...each, within: `${each.within_mi} miles` }))
  const boxes = circles.filter(({ median }) => median !== null)
  const [unit] = boxes.map((each) => each.unit)
  const dots = dotsOf(listings, circles.at(-1)!.within)
  const label = `Prices of ${product} per ${unit ?? 'unit'} by distance; the table has the figures`
  return html`<figure class="prices-plot">
      <figcaption>US dollars per ${unit ?? 'unit'}</figcaption>
      ${drawn(label, {
        width: 440,
        height: 46 + 44 * circles.length,
        marginLeft: 66,
        marginRight: 54,
        x: { label: null, zero: true, nice: true, grid: true, tickFormat: '.2f', ticks: 5 },
        y: { label: null, domain: circles.map(({ within }) => within), tickSize: 0 },
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
          Plot.text(circles, {
            y: 'within',
            frameAnchor: 'right',
            textAnchor: 'start',
            dx: 8,
            text: ({ count }: PriceFigures) => (count === null ? 'not shown' : `n = ${count}`),
          }),
        ],
      })}
    </figure>
    ${figuresTable(
      'Prices by distance',
      'Within',
      circles.map((each) => [each.within, each]),
    )}
    <p class="small">
      ${notShown}
      ${listings ? 'Dots are single prices.' : 'Paid keys also show single prices as dots.'}
    </p>`
}

const dotsOf = (listings: ListingRow[] | undefined, within: string) =>
  (listings ?? []).flatMap(({ comparable_price: price }) =>
    price === null ? [] : [{ price, within }],
  )

const figuresTable = (caption: string, what: string, rows: [string, PriceFigures][]): Html =>
  table(
    caption,
    [what, 'Prices', 'Least', '25 %', 'Median', '75 %', 'Greatest'],
    rows.map(([name, { count, min, p25, median, p75, max }]): Cell[] => [
      name,
      { figure: count === null ? '–' : groupDigits(count) },
      ...[min, p25, median, p75, max].map((price) => ({ figure: dollars(price) })),
    ]),
  )

const dollars = (price: number | null): string => (price === null ? '–' : `$${price.toFixed(2)}`)
