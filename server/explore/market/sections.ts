import { counted } from '../../../data/counted.ts'
import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import type { PlaceType } from '../../../data/schema/tables/farm.ts'
import { section } from '../../pages/page.ts'
import { bars } from '../../pages/parts.ts'
import { facts, table } from '../../pages/table.ts'
import type { Delivery, Landscape, Market, Share } from './market.ts'
import { kindOfPlace, monthOf, placeTypeWords } from '../parts/words.ts'
import { partsLegend, shareOfKnown, shareTable, threeParts } from './shares.ts'

/** The market in one sentence: how many places, of which type, and what is known of their products. */
export function inOneSentence({ total_farms, radius_miles, ...landscape }: Landscape): string {
  const [type = 'farm', count = 0] =
    Object.entries(landscape.place_types).toSorted(([, a], [, b]) => b - a)[0] ?? []
  const [, several] = placeTypeWords[type as PlaceType]
  const { median } = landscape.said.products
  const age = median === null ? '' : `, half of them stated by ${monthOf(median)}`
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
      ['Farms', total_farms],
      ['Within 5 miles', near.within_5mi],
      ['Within 10 miles', near.within_10mi],
      ['Prices known for', known.prices === null ? 'not shown' : ofAll(known.prices, total_farms)],
    ],
    'figures',
  )

const ofAll = (count: number, farms: number) => `${Math.round((100 * count) / farms)} %`

export const typesSection = ({ place_types, total_farms }: Landscape): Html =>
  section(
    'types',
    'Place types',
    bars(
      Object.entries(place_types).map(([type, count]) => ({
        name: kindOfPlace(type),
        has: count / total_farms,
        hasNot: 1 - count / total_farms,
        value: `${groupDigits(count)} (${((100 * count) / total_farms).toFixed(1)} %)`,
      })),
    ),
  )

/** Products, practices and certifications; unknown values are counted separately. */
export const offerSection = (landscape: Landscape): Html =>
  section(
    'offer',
    'Products and practices',
    html`${partsLegend} ${sharesOrNot('Farms by product', 'Product', landscape.products, landscape)}
    ${sharesOrNot('Farms by practice', 'Practice', landscape.practices, landscape)}
    ${sharesOrNot('Farms by certification', 'Certification', landscape.certifications, landscape)}`,
  )

function sharesOrNot(
  caption: string,
  what: string,
  shares: Share[] | null,
  { total_farms }: Pick<Landscape, 'total_farms'>,
): Html {
  if (shares === null) return html`<p>${caption}: ${suppressedNote}</p>`
  if (shares.length === 0) return html`<p>${caption}: not known for any farm here.</p>`
  return shareTable(caption, what, shares, total_farms)
}

const suppressedNote = html`only paid keys show figures of fewer than 5 farms.`

export const deliverySection = (delivery: Delivery): Html =>
  section(
    'delivery',
    'Delivery and pickup',
    html`${ways(delivery)}
    ${sharesOrNot('Farms by delivery option', 'Option', delivery.delivery_options, delivery)}
    ${nearest(delivery)}`,
  )

function ways({ pickup, delivery, total_farms }: Delivery): Html | null {
  if (pickup.known === null) return null // then all of these are suppressed
  const rows = Object.entries({ 'Pickup by the buyer': pickup, 'Delivery to the buyer': delivery })
  return table(
    'Farms by pickup and delivery',
    ['Way', 'Farms', 'Of known', 'Of all'],
    rows.map(([name, share]) => [
      name,
      share.count!,
      { figure: shareOfKnown(share) },
      html`<span class="parts">${threeParts(share.count!, share.known!, total_farms)}</span>`,
    ]),
  )
}

function nearest({ nearest: farms }: Delivery): Html | null {
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

/** The farms that offer the chosen product. */
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
              ? html`. Only ${counted(known!, 'farm')} here ${known === 1 ? 'has' : 'have'} known
                products`
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
                [city, state].filter(Boolean).join(', '),
                { figure: distance_mi!.toFixed(1) },
              ]),
            )
      }`,
  )
}
