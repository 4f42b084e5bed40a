import { z } from 'zod'
import { html, type Html } from '../../../data/html.ts'
import { forEverybody } from '../../pages/for_everybody.ts'
import { goTo, section, showPage } from '../../pages/page.ts'
import { visitor } from '../../console/visitor.ts'
import { Instead } from '../../http/answer.ts'
import { countChanges } from '../../query/changes/count_changes.ts'
import { coverageByState, type StateCoverage } from '../../query/coverage_by_state.ts'
import { farmCells } from '../../query/farm_cells.ts'
import { accountTier } from '../../routes/account/account_tier.ts'
import { anybody } from '../../routes/callers.ts'
import { page, type Route } from '../../routes/route.ts'
import { fileAnswer } from '../../routes/snapshots/snapshot_files.ts'
import { requireReady, type Services } from '../../services.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { agesSection, yearPlots } from './ages.ts'
import { changesSection } from './changes.ts'
import { dataNotice } from '../parts/data_notice.ts'
import { coverageSection, fieldsByState } from './coverage.ts'
import { dictionarySection } from './dictionary.ts'
import { dotMap } from './dot_map.ts'
import { downloadsSection, filesPath } from './downloads.ts'
import type { StatsFigures } from './figures.ts'
import { gatesSection } from './gates.ts'
import { sourcesSection } from './sources.ts'
import { contents, summary, typesSection } from './summary.ts'

const path = '/data'
const cellResolution = 4

const showData = page({
  path,
  caller: visitor,
  async answer({ session }, services) {
    const snapshot = requireReady(services)
    const { manifest, stats } = snapshot
    const now = services.clock()
    const figures = (JSON.parse(stats.on(now).toString()) as { data: StatsFigures }).data
    const { map, byState, plots } = await drawnOnce(snapshot)
    const tier = await accountTier(services, session)
    return showPage({
      title: 'The data',
      session,
      section: path,
      main: html`<p class="lead">
          Every answer comes from one snapshot, built from the sources below and checked before it
          went live. This page shows its content, its gaps and its files.
        </p>
        ${dataNotice(snapshot, now)} ${summary(manifest, figures)} ${contents(parts)}
        ${section('map', 'Map of the farms', map)} ${coverageSection(figures, byState)}
        ${agesSection(figures, plots)} ${typesSection(figures)} ${sourcesSection(manifest)}
        ${changesSection(await countChanges(services))} ${gatesSection(manifest)}
        ${downloadsSection(manifest, tier, services.publicUrl())} ${dictionarySection()}`,
    })
  },
})

type Drawn = { map: Html; byState: StateCoverage[]; plots: Html }
const held = new WeakMap<Snapshot, { hidden: string; drawn: Promise<Drawn> }>()

/** Draws the parts that need a query: once per snapshot, and again if other farms are hidden. */
function drawnOnce(snapshot: Snapshot): Promise<Drawn> {
  const hidden = snapshot.hidden.key
  const known = held.get(snapshot)
  if (known?.hidden === hidden) return known.drawn
  const drawn = draw(snapshot)
  held.set(snapshot, { hidden, drawn })
  drawn.catch(() => held.delete(snapshot))
  return drawn
}

async function draw(snapshot: Snapshot): Promise<Drawn> {
  const [cells, byState] = await Promise.all([
    farmCells(snapshot, cellResolution),
    coverageByState(snapshot, fieldsByState),
  ])
  return { map: dotMap(cells), byState, plots: yearPlots(snapshot.saidDays) }
}

const parts = {
  map: 'Map',
  coverage: 'Known fields',
  ages: 'Ages',
  sources: 'Sources',
  changes: 'Changes',
  gates: 'Checks',
  downloads: 'Downloads',
  dictionary: 'Dictionary',
}

/**
 * A paid file of the live snapshot. The session identifies the visitor, since a link in a browser cannot
 * send a key. Free files have the same address as for programs.
 */
const download = page({
  path: `${filesPath}/:part/:name`,
  caller: visitor,
  params: z.object({ part: z.string(), name: z.string() }),
  wayOn: { path: `${path}#downloads`, name: 'Back to the downloads' },
  async answer({ http, session, params: { part, name } }, services: Services) {
    if (part !== 'members') return movedTo(`/v1/snapshots/latest/files/${part}/${name}`)
    if (!session) throw new Instead(goTo(`/console/sign-in?next=${encodeURIComponent(path)}`))
    const { id } = requireReady(services)
    const tier = await accountTier(services, session)
    const answer = await fileAnswer(http, services, { id, name: `${part}/${name}`, tier })
    return { ...answer, headers: { ...answer.headers, 'Cache-Control': 'no-store' } }
  },
})

const movedTo = (address: string) => ({
  status: 308,
  headers: { Location: encodeURI(address) },
  body: '',
})

/** The former path of the page. */
const formerPage = page({ path: '/console/data', caller: anybody, answer: () => goTo(path) })

/** The pages of the live snapshot: its coverage, its sources, and its files. */
export const dataPages: Route[] = [forEverybody(showData), download, formerPage]
