import { groupDigits } from '../../data/digit_grouping.ts'
import { html, type Html } from '../../data/html.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import { freeFields, paidFields, profileFields, farm } from '../../data/schema/tables/farm.ts'
import type { Config } from '../config.ts'
import type { Answer } from '../http/answer.ts'
import type { Http, Route } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { addressForPrograms, codeBlock, firstRequests, keepKey } from '../pages/code_blocks.ts'
import { home } from './parts/key_card.ts'
import { keyTiles } from './parts/key_tiles.ts'
import { section, showPage } from '../pages/page.ts'
import { facts, table } from '../pages/parts.ts'
import { tables } from '../../data/schema/tables/tables.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { dailyLimit } from '../routes/account/account_keys.ts'

/** The home of the console without a session: how to begin with the API. */
export const startShown = (http: Http, services: Services, dataRoutes: readonly Route[]): Answer =>
  showPage({
    title: 'Start with the API',
    session: undefined,
    section: home,
    main: html`${whatThisIs(services.snapshots.live?.manifest)} ${keyTiles}
      <p class="actions">
        <a class="button" href="/console/sign-in">Sign in to create a key</a>
      </p>
      ${firstRequestSection(
        addressForPrograms(http, services),
        html`<a href="/console/sign-in">Sign in</a> with your email address and create an API key.`,
      )}
      ${tiersSection(services.config, dataRoutes)}`,
  })

const whatThisIs = (manifest: Manifest | undefined): Html => html`
  <p class="lead">
    An API of ${manifest ? `${groupDigits(manifest.farms)} ` : ''}farms, farmers markets, CSAs
    (community-supported agriculture) and ranches in the United States: where they are, what they
    sell, and when they are open.
  </p>
  ${manifest?.synthetic ? syntheticNotice : null}
`

/** The notice on every page that shows generated farms. */
export const syntheticNotice: Html = html`<p class="notice">
  <strong>Synthetic data.</strong> These farms were generated for testing. They do not exist.
</p>`

/** The first request as programs, after the instructions for getting a key. */
export const firstRequestSection = (publicUrl: string, how: Html): Html =>
  section(
    'first',
    'Your first request',
    html`<ol>
        <li>${how} Its value is shown once: copy it.</li>
        <li>Store it where only your programs can read it:</li>
      </ol>
      ${codeBlock('Shell', 'the line', keepKey('svc_live_…'))}
      <ol start="3">
        <li>Request the two farms nearest to a place, in the language of your choice:</li>
      </ol>
      ${firstRequests(publicUrl)}
      <p>
        Send the key in the <code>X-API-Key</code> header. The
        <a href="/docs">API reference</a> describes all other requests.
      </p>`,
  )

export function tiersSection(config: Config, dataRoutes: readonly Route[]): Html {
  const paidRoutes = dataRoutes.filter(({ caller }) => caller.tier === 'paid')
  return section(
    'tiers',
    'Tiers',
    html`${tierTable(config, dataRoutes)}
      ${facts(
        [
          ['Free fields', codes(freeFields)],
          ['Paid fields', codes([...paidFields, ...profileFields])],
          ['Paid endpoints', codes(paidRoutes.map((each) => each.path))],
        ],
        'by-tier',
      )}
      <p>
        Anyone can create free keys here. To move a key to the paid tier,
        ${contactOf(config) ?? 'ask the operator of this service'}.
      </p>
      <details>
        <summary>Every field and its tier</summary>
        ${fieldTable()}
      </details>`,
  )
}

const codes = (names: readonly string[]): Html =>
  html`${names.map((name) => html`<code>${name}</code> `)}`

function contactOf({ contact }: Config): Html | undefined {
  if (contact === undefined) return undefined
  const isPage = contact.startsWith('https:')
  return html`ask <a href="${isPage ? contact : `mailto:${contact}`}">${contact}</a>`
}

/** The tiers, from the routes, the schemas and the configuration. */
function tierTable(config: Config, dataRoutes: readonly Route[]): Html {
  const routes = (tier: Tier) =>
    dataRoutes.filter(({ caller }) => tier === 'paid' || caller.tier === tier)
  const files = (tier: Tier) => tables.filter((file) => tier === 'paid' || file.tier === tier)
  const fields = { free: freeFields.length, paid: Object.keys(farm.shape).length }
  const row = (name: string, cell: (tier: Tier) => string) => [name, cell('free'), cell('paid')]
  return table(
    'Keys of each tier',
    ['What', 'Free', 'Paid'],
    [
      row('Requests a day (UTC)', (tier) => groupDigits(dailyLimit(config, tier))),
      row('Fields of a farm', (tier) => `${fields[tier]} of ${fields.paid}`),
      row('Data endpoints', (tier) => `${routes(tier).length} of ${dataRoutes.length}`),
      row('Tables to download', (tier) => `${files(tier).length} of ${tables.length}`),
      row('Filters', (tier) => (tier === 'free' ? 'on its fields' : 'on every field')),
    ],
  )
}

function fieldTable(): Html {
  const tierOf = (field: keyof typeof farm.shape) => farm.shape[field].meta()?.tier ?? 'free'
  const rows = [...freeFields, ...paidFields, ...profileFields].map((field) => [
    html`<code>${field}</code>`,
    tierOf(field),
    farm.shape[field].meta()?.description ?? '',
  ])
  return table('Fields of a farm', ['Field', 'Tier', 'Meaning'], rows)
}
