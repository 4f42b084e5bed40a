import type { Tier } from '../../../data/schema/meta.ts'
import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { askingHere } from '../../ask/ask_here.ts'
import { showPage, linkPreview } from '../../pages/page.ts'
import { Problem } from '../../http/problem.ts'
import { requireReady } from '../../services.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { assetUrls } from '../../pages/assets.ts'
import { dataNotice } from '../parts/data_notice.ts'
import { belowSearch } from '../below.ts'
import { publicPage, type Visit } from '../visit.ts'
import { drawer } from './drawer.ts'
import { filterBar } from './filter_bar.ts'
import { find, type Found } from './found.ts'
import { countLine, titleOf, notes } from './heading.ts'
import { listing, tray } from './listing.ts'
import { mapPanel } from './map_panel.ts'
import { settled } from './matched.ts'
import { nothingFound, refused } from './nothing_found.ts'
import { searchForm } from './search_form.ts'
import { isPlain, pathOf, readAddress, viewOf, type Address, type View } from './view.ts'

/** `/`: the search, and the view in the page's address. */
export const startPage = publicPage({
  path: '/',
  async answer(visit) {
    const { http, session, tier, publicUrl, services } = visit
    if (http.path !== '/') throw new Problem('not-found', `there is nothing at ${http.path}`)
    const snapshot = requireReady(services)
    const read = viewOf(readAddress(http.querystring, tier), snapshot, tier, visit.now)
    const { view, ...shown } = await contentOf({ ...visit, view: read, snapshot })
    const title = titleOf(view)
    return {
      ...showPage({
        title,
        session,
        section: '/',
        layout: 'map',
        search: searchForm(view),
        head: headOf(title, snapshot, publicUrl, view.address),
        main: html`<div
          id="view"
          class="view"
          data-completion="${assetUrls.completion}"
          data-map="${assetUrls.map}"
        >
          ${shown.content}
        </div>`,
      }),
      status: shown.status,
    }
  },
})

type Asked = Visit & { view: View; snapshot: Snapshot }

/** The farms of the view, or the reason why there was no search. */
async function contentOf(asked: Asked): Promise<{ status: number; content: Html; view: View }> {
  const { view: read, snapshot, tier, services, now } = asked
  const ask = (tier: Tier) => askingHere(tier, services)
  try {
    const view = await settled(read, { snapshot, tier, now })
    return {
      status: 200,
      content: foundView({ ...asked, view }, await find(view, ask, tier)),
      view,
    }
  } catch (error) {
    if (!(error instanceof Problem && error.kind === 'bad-request')) throw error
    const content = html`<div class="list">${heading(read)} ${refused(read, error.errors)}</div>`
    return { status: 400, content, view: read }
  }
}

function foundView({ view, address, snapshot, now, services }: Asked, found: Found): Html {
  const isStart = isPlain(view.address)
  const isEmpty = found.farms.length === 0 && !found.unconfirmed?.total
  return html`<div class="list">
      <button type="button" class="handle unprinted" aria-label="Move the list"></button>
      ${heading(view)} ${isStart ? html`${lead(snapshot)} ${exampleLinks}` : null}
      ${countLine(view, found)} ${filterBar(view, found)} ${notes(view, found)}
      ${isStart || snapshot.manifest.synthetic ? dataNotice(snapshot, now) : null}
      ${isEmpty ? nothingFound(view, found) : null} ${listing(view, found, now)} ${tray(view)}
      ${drawer(view, address)} ${isStart ? belowSearch(snapshot, now) : null}
    </div>
    ${mapPanel(view, found, services.streets)}`
}

const heading = (view: View): Html => html`<h1>${titleOf(view)}</h1>`

const lead = ({ manifest }: Snapshot): Html =>
  html`<p class="lead">
    ${groupDigits(manifest.farms)} farms, farmers markets and CSAs (community-supported agriculture)
    in the United States: where they are, what they sell, and when that was last confirmed.
  </p>`

const examples: Record<string, string> = {
  'eggs near Albany, NY': '/?q=eggs&near=Albany, NY',
  'Saturday markets near 05828': '/?near=05828&on=sat&place_type=farmers_market',
  'CSAs in Vermont': '/?near=Vermont&place_type=csa',
  'honey within 50 miles of Boise, ID': '/?q=honey&near=Boise, ID&radius=50',
}

const exampleLinks = html`<p class="small examples">
  Try
  ${Object.entries(examples).map(
    ([text, path], at) =>
      html`${at > 0 ? ' · ' : ''}<a href="${path.replaceAll(' ', '+')}" data-view>${text}</a>`,
  )}
</p>`

function headOf(title: string, { manifest }: Snapshot, publicUrl: string, address: Address): Html {
  const description = `${groupDigits(manifest.farms)} farms, farmers markets and CSAs in the United States: where they are, what they sell, and how old each listing is. With a map, an API and data files.`
  return html`<link rel="stylesheet" href="${assetUrls.exploreStyle}" />
    <script type="module" src="${assetUrls.exploreScript}"></script>
    ${linkPreview({ title, description, url: `${publicUrl}${pathOf(address)}`, publicUrl })}
    ${
      isPlain(address)
        ? html`<link rel="canonical" href="${publicUrl}/" />`
        : html`<meta name="robots" content="noindex" />`
    }`
}
