import { counted, groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import type { PlaceType } from '../../../data/schema/tables/farm.ts'
import { section } from '../../pages/page.ts'
import { bars, shareBar, facts, table } from '../../pages/parts.ts'
import type { Delivery, Landscape, Market, Share } from './market.ts'
import { kindOfPlace, monthOf, placeTypeWords, townOf } from '../parts/words.ts'
import { fewWords, hasChart, partsLegend, sharesOf } from './shares.ts'

/** The market in one sentence: how many places, of which type, and what is known of their products. */
export function inOneSentence({ total_farms, radius_miles, ...landscape }: Landscape): string {
  const [type = 'farm', count = 0] =
    Object.entries(landscape.place_types).toSorted(([, a], [, b]) => b - a)[0] ?? []
  const [, several] = placeTypeWords[type as PlaceType]
  const { median } = landscape.said.products
  const age = median === null ? '' : `, half of them last confirmed by ${monthOf(median)}`
  return [
    `${counted(total_farms, 'place')} within ${radius_miles} miles`,
    `${count === total_farms ? 'all' : groupDigits(count)} are ${several}`,
    `products are known for ${ofAll(landscape.known.products, total_farms)}${age}.`,
  ].join('; ')
}

/** The number of farms, their distances, and their place types. */
export const summary = ({ total_farms, distance_distribution: near, known }: Landscape): Html =>
  facts(
    [
      ['Places', total_farms],
      ['Within 5 miles', near.within_5mi],
      ['Within 10 miles', near.within_10mi],
      ['Prices known for', known.prices === null ? 'not shown' : ofAll(known.prices, total_farms)],
    ],
    'figures',
  )

const ofAll = (count: number, farms: number) => `${Math.round((100 * count) / farms)}\u00a0%`

export const typesSection = ({ place_types, total_farms }: Landscape): Html =>
  section(
    'types',
    'Place types',
    bars(
      Object.entries(place_types).map(([type, count]) =>
        shareBar(kindOfPlace(type), count, total_farms),
      ),
    ),
  )

/** Products, practices and certifications; unknown values are counted separately. */
export function offerSection(landscape: Landscape): Html {
  const lists = (['products', 'practices', 'certifications'] as const).map((what) => ({
    what,
    shares: landscape[what],
    known: landscape.known[what],
    farms: landscape.total_farms,
  }))
  return section(
    'offer',
    'Products and practices',
    html`${lists.some(hasChart) ? partsLegend : null} ${lists.map(sharesOf)}`,
  )
}

export function deliverySection(delivery: Delivery): Html {
  const { farms_with_known_delivery: known, total_farms: farms } = delivery
  const options = { what: 'delivery options', shares: delivery.delivery_options, known, farms }
  return section(
    'delivery',
    'Delivery and pickup',
    html`${sharesOf({ what: 'pickup and delivery', shares: waysOf(delivery), known, farms })}
    ${hasChart(options) ? sharesOf(options) : null} ${nearest(delivery)}`,
  )
}

/** Pickup and delivery, which some farms are known to offer. */
function waysOf({ pickup, delivery }: Delivery): Share[] | null {
  if (pickup.known === null) return null // then all of these are suppressed
  const ways = Object.entries({ pickup, delivery }).map(([name, share]) => ({ ...share, name }))
  return (ways as Share[]).filter(({ count }) => count > 0)
}

function nearest({ nearest: farms, farms_with_known_delivery: known }: Delivery): Html | null {
  if (known === 0) return null
  if (farms === null)
    return html`<p class="small">Paid keys show the nearest farm with each option.</p>`
  if (farms.length === 0) return null
  return table(
    'The nearest farm with each option',
    ['Option', 'Farm', 'Miles'],
    farms.map(({ option, farm_id, name, distance_mi }) => [
      option,
      html`<a href="/farms/${farm_id}">${name}</a>`,
      { figure: distance_mi.toFixed(1) },
    ]),
  )
}

export function competitionSection({ competition: { competition }, rivals, landscape }: Market) {
  if (rivals === undefined)
    return section(
      'competition',
      'Competition',
      html`<p>Enter a product above to see how many farms offer it, and the nearest ones.</p>`,
    )
  const { product, known, pct_of_known, sparse } = competition
  const { data, meta } = rivals
  return section(
    'competition',
    `Farms with ${product}`,
    html`<p>
        Offered by ${groupDigits(meta.total)} of
        ${counted(landscape.total_farms, 'farm')}${
          pct_of_known === null
            ? null
            : sparse
              ? html`; products are known for ${groupDigits(known!)}${fewWords}`
              : html`, ${pct_of_known} % of those whose products are known`
        }.
      </p>
      ${
        data.length === 0
          ? null
          : table(
              `The nearest farms that offer ${product}`,
              ['Farm', 'Place', 'Miles'],
              data.map(({ id, name, city, state, distance_mi }) => [
                html`<a href="/farms/${id}">${name}</a>`,
                townOf({ city, state }),
                { figure: distance_mi!.toFixed(1) },
              ]),
            )
      }`,
  )
}
