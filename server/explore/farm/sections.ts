import { html, type Html } from '../../../data/html.ts'
import type { DatedGroup } from '../../../data/schema/said_at.ts'
import { section } from '../../pages/page.ts'
import { asWords } from '../../pages/shown.ts'
import { facts, table, type Cell } from '../../pages/table.ts'
import { longDate, listed } from '../parts/words.ts'
import type { Profile, Shown } from './profile.ts'

/** The products of a farm: known names, the source's other terms, and in the paid tier prices. */
export function productsSection({ farm }: Shown): Html {
  const { products, products_other, categories, said_at, product_listings = [] } = farm
  return section(
    'products',
    'Products',
    html`${
      products === null
        ? html`<p class="unknown">No source states its products. Unknown is not “no”.</p>`
        : termList(products, (name) => `/?q=${encodeURIComponent(name)}&as=product`)
    }
    ${products_other ? html`<p>Also, in the source’s words: ${listed(products_other)}.</p>` : null}
    ${categories ? html`<p class="small">Categories: ${listed(categories)}</p>` : null}
    ${said_at.products === null ? null : html`<p class="small">Last stated ${longDate(said_at.products)}.</p>`}
    ${product_listings.length > 0 ? priceTable(product_listings) : null}`,
  )
}

const termList = (terms: readonly string[], href: (name: string) => string): Html =>
  html`<ul class="terms">
    ${terms.map((name) => html`<li><a href="${href(name)}">${name}</a></li>`)}
  </ul>`

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

/** Fields of the paid tier, by subject, and the groups of fields that date them. */
const memberFields: readonly (readonly [string, readonly (keyof Profile)[], DatedGroup[]])[] = [
  ['About', ['tagline', 'description', 'story', 'farmer_name', 'founded_year'], ['text']],
  [
    'How it grows',
    ['certifications', 'practices', 'certifications_other', 'practices_other'],
    ['practices'],
  ],
  [
    'How to buy',
    ['delivery_options', 'payment_methods', 'price_range'],
    ['delivery_options', 'payment_methods'],
  ],
  ['Listing', ['verification_status', 'quality_tier_label', 'quality_score'], []],
]

/** The paid fields of a farm; in the free tier, their names. */
export function membersSection({ farm, tier }: Shown): Html {
  if (tier === 'free')
    return section(
      'members',
      'With a paid key',
      html`<p>
        Street address, telephone, website, opening hours, prices, practices, certifications,
        delivery and payment are for <a href="/console#tiers">keys of the paid tier</a>. This page
        does not show whether they are known for this farm.
      </p>`,
    )
  const known = memberFields.flatMap(([title, fields, groups]) => {
    const pairs = fields.flatMap((field): [string, Cell][] => {
      const value = farm[field]
      return value == null ? [] : [[asWords(field), asText(value)]]
    })
    return pairs.length > 0
      ? [
          html`<h3>${title}</h3>
            ${facts(pairs)} ${statedOn(groups.map((group) => farm.said_at[group]))}`,
        ]
      : []
  })
  const contact = farm.contact && statedOn([farm.said_at.contact])
  return section('members', 'Paid fields', html`${reach(farm)} ${contact} ${hours(farm)} ${known}`)
}

/** The oldest of some days. */
function statedOn(days: (string | null | undefined)[]): Html | null {
  const [oldest] = days.filter((day) => day != null).toSorted()
  return oldest === undefined ? null : html`<p class="small">Last stated ${longDate(oldest)}.</p>`
}

const asText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value))

function reach({ address, zip, city, state, contact }: Profile): Html {
  const place = [address, city, [state, zip].filter((each) => each != null).join(' ')]
  const { phone, email, website } = contact ?? {}
  return facts([
    ['Address', address == null ? 'not known' : place.filter(Boolean).join(', ')],
    ['Telephone', phone == null ? 'not known' : html`<a href="tel:${phone}">${phone}</a>`],
    ['Email', email == null ? 'not known' : html`<a href="mailto:${email}">${email}</a>`],
    [
      'Website',
      website == null
        ? 'not known'
        : html`<a href="${website}" rel="nofollow noopener">${new URL(website).hostname}</a>`,
    ],
  ])
}

const hours = ({ hours, opening_hours, hours_confirmed_at }: Profile): Html =>
  html`<h3>Opening hours</h3>
    ${
      hours == null
        ? html`<p class="unknown">Not known.</p>`
        : facts(Object.entries(hours).map(([name, text]) => [asWords(name), text]))
    }
    ${
      opening_hours == null
        ? null
        : html`<p class="small">
            <code>${opening_hours}</code>${
              hours_confirmed_at == null
                ? null
                : html`, last stated ${hours_confirmed_at.slice(0, 10)}`
            }
          </p>`
    }`
