import { html, type Html } from '../../../data/html.ts'
import { groupDigits } from '../../../data/digit_grouping.ts'
import { freshness } from '../../pages/freshness.ts'
import { monthOf, placeTypeWords, townOf } from '../parts/words.ts'
import type { Found, ListedFarm } from './found.ts'
import { pathOf, type View } from './view.ts'

/** Maximum number of products named per farm. */
const mostNamed = 6

/** The farms of a page, numbered as on the map, and links to the other pages. */
export function listing(view: View, { farms, meta }: Found, now: Date): Html {
  const first = (meta.page - 1) * meta.per_page + 1
  return html`<ol class="farms" start="${first}">
      ${farms.map((farm, at) => entry(farm, first + at, now))}
    </ol>
    ${pager(view, meta)}`
}

const entry = (farm: ListedFarm, number: number, now: Date): Html =>
  html`<li data-farm="${farm.id}">
    <span class="mark-number" aria-hidden="true">${number}</span>
    <div>
      <a class="name" href="/farms/${farm.id}">${farm.name}</a>
      <p class="what">
        ${[placeTypeWords[farm.place_type][0], townOf(farm)].filter(Boolean).join(' · ')}
        ${farm.distance_mi === undefined ? null : html`<span class="distance">${farm.distance_mi.toFixed(1)} mi</span>`}
      </p>
      <p class="sells ${farm.products === null ? 'unknown' : ''}">${offered(farm)}</p>
      <p>${freshness(farm.updated_at, now)}</p>
    </div>
  </li>`

function offered({ products, said_at }: ListedFarm): string {
  if (products === null) return 'Products not known'
  const more = products.length - mostNamed
  const named = products.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return said_at.products === null ? named : `${named} (${monthOf(said_at.products)})`
}

function pager({ address }: View, { page, per_page, total, has_more }: Found['meta']): Html | null {
  if (page === 1 && !has_more) return null
  const pages = Math.ceil(total / per_page)
  const to = (number: number) => pathOf({ ...address, page: String(number) })
  return html`<nav class="pager" aria-label="Pages of the list">
    ${page > 1 ? html`<a class="button quiet" href="${to(page - 1)}" rel="prev" data-view data-top>Previous</a>` : null}
    <span>Page ${groupDigits(page)} of ${groupDigits(pages)}</span>
    ${has_more ? html`<a class="button quiet" href="${to(page + 1)}" rel="next" data-view data-top>Next</a>` : null}
  </nav>`
}
