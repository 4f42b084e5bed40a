import { z } from 'zod'
import { html, type Html } from '../../../data/html.ts'
import { stateOf } from '../../../data/geography/states.ts'
import { counted } from '../../../data/digit_grouping.ts'
import { queryText, targetOf } from '../../ask/ask.ts'
import { codeTabs, curl } from '../../pages/code_blocks.ts'
import { section, showPage } from '../../pages/page.ts'
import { inline, sentence } from '../../pages/shown.ts'
import { syntheticNotice } from '../../console/start.ts'
import { Problem } from '../../http/problem.ts'
import { requireReady } from '../../services.ts'
import { options } from '../../pages/parts.ts'
import { placeFault, stateName, statementAges } from '../parts/words.ts'
import { publicPage } from '../visit.ts'
import { askMarket, requestsOf, type Market, type Wanted } from './market.ts'
import { pricesSection } from './prices.ts'
import {
  competitionSection,
  deliverySection,
  inOneSentence,
  offerSection,
  summary,
  typesSection,
} from './sections.ts'

const path = '/market'
const radii = ['5', '10', '25', '50', '100']
const usualRadius = '25'
const examples = ['Albany, NY', 'Portland, OR', 'Madison, WI', '05828']

/** Empty fields are not requested; the data routes check the others. */
const text = z.string().max(200).optional()
const query = z.strictObject({ near: text, radius: text, product: text, said_since: text })
type Given = z.infer<typeof query>

/** Figures of the farms around a place, from the answers of the API. */
export const marketPage = publicPage({
  path,
  query,
  async answer({ session, query: given, ask, tier, address, services }) {
    const { manifest } = requireReady(services)
    const notice = manifest.synthetic ? syntheticNotice : null
    const shown = (title: string, content: Html) =>
      showPage({ title, session, section: path, main: html`${form(given)} ${content}` })
    const near = given.near?.trim()
    if (!near)
      return showPage({
        title: 'Area report',
        session,
        section: path,
        main: introduction(given, notice),
      })
    const wanted = {
      near,
      radius: given.radius?.trim() || usualRadius,
      product: given.product?.trim() || undefined,
      said_since: given.said_since?.trim() || undefined,
    }
    try {
      const market = await askMarket(ask, wanted, tier)
      return shown(
        `Area report: ${market.landscape.location.name}`,
        html`${notice} ${figures(market, given)} ${requests(wanted, address)}`,
      )
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { ...shown('Area report', refusal(given, error)), status: error.status }
    }
  },
})

const figures = (market: Market, given: Given): Html => {
  const { landscape, delivery } = market
  const unlisted = unlistedProduct(market, given)
  const { total_farms, radius_miles } = landscape
  if (total_farms === 0)
    return html`<p class="lead">
      ${sentence(landscape.hints?.[0] ?? `no farm is known within ${counted(radius_miles, 'mile')}`)}
    </p>`
  return html`${unlisted}
    <p class="lead">${inOneSentence(landscape)}</p>
    <p class="small">
      Products were confirmed in the last three years for
      ${landscape.said.products.recent || 'none'} of them. Unknown is never “no”: shares count only
      farms for which a fact is known.
    </p>
    ${summary(landscape)} ${typesSection(landscape)} ${offerSection(landscape)}
    ${unlisted ? null : pricesSection(market)} ${deliverySection(delivery)}
    ${unlisted ? null : competitionSection(market)}`
}

/** A notice of a product that no listing names, with likelier products as links; null = a listing names it. */
function unlistedProduct({ prices }: Market, given: Given): Html | null {
  if (prices?.matched_products?.length !== 0) return null
  const { product, did_you_mean, broader } = prices
  const others = did_you_mean ? [did_you_mean] : (broader ?? []).map(({ value }) => value)
  return html`<p class="notice">No listing names “${product}” as a product.</p>
    ${choices(others.map((text) => ({ text, link: linkTo({ ...given, product: text }) })))}`
}

const choices = (links: readonly { text: string; link: string }[]): Html | null =>
  links.length === 0
    ? null
    : html`<ul class="choices">
        ${links.map(({ text, link }) => html`<li><a href="${link}">${text}</a></li>`)}
      </ul>`

const introduction = (given: Given, notice: Html | null): Html =>
  html`<p class="lead">
      How many farms and markets there are around a place, what they sell, at which prices, and how
      they deliver: counted exactly, with unknowns shown.
    </p>
    ${form(given)} ${notice}
    <p>
      For example
      ${examples.map((near, at) => html`${at > 0 ? ' · ' : ''}<a href="${linkTo({ near })}">${near}</a>`)}
    </p>`

/** Why a place or product can't be read, with likely alternatives as links. */
function refusal(given: Given, refused: Problem): Html {
  const [first] = refused.errors
  const state = first?.parameter === 'near' ? stateOf(given.near ?? null) : null
  if (state !== null)
    return html`<p class="notice">
      Enter a town, county or ZIP code in ${stateName(state)}, or see
      <a href="/?state=${state}">all its farms</a>.
    </p>`
  const suggestions = refused.errors.flatMap(({ parameter, suggestion }) =>
    suggestion !== undefined && Object.hasOwn(query.shape, parameter)
      ? [{ text: suggestion, link: linkTo({ ...given, [parameter]: suggestion }) }]
      : [],
  )
  const said =
    suggestions.length > 1
      ? 'Several places match. Which one?'
      : inline(
          first?.parameter === 'near' && suggestions.length === 0
            ? placeFault(first.message)
            : sentence(first?.message ?? refused.message),
        )
  return html`<p class="notice">${said}</p>
    ${choices(suggestions)}`
}

const linkTo = (given: Given): string => `${path}${queryText(given)}`

const form = ({ near = '', radius = usualRadius, product = '', said_since = '' }: Given): Html =>
  html`<form class="asking" method="get" action="${path}">
    <p>
      <label for="near">Near</label>
      <input
        id="near"
        name="near"
        type="text"
        required
        maxlength="200"
        value="${near}"
        placeholder="City and state, county, or ZIP code"
      />
    </p>
    <p>
      <label for="radius">Within</label>
      <select id="radius" name="radius">
        ${options(
          [...new Set([...radii, radius])].map((miles) => [miles, `${miles} miles`]),
          radius,
        )}
      </select>
    </p>
    <p>
      <label for="product">Product, if any</label>
      <input
        id="product"
        name="product"
        type="text"
        maxlength="200"
        value="${product}"
        placeholder="eggs"
      />
    </p>
    <p>
      <label for="said_since">Confirmed within</label>
      <select id="said_since" name="said_since">
        ${options(
          Object.entries(statementAges).map(([name, since = '']) => [since, name]),
          said_since,
        )}
      </select>
    </p>
    <p><button>Show</button></p>
  </form>`

/** The same requests as programs. */
function requests(wanted: Wanted, publicUrl: string): Html {
  const { landscape, competition, delivery, prices, rivals } = requestsOf(wanted)
  const command = (target: string) => curl(publicUrl + target)
  const commands = {
    Landscape: command(targetOf(...landscape)),
    Competition: command(targetOf(...competition)),
    Delivery: command(targetOf(...delivery)),
    ...(prices && { Prices: command(targetOf(...prices)) }),
    ...(rivals && { Farms: command(targetOf(...rivals)) }),
  }
  return section(
    'requests',
    'The same from a program',
    html`<p>These figures are answers of the API, which a <a href="/console">key</a> opens.</p>
      ${codeTabs('request', 'Which figures', commands)}`,
  )
}
