import { html, type Html } from '../../data/html.ts'
import type { Answer } from '../http/answer.ts'
import type { GivenSession } from '../routes/account/session.ts'
import { page, type Route } from '../routes/route.ts'
import { requireReady, type Services } from '../services.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { downloadPage, downloads } from './downloads.ts'
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
import { signedIn } from './visitor.ts'

/** What the live snapshot is, and its files. */
export const dataPages: Route[] = [
  page({ path: '/console/data', caller: signedIn, answer: showData }),
  downloadPage,
]

async function showData(
  { session }: { session: GivenSession },
  services: Services,
): Promise<Answer> {
  const snapshot = requireReady(services)
  const figures = figuresOf(snapshot)
  const { manifest } = snapshot
  return showPage({
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
