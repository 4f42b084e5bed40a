import { groupDigits } from '../../data/digit_grouping.ts'
import { html, type Html } from '../../data/html.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { Answer } from '../http/answer.ts'
import { Problem } from '../http/problem.ts'
import type { GivenSession } from '../routes/account/session.ts'
import { anybody } from '../routes/callers.ts'
import { page, type Request, type Route } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { codeBlock } from './parts/code_block.ts'
import { firstRequests, keepKey } from './parts/first_request.ts'
import { goTo, showPage } from './parts/page.ts'
import { fieldTable, paidEndpoints, tierTable } from './parts/tier_table.ts'
import { visitor } from './visitor.ts'

/** The page that everybody begins at; programs that ask for `/` are told that there is nothing. */
export const startPages = (dataRoutes: readonly Route[]): Route[] => [
  page({ path: '/', caller: anybody, answer: leadPeople }),
  page({
    path: '/console',
    caller: visitor,
    answer: ({ session }, services) => start(session, services, dataRoutes),
  }),
]

const start = (
  session: GivenSession | undefined,
  services: Services,
  dataRoutes: readonly Route[],
): Answer =>
  showPage({
    title: 'Find the farms near anywhere',
    session,
    section: '/console',
    main: html`${whatThisIs(services.snapshots.live?.manifest)} ${firstSteps(services, session)}
    ${tiers(services, dataRoutes)}`,
  })

function leadPeople({ http: { req } }: Request): Answer {
  if (req.headers.accept?.includes('text/html')) return goTo('/console')
  throw new Problem('not-found', 'there is nothing at /; people begin at /console')
}

const whatThisIs = (manifest: Manifest | undefined): Html => html`
  <p class="lead">
    An API of ${manifest ? `${groupDigits(manifest.farms)} ` : ''}farms, farmers markets, CSAs and
    ranches in the United States: where they are, what they sell, and when they are open.
  </p>
  ${manifest?.synthetic ? syntheticNotice : null}
`

/** What is said wherever generated farms are shown. */
export const syntheticNotice: Html = html`<p class="notice">
  <strong>Synthetic data.</strong> Farms here were generated for trials. They do not exist.
</p>`

const firstSteps = (services: Services, session: GivenSession | undefined): Html =>
  html`<section aria-labelledby="first">
    <h2 id="first">Your first request</h2>
    <ol>
      <li>${session ? makeKey : signInFirst} Its value is shown once: copy it.</li>
      <li>Keep it where your programs find it, and nobody else does:</li>
    </ol>
    ${codeBlock('Shell', 'the line', keepKey('svc_live_…'))}
    <ol start="3">
      <li>Ask for the two farms nearest to a place, in whichever way suits you:</li>
    </ol>
    ${firstRequests(services.publicUrl())}
    <p>
      Send the key in the <code>X-API-Key</code> header, from a server: a key in a web page’s code
      is everybody’s. What else there is to ask is in the <a href="/docs">API reference</a>.
    </p>
  </section>`

const makeKey = html`<a href="/console/keys#new">Make an API key.</a>`
const signInFirst = html`<a href="/console/sign-in?next=%2Fconsole%2Fkeys">Sign in</a> with your
  email address and make an API key.`

const tiers = ({ config }: Services, dataRoutes: readonly Route[]): Html =>
  html`<section aria-labelledby="tiers">
    <h2 id="tiers">What the tiers give</h2>
    ${tierTable(config, dataRoutes)}
    <p>
      Free keys are for everybody and made here. They are refused
      ${paidEndpoints(dataRoutes).map((path) => html`<code>${path}</code> `)}and what they do not
      get is left out of answers. To move a key to the paid tier, ask whoever runs this service.
    </p>
    <details>
      <summary>Every field and its tier</summary>
      ${fieldTable()}
    </details>
  </section>`
