import { html, type Html } from '../../../data/html.ts'
import { groupDigits } from '../../../data/digit_grouping.ts'
import { icon } from '../../pages/parts.ts'
import { placeCard } from '../parts/card.ts'
import { dayName } from '../parts/words.ts'
import type { Found, ListedFarm } from './found.ts'
import { most, pathOf, type Address, type View } from './view.ts'

/** The farms of a page as cards, links to the other pages, and the farms whose hours are not confirmed. */
export function listing(view: View, found: Found, now: Date): Html {
  const { farms, meta, unconfirmed } = found
  const { day } = view
  const card = (when?: string) => (farm: ListedFarm) =>
    placeCard(farm, {
      now,
      when,
      wanted: view.filters.products ?? [],
      actions: actionsOf(view.address, farm),
    })
  return html`${
    farms.length === 0
      ? null
      : html`<ol class="farms" start="${(meta.page - 1) * meta.per_page + 1}">
          ${farms.map(card(day && `Open ${dayName(day)}`))}
        </ol>`
  }
  ${pager(view, meta)}
  ${
    unconfirmed === null || unconfirmed.total === 0
      ? null
      : html`<section class="unconfirmed" aria-labelledby="unconfirmed">
          <h2 id="unconfirmed">Hours not confirmed (${groupDigits(unconfirmed.total)})</h2>
          <p class="small">
            Their hours are unknown, or were last confirmed over three years before. Call before you
            go.
          </p>
          <ol class="farms">
            ${unconfirmed.farms.map(card())}
          </ol>
          ${restOf(view, unconfirmed)}
        </section>`
  }`
}

function restOf({ address }: View, { farms, total }: NonNullable<Found['unconfirmed']>) {
  const rest = total - farms.length
  if (rest === 0) return null
  const anyDay = pathOf({ ...address, on: undefined, page: undefined })
  return html`<p>
    <a href="${anyDay}" data-view>${groupDigits(rest)} more on any day</a>, or choose a smaller
    area.
  </p>`
}

/** Links that keep a farm for the plan, and for a comparison. */
function actionsOf(address: Address, { id, name }: ListedFarm): Html {
  return html`<div class="keep unprinted">
    ${toggle(address, 'plan', id, [icon('bookmark'), 'Save', `Save ${name} to the plan`, `Take ${name} off the plan`])}
    ${toggle(address, 'compare', id, [icon('columns-3'), 'Compare', `Compare ${name}`, `Do not compare ${name}`])}
  </div>`
}

type Words = [icon: Html, word: string, add: string, remove: string]

function toggle(
  address: Address,
  list: keyof typeof most,
  id: string,
  [picture, word, add, remove]: Words,
): Html | null {
  const kept = address[list] ?? []
  const isKept = kept.includes(id)
  if (!isKept && kept.length === most[list]) return null
  const next = isKept ? kept.filter((each) => each !== id) : [...kept, id]
  return html`<a
    href="${pathOf({ ...address, [list]: next })}"
    data-view
    data-key="${list} ${id}"
    title="${isKept ? remove : add}"
    aria-label="${isKept ? remove : add}"
    ${isKept ? html`class="kept"` : null}
    >${picture}<span>${word}</span></a
  >`
}

/** The number of farms kept for the plan and for a comparison, with links to both. */
export function tray({ address, day }: View): Html | null {
  const { compare = [], plan = [], near } = address
  if (compare.length + plan.length === 0) return null
  const toPlan = new URLSearchParams({ ids: plan.join(), on: day ?? 'sat', ...(near && { near }) })
  return html`<p class="tray unprinted">
    ${
      plan.length === 0
        ? null
        : html`<a class="button" href="/plan?${toPlan.toString().replaceAll('%2C', ',')}"
            >${icon('calendar-days')} Plan ${dayName(day ?? 'sat')} (${plan.length})</a
          >`
    }
    ${
      compare.length === 0
        ? null
        : html`<a class="button quiet" href="/compare?ids=${compare.join()}"
            >${icon('columns-3')} Compare ${compare.length}</a
          >`
    }
    <a href="${pathOf({ ...address, compare: [], plan: [] })}" data-view>Clear</a>
  </p>`
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
