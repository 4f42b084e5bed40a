import { utcDay } from '../../../data/calendar.ts'
import { counted } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { showPage } from '../../pages/page.ts'
import { emptyState, freshness } from '../../pages/parts.ts'
import { requireReady } from '../../services.ts'
import { goneWords, keptFarms, limitNotice } from '../farm/open_fields.ts'
import type { Profile } from '../farm/profile.ts'
import { ageOf } from '../parts/age.ts'
import { typeIcon } from '../parts/card.ts'
import { listed, paymentWords, phoneWords, placeTypeWords, townOf } from '../parts/words.ts'
import { idsIn, most } from '../search/view.ts'
import { publicPage, unindexed, type Visit } from '../visit.ts'
import { dateOf, openingsFor, dayWords, statedHours } from './day_hours.ts'

const path = '/compare'

/** `/compare?ids=`: up to three farms side by side, the rows that differ first. */
export const comparePage = publicPage({
  path,
  async answer(visit) {
    const ids = idsIn(new URLSearchParams(visit.http.querystring).get('ids'), most.compare)
    const { farms, gone, isLimited } = await keptFarms(ids, visit)
    return showPage({
      title: farms.length === 0 ? 'Compare farms' : `Compare ${counted(farms.length, 'farm')}`,
      session: visit.session,
      section: '/',
      head: unindexed,
      main: html`${gone.length === 0 ? null : html`<p class="notice">${goneWords(gone)}</p>`}
      ${isLimited ? limitNotice : null} ${farms.length === 0 ? nothing : comparison(farms, visit)}`,
    })
  },
})

const nothing = emptyState(
  'No farm to compare yet',
  html`<p>Choose <strong>Compare</strong> on up to three farms of a <a href="/">list</a>.</p>`,
)

type Row = { name: string; cells: Html[]; differs: boolean }

function comparison(farms: readonly Profile[], visit: Visit): Html {
  const rows = rowsOf(farms, visit)
  const [different, same] = [rows.filter((row) => row.differs), rows.filter((row) => !row.differs)]
  const ids = farms.map(({ id }) => id)
  return html`<div class="wide" tabindex="0" role="region" aria-label="Comparison">
      <table class="comparison">
        <thead>
          <tr>
            <td></td>
            ${farms.map(
              ({ id, name, place_type }) =>
                html`<th scope="col">
                  ${typeIcon(place_type)} <a href="/farms/${id}">${name}</a>
                  <a
                    class="small unprinted"
                    href="${path}?ids=${ids.filter((each) => each !== id).join()}"
                    >Remove<span class="unseen"> ${name}</span></a
                  >
                </th>`,
            )}
          </tr>
        </thead>
        ${part('Differences', different, farms.length)}
        ${part('The same for all', same, farms.length)}
      </table>
    </div>
    <p class="actions unprinted">
      <a class="button" href="/plan?ids=${ids.join()}&on=sat">Plan a Saturday with these</a>
      <a href="/?compare=${ids.join()}">Find more farms</a>
    </p>`
}

const part = (title: string, rows: readonly Row[], columns: number): Html | null =>
  rows.length === 0
    ? null
    : html`<tbody>
        <tr class="part">
          <th scope="rowgroup" colspan="${columns + 1}">${title}</th>
        </tr>
        ${rows.map(
          ({ name, cells }) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>`

const unknown = html`<span class="unknown">not known</span>`
const shown = (text: string | null | undefined): Html => (text ? html`${text}` : unknown)

function rowsOf(farms: readonly Profile[], { now, services }: Visit): Row[] {
  const snapshot = requireReady(services)
  const row = (name: string, cell: (farm: Profile) => Html): Row => {
    const cells = farms.map(cell)
    return { name, cells, differs: new Set(cells.map(({ text }) => text)).size > 1 }
  }
  const on = (day: string) => (farm: Profile) => {
    const openings = openingsFor(farm, dateOf(day, now, [farm]), snapshot)
    return openings === null ? unknown : html`${dayWords(openings)}`
  }
  const [first, ...others] = farms.flatMap(({ products }) => (products === null ? [] : [products]))
  const common =
    others.length === 0
      ? null
      : first!.filter((name) => others.every((names) => names.includes(name)))
  return [
    row('Type', ({ place_type }) => html`${placeTypeWords[place_type][0]}`),
    row('Town', (farm) => shown(townOf(farm))),
    row('Saturday', on('sat')),
    row('Sunday', on('sun')),
    row('Stated hours', (farm) => shown(statedHours(farm, utcDay(now)))),
    row('Age of hours', ({ hours, said_at }) =>
      hours == null ? unknown : freshness(said_at.hours ?? null, now),
    ),
    row('Products of all', ({ products }) =>
      products === null || common === null ? unknown : html`${listed(common) || 'none'}`,
    ),
    row('Other products', ({ products }) =>
      products === null
        ? unknown
        : html`${listed(products.filter((name) => !common?.includes(name))) || 'none'}`,
    ),
    row('Age of products', ({ products, said_at }) =>
      products === null ? unknown : freshness(said_at.products, now),
    ),
    row('Payment', ({ payment_methods }) =>
      payment_methods == null
        ? unknown
        : html`${listed(payment_methods.map(paymentWords)) || 'none listed'}`,
    ),
    row('Telephone', ({ contact }) =>
      contact?.phone
        ? html`<a href="tel:${contact.phone}">${phoneWords(contact.phone)}</a>`
        : unknown,
    ),
    row('Website', ({ contact }) =>
      contact?.website
        ? html`<a href="${contact.website}" rel="nofollow noopener"
            >${new URL(contact.website).hostname}</a
          >`
        : unknown,
    ),
    row('Age of the listing', (farm) => ageOf(farm, now)),
  ]
}
