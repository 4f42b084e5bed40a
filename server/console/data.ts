import { html, type Html } from '../../data/html.ts'
import type { Services } from '../services.ts'
import { requireReady } from '../routes/requirements.ts'
import type { GivenSession } from '../routes/account/session.ts'
import type { Call, Page } from '../routes/plain_route.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { downloads, sendDownload } from './downloads.ts'
import { farmMap } from './parts/farm_map.ts'
import { showPage } from './parts/page.ts'
import {
  coverageSection,
  gatesSection,
  sourcesSection,
  typesSection,
  type Figures,
} from './snapshot_sections.ts'
import { instant, instantOr } from './parts/shown.ts'
import { syntheticNotice } from './start.ts'
import { facts } from './parts/table.ts'
import { forSignedIn } from './visitor.ts'

/** What the live snapshot is, and its files. */
export const dataPages: Page[] = [
  { method: 'get', path: '/console/data', handle: forSignedIn(showData) },
  { method: 'get', path: '/console/data/files/:part/:name', handle: forSignedIn(sendDownload) },
]

async function showData(context: Call, services: Services, session: GivenSession): Promise<void> {
  const snapshot = requireReady(services)
  const figures = figuresOf(snapshot)
  const { manifest } = snapshot
  showPage(context, {
    title: 'Data',
    session,
    section: '/console/data',
    main: html`<p class="lead">
        Every answer comes from one snapshot, built from the sources below and checked before it
        went live.
      </p>
      ${manifest.synthetic ? syntheticNotice : null} ${summary(snapshot, figures)} ${map(figures)}
      ${await downloads(services, manifest, session)} ${coverageSection(figures)}
      ${typesSection(figures)} ${sourcesSection(manifest)} ${gatesSection(manifest)}`,
  })
}

const figuresOf = ({ statsBody }: Snapshot): Figures =>
  (JSON.parse(statsBody.toString()) as { data: Figures }).data

function summary({ manifest }: Snapshot, { totals }: Figures): Html {
  const { id, built_at, as_of, farms, product_listings } = manifest
  const states = totals['states'] ?? 0
  return html`${facts(
    [
      ['Farms', farms],
      ['Product listings', product_listings],
      ['States and territories', states],
    ],
    'figures',
  )}
  ${facts([
    ['Snapshot', html`<code>${id}</code>`],
    ['Built', instant(built_at)],
    ['Newest date in the sources', instantOr(as_of, 'not known')],
  ])}`
}

const map = ({ by_state }: Figures): Html =>
  html`<section aria-labelledby="where">
    <h2 id="where">Where the farms are</h2>
    ${farmMap(by_state)}
  </section>`
