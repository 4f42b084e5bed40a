import { html, type Html } from '../../data/html.ts'
import { page, type Route } from '../routes/route.ts'
import { requireReady } from '../services.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { downloadPage, downloads } from './downloads.ts'
import { farmMap } from './parts/farm_map.ts'
import { section, showPage } from './parts/page.ts'
import { instant, instantOr } from './parts/shown.ts'
import { facts } from './parts/table.ts'
import {
  coverageSection,
  gatesSection,
  sourcesSection,
  typesSection,
  type Figures,
} from './snapshot_sections.ts'
import { syntheticNotice } from './start.ts'
import { signedIn } from './visitor.ts'

/** The live snapshot and its files. */
export const dataPages: Route[] = [
  page({
    path: '/console/data',
    caller: signedIn,
    async answer({ session }, services) {
      const { manifest, statsBody } = requireReady(services)
      const figures = (JSON.parse(statsBody.toString()) as { data: Figures }).data
      return showPage({
        title: 'Data',
        session,
        section: '/console/data',
        main: html`<p class="lead">
            Every answer comes from one snapshot, built from the sources below and checked before it
            went live.
          </p>
          ${manifest.synthetic ? syntheticNotice : null} ${summary(manifest, figures)}
          ${section('where', 'Where the farms are', farmMap(figures.by_state))}
          ${await downloads(services, manifest, session)} ${coverageSection(figures)}
          ${typesSection(figures)} ${sourcesSection(manifest)} ${gatesSection(manifest)}`,
      })
    },
  }),
  downloadPage,
]

const summary = (
  { id, built_at, as_of, farms, product_listings }: Snapshot['manifest'],
  { totals }: Figures,
): Html =>
  html`${facts(
    [
      ['Farms', farms],
      ['Product listings', product_listings],
      ['States and territories', totals['states'] ?? 0],
    ],
    'figures',
  )}
  ${facts([
    ['Snapshot', html`<code>${id}</code>`],
    ['Built', instant(built_at)],
    ['Newest date in the sources', instantOr(as_of, 'not known')],
  ])}`
