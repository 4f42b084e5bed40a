import { html, type Html } from '../../../data/html.ts'
import type { DatedGroup } from '../../../data/schema/said_at.ts'
import { categoriesOf } from '../../../data/vocabulary/vocabulary.ts'
import { section } from '../../pages/page.ts'
import { asWords } from '../../pages/shown.ts'
import { freshness, facts, table, type Cell } from '../../pages/parts.ts'
import { listed, paymentWords, searchedTown } from '../parts/words.ts'
import { pathOf } from '../search/view.ts'
import type { Profile, Shown } from './profile.ts'
import { weekGrid } from './week.ts'

/** When a farm is open: a week for each season, or the source's own words. */
export function hoursSection({ farm }: Shown): Html | null {
  const { hours, hours_json } = farm
  if (hours == null) return null
  const seasons = hours_json?.seasons ?? []
  return section(
    'hours',
    'Opening hours',
    html`${
      seasons.length > 0
        ? weekGrid(seasons)
        : html`${facts(Object.entries(hours).map(([name, text]) => [asWords(name), text]))}
            <p class="small">In the source’s words.</p>`
    }
    ${hours_json?.note ? html`<p class="small">${hours_json.note}</p>` : null}`,
  )
}

/** The products of a farm by shelf, the source's other terms, and in the paid tier prices. */
export function productsSection({ farm, now }: Shown): Html {
  const { products, products_other, said_at, product_listings = [] } = farm
  return section(
    'products',
    'Products',
    html`${
      products === null
        ? html`<p class="unknown">No source states its products. Unknown is not “no”.</p>`
        : html`${byShelf(products, farm)}
            <p>${freshness(said_at.products, now)}</p>`
    }
    ${products_other ? html`<p class="small">Also, in the source’s words: ${listed(products_other)}.</p>` : null}
    ${product_listings.length > 0 ? priceTable(product_listings) : null}`,
  )
}

/** The categories of products as a shopper looks for them; all others are `Other`. */
const shelves: Readonly<Record<string, readonly string[]>> = {
  'Vegetables, fruit, grains': [
    'vegetables',
    'fruits',
    'herbs',
    'mushrooms',
    'beans',
    'grains',
    'nuts',
    'wild foods',
  ],
  'Eggs, milk, cheese': ['eggs', 'dairy', 'cheese'],
  'Meat and fish': ['meat', 'poultry', 'seafood'],
  'Made foods, drinks': ['sweeteners', 'value-added', 'baked goods', 'prepared foods', 'beverages'],
  'Plants and flowers': ['flowers', 'plants'],
}

function byShelf(products: readonly string[], farm: Profile): Html {
  const shelfOf = (name: string) => {
    const [category = ''] = categoriesOf([name])
    return Object.keys(shelves).find((shelf) => shelves[shelf]!.includes(category)) ?? 'Other'
  }
  const groups = Map.groupBy(products, shelfOf)
  const rows = [...Object.keys(shelves), 'Other'].flatMap((shelf): [string, Html][] => {
    const names = groups.get(shelf)
    return names ? [[shelf, termList(names, farm)]] : []
  })
  return facts(rows, 'stacked')
}

/** Products, each a link to the farms that have it, around the town of a farm. */
function termList(terms: readonly string[], farm: Profile): Html {
  const near = searchedTown(farm)
  const pageOf = (name: string) => pathOf({ q: name, as: 'product', near, filters: {} })
  return html`<ul class="terms">
    ${terms.map((name) => html`<li><a href="${pageOf(name)}">${name}</a></li>`)}
  </ul>`
}

const priceTable = (listings: NonNullable<Profile['product_listings']>): Html =>
  table(
    'Product listings, with prices if the source states them',
    ['Product', 'Price', 'Unit', 'In stock'],
    listings.map(({ name, price, unit, in_stock }) => [
      name,
      { figure: price === null ? '' : `$${price.toFixed(2)}` },
      unit ?? '',
      in_stock === null ? 'not known' : in_stock ? 'yes' : 'no',
    ]),
  )

/** How to pay; null = no source states it. */
export function paymentSection({ farm, now }: Shown): Html | null {
  const known = [...(farm.payment_methods ?? []), ...(farm.payment_methods_other ?? [])]
  if (known.length === 0) return null
  return section(
    'payment',
    'How to pay',
    html`<ul class="terms">
        ${known.map((name) => html`<li class="tag">${paymentWords(name)}</li>`)}
      </ul>
      <p>${freshness(farm.said_at.payment_methods ?? null, now)}</p>`,
  )
}

/** Fields of the paid tier, by subject, and the groups of fields that date them. */
const memberFields: readonly (readonly [string, readonly (keyof Profile)[], DatedGroup[]])[] = [
  ['About', ['tagline', 'description', 'story', 'farmer_name', 'founded_year'], ['text']],
  [
    'How it grows',
    ['certifications', 'practices', 'certifications_other', 'practices_other'],
    ['practices'],
  ],
  ['How to buy', ['delivery_options', 'price_range'], ['delivery_options']],
  ['Listing', ['verification_status', 'quality_tier_label', 'quality_score'], []],
]

/** A farm's other paid fields; null without a paid key. */
export function membersSection({ farm, tier, now }: Shown): Html | null {
  if (tier === 'free') return null
  return html`${memberFields.flatMap(([title, fields, groups]) => {
    const pairs = fields.flatMap((field): [string, Cell][] => {
      const value = farm[field]
      return value == null ? [] : [[asWords(field), asText(value)]]
    })
    const [oldest] = groups.flatMap((group) => farm.said_at[group] ?? []).toSorted()
    const said = oldest && html`<p>${freshness(oldest, now)}</p>`
    return pairs.length === 0 ? [] : [section(title, title, html`${facts(pairs)} ${said}`)]
  })}`
}

const asText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value))
