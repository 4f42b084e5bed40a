import { z } from 'zod'
import { html, type Html } from '../../../data/html.ts'
import { queryText, targetOf } from '../../ask/ask.ts'
import { askingHere } from '../../ask/ask_here.ts'
import { addressForPrograms, codeTabs, curl } from '../../pages/code_blocks.ts'
import { forEverybody } from '../../pages/for_everybody.ts'
import { section, showPage } from '../../pages/page.ts'
import { syntheticNotice } from '../../console/start.ts'
import { visitor } from '../../console/visitor.ts'
import type { Answer } from '../../http/answer.ts'
import { Problem } from '../../http/problem.ts'
import { accountTier } from '../../routes/account/account_tier.ts'
import type { GivenSession } from '../../routes/account/session.ts'
import { page, type Route } from '../../routes/route.ts'
import { requireReady } from '../../services.ts'
import { statementAges } from '../parts/statement_ages.ts'
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
const radii = [5, 10, 25, 50, 100]
const usualRadius = '25'
const examples = ['Albany, NY', 'Portland, OR', 'Madison, WI', '05828']

/** Empty fields are not requested; the data routes check the others. */
const text = z.string().max(200).optional()
const query = z.strictObject({ near: text, radius: text, product: text, said_since: text })
type Given = z.infer<typeof query>

/** Figures of the farms around a place, from the answers of the API. */
export const marketPage: Route = forEverybody(
  page({
    path,
    caller: visitor,
    query,
    async answer({ http, session, query: given }, services) {
      const { manifest } = requireReady(services)
      const notice = manifest.synthetic ? syntheticNotice : null
      const near = given.near?.trim()
      if (!near) return emptyPage(given, session, notice)
      const radius = given.radius?.trim() || usualRadius
      const wanted = {
        near,
        radius,
        product: given.product?.trim() || undefined,
        said_since: given.said_since?.trim() || undefined,
      }
      const tier = await accountTier(services, session)
      try {
        const market = await askMarket(askingHere(tier, services), wanted, tier)
        return showPage({
          title: `Area report: ${market.landscape.location.name}`,
          session,
          section: path,
          main: html`${form(given)} ${notice} ${figures(market)}
          ${requests(wanted, addressForPrograms(http, services))}`,
        })
      } catch (error) {
        if (error instanceof Problem) return refusedPage(given, session, error)
        throw error
      }
    },
  }),
)

const figures = (market: Market): Html => {
  const { landscape, delivery } = market
  const { total_farms, radius_miles } = landscape
  if (total_farms === 0)
    return html`<p class="lead">
      No farm is known within ${radius_miles} miles. Try a larger radius.
    </p>`
  return html`<p class="lead">${inOneSentence(landscape)}</p>
    <p class="small">
      Products were confirmed in the last three years for
      ${landscape.said.products.recent || 'none'} of them. Unknown is never “no”: shares count only
      farms for which a fact is known.
    </p>
    ${summary(landscape)} ${typesSection(landscape)} ${offerSection(landscape)}
    ${pricesSection(market)} ${deliverySection(delivery)} ${competitionSection(market)}`
}

function emptyPage(given: Given, session: GivenSession | undefined, notice: Html | null): Answer {
  return showPage({
    title: 'Area report',
    session,
    section: path,
    main: html`<p class="lead">
        How many farms and markets there are around a place, what they sell, at which prices, and
        how they deliver: counted exactly, with unknowns shown.
      </p>
      ${form(given)} ${notice}
      <p>
        For example
        ${examples.map((near, at) => html`${at > 0 ? ' · ' : ''}<a href="${linkTo({ near })}">${near}</a>`)}
      </p>`,
  })
}

/** The page for an unreadable place or product, with likely alternatives as links. */
function refusedPage(given: Given, session: GivenSession | undefined, refused: Problem): Answer {
  const suggestions = refused.errors.flatMap(({ parameter, suggestion }) =>
    suggestion !== undefined && Object.hasOwn(query.shape, parameter)
      ? [{ suggestion, link: linkTo({ ...given, [parameter]: suggestion }) }]
      : [],
  )
  const [first] = refused.errors
  const said =
    suggestions.length > 1
      ? 'Several places match. Which one?'
      : sentence(first?.message ?? refused.message)
  const answer = showPage({
    title: 'Area report',
    session,
    section: path,
    main: html`${form(given)}
      <p class="notice">${said}</p>
      ${
        suggestions.length === 0
          ? null
          : html`<ul class="choices">
              ${suggestions.map(({ suggestion, link }) => html`<li><a href="${link}">${suggestion}</a></li>`)}
            </ul>`
      }`,
  })
  return { ...answer, status: refused.status }
}

const sentence = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`

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
        ${radii.map(
          (miles) =>
            html`<option value="${miles}" ${String(miles) === radius ? html`selected` : null}>
              ${miles} miles
            </option>`,
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
        ${Object.entries(statementAges).map(
          ([name, since = '']) =>
            html`<option value="${since}" ${since === said_since ? html`selected` : null}>
              ${name}
            </option>`,
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
