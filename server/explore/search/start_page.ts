import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { askingHere } from '../../ask/ask_here.ts'
import { forEverybody } from '../../pages/for_everybody.ts'
import { showPage } from '../../pages/page.ts'
import { emptyState } from '../../pages/parts.ts'
import { visitor } from '../../console/visitor.ts'
import { Problem } from '../../http/problem.ts'
import { accountTier } from '../../routes/account/account_tier.ts'
import { page, type Route } from '../../routes/route.ts'
import { requireReady } from '../../services.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { assetUrls } from '../../pages/assets.ts'
import { dataNotice } from '../parts/data_notice.ts'
import { linkPreview } from '../../pages/link_preview.ts'
import { belowSearch } from '../below.ts'
import { drawer } from './drawer.ts'
import { filterBar } from './filter_bar.ts'
import { find, type Found } from './found.ts'
import { listing } from './listing.ts'
import { mapPanel } from './map_panel.ts'
import { countLine, helpOf, notes, titleOf } from './said.ts'
import { isPlain, pathOf, readAddress, viewOf, type Address, type View } from './view.ts'

/** `/`: the search, and the view in the page's address. */
export const startPage: Route = forEverybody(
  page({
    path: '/',
    caller: visitor,
    async answer({ http, session }, services) {
      if (http.path !== '/') throw new Problem('not-found', `there is nothing at ${http.path}`)
      const snapshot = requireReady(services)
      const tier = await accountTier(services, session)
      const ask = askingHere(tier, services)
      const view = viewOf(readAddress(http.querystring, tier), snapshot, tier, services.clock())
      const publicUrl = services.publicUrl()
      const title = titleOf(view)
      const shown = await contentOf(view, () => find(view, ask, tier), publicUrl, services.clock())
      return {
        ...showPage({
          title,
          session,
          section: '/',
          head: headOf(title, snapshot, publicUrl, view.address),
          main: html`${isPlain(view.address) ? lead(snapshot) : null} ${search(view)}
            ${dataNotice(snapshot, services.clock())}
            <div
              id="view"
              class="view"
              data-completion="${assetUrls.completion}"
              data-map="${assetUrls.map}"
            >
              ${shown.content}
            </div>
            ${belowSearch(snapshot, services.clock())}`,
        }),
        status: shown.status,
      }
    },
  }),
)

type Content = { status: number; content: Html }

/** The farms of the view, or the reason why there was no search. */
async function contentOf(
  view: View,
  found: () => Promise<Found>,
  publicUrl: string,
  now: Date,
): Promise<Content> {
  try {
    return { status: 200, content: foundView(view, await found(), publicUrl, now) }
  } catch (error) {
    if (!(error instanceof Problem && error.kind === 'bad-request')) throw error
    const complaints = error.errors.map(
      ({ parameter, message }) => html`<li><code>${parameter}</code> ${message}</li>`,
    )
    return {
      status: 400,
      content: emptyState(
        'The address of this view has a mistake',
        html`<ul>
            ${complaints}
          </ul>
          <p><a href="/" data-view>Start again</a></p>`,
      ),
    }
  }
}

const foundView = (view: View, found: Found, publicUrl: string, now: Date): Html =>
  html`<div class="list">
      ${filterBar(view, found)} ${countLine(view, found)} ${notes(view, found)}
      ${found.farms.length > 0 ? listing(view, found, now) : helpOf(view, found)}
      ${drawer(view, publicUrl)}
    </div>
    ${mapPanel(view, found)}`

const lead = ({ manifest }: Snapshot): Html =>
  html`<p class="lead">
    ${groupDigits(manifest.farms)} farms, farmers markets and CSAs in the United States: where they
    are, what they sell, and when that was last said.
  </p>`

const examples = [
  'eggs near Albany, NY',
  '05828',
  'CSAs in Vermont',
  'honey within 50 miles of Boise, ID',
]

const search = ({ address }: View): Html =>
  html`<form class="search" id="search" role="search" action="/" method="get">
    <label for="q" class="unseen">A product, a place or the name of a farm</label>
    <div class="field">
      <input
        id="q"
        name="q"
        type="search"
        value="${address.q}"
        placeholder="eggs near Albany, a ZIP code, a farm’s name"
        maxlength="200"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
      />
      <button>Search</button>
    </div>
    <p class="small examples">
      Try
      ${examples.map(
        (text, at) =>
          html`${at > 0 ? ' · ' : ''}<a
              href="/?q=${encodeURIComponent(text)}"
              data-view
              data-fill="${text}"
              >${text}</a
            >`,
      )}
    </p>
  </form>`

function headOf(title: string, { manifest }: Snapshot, publicUrl: string, address: Address): Html {
  const description = `${groupDigits(manifest.farms)} farms, farmers markets and CSAs in the United States: where they are, what they sell, and how old each listing is. With a map, an API and data files.`
  return html`<link rel="stylesheet" href="${assetUrls.exploreStyle}" />
    <link rel="stylesheet" href="${assetUrls.mapStyle}" />
    <script type="module" src="${assetUrls.exploreScript}"></script>
    ${linkPreview({ title, description, url: `${publicUrl}${pathOf(address)}`, publicUrl })}
    ${
      isPlain(address)
        ? html`<link rel="canonical" href="${publicUrl}/" />`
        : html`<meta name="robots" content="noindex" />`
    }`
}
