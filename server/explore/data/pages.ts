import { z } from 'zod'
import { counted } from '../../../data/digit_grouping.ts'
import { html } from '../../../data/html.ts'
import { goTo } from '../../pages/page.ts'
import { visitor } from '../../console/visitor.ts'
import { Instead } from '../../http/answer.ts'
import { freshness } from '../../pages/parts.ts'
import { accountTier } from '../../routes/account/account_tier.ts'
import { anybody } from '../../routes/callers.ts'
import { page, type Route } from '../../routes/route.ts'
import { fileAnswer } from '../../routes/snapshots/snapshot_files.ts'
import { requireReady, type Services } from '../../services.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { agesSection } from './ages.ts'
import { countedOnce } from './counted_once.ts'
import { coverageSection, knownShare, nameOfState } from './coverage.ts'
import { dataPage, dataPath, mainPaths } from './data_page.ts'
import { dictionaryPage, dictionaryPath, farmFields } from './dictionary.ts'
import { downloadsPage, filesPath } from './downloads.ts'
import { fieldPage } from './field_page.ts'
import { figuresOn } from './figures.ts'
import { overviewPage } from './overview.ts'
import { sourcesSection } from './sources.ts'
import { statePage } from './state_page.ts'

const coveragePage = dataPage({
  path: `${dataPath}/coverage`,
  async content({ snapshot, figures }) {
    const { byState } = await countedOnce(snapshot)
    const linked = (state: string | null) =>
      state === null
        ? nameOfState(state)
        : html`<a href="${dataPath}/${state}">${nameOfState(state)}</a>`
    return {
      title: 'Coverage of the data',
      description:
        'For how many farms each field is known, in all and in each state, and how old the values are.',
      main: html`<p class="lead">
          Products are known for ${knownShare(figures, 'products')} of the farms, opening hours for
          ${knownShare(figures, 'hours_json')}.
        </p>
        ${coverageSection(figures, byState, linked)} ${agesSection(figures, snapshot.saidDays)}`,
    }
  },
})

const sourcesPage = dataPage({
  path: `${dataPath}/sources`,
  content: ({ manifest, now }) => ({
    title: 'Sources of the data',
    description: 'Age, publisher, terms and use of each list that the directory is built from.',
    main: html`<p class="lead">
        ${counted(manifest.sources.length, 'file')} of
        ${counted(new Set(manifest.sources.map(({ source }) => source)).size, 'source')}, newest
        first.
      </p>
      ${sourcesSection(manifest, (edition) => freshness(edition, now, 'Newest edition'))}`,
  }),
})

/**
 * A paid file of the live snapshot. The session identifies the visitor, since a link in a browser cannot
 * send a key. Free files have the same address as for programs.
 */
const download = page({
  path: `${filesPath}/:part/:name`,
  caller: visitor,
  params: z.object({ part: z.string(), name: z.string() }),
  wayOn: { path: `${dataPath}/downloads`, name: 'Back to the downloads' },
  async answer({ http, session, params: { part, name } }, services: Services) {
    if (part !== 'members') {
      const file = [part, name].map(encodeURIComponent).join('/')
      const Location = `/v1/snapshots/latest/files/${file}`
      return { status: 308, headers: { Location }, body: '' }
    }
    const next = encodeURIComponent(`${dataPath}/downloads`)
    if (!session) throw new Instead(goTo(`/console/sign-in?next=${next}`))
    const { id } = requireReady(services)
    const tier = await accountTier(services, session)
    const answer = await fileAnswer(http, services, { id, name: `${part}/${name}`, tier })
    return { ...answer, headers: { ...answer.headers, 'Cache-Control': 'no-store' } }
  },
})

const formerPage = page({ path: '/console/data', caller: anybody, answer: () => goTo(dataPath) })

/** The addresses of the pages, with each state's and each field's. */
export const dataPaths = ({ stats }: Snapshot, now: Date): string[] => [
  ...mainPaths,
  ...figuresOn(stats, now)
    .by_state.filter(({ value }) => value !== 'unknown')
    .map(({ value }) => `${dataPath}/${value}`),
  ...farmFields.map(({ name }) => `${dictionaryPath}/${name}`),
]

/** The pages of the live snapshot: its coverage, its sources, its files, and its fields. */
export const dataPages: Route[] = [
  overviewPage,
  coveragePage,
  sourcesPage,
  downloadsPage,
  dictionaryPage,
  fieldPage,
  statePage,
  download,
  formerPage,
]
