import { z } from 'zod'
import { counted } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { stateOf } from '../../../data/geography/states.ts'
import { askingHere } from '../../ask/ask_here.ts'
import { Instead } from '../../http/answer.ts'
import { Problem } from '../../http/problem.ts'
import { codeTabs, curl } from '../../pages/code_blocks.ts'
import { section } from '../../pages/page.ts'
import { bars, shareBar, table } from '../../pages/parts.ts'
import type { StateCoverage } from '../../query/coverage_by_state.ts'
import type { StateOrigins } from '../../query/origins_by_state.ts'
import { farms as farmsRoute } from '../../routes/farms/farms.ts'
import type { Services } from '../../services.ts'
import { ageOf } from '../parts/age.ts'
import {
  kindOfPlace,
  listed,
  listedTo,
  placeTypeWords,
  sourceTitle,
  stateName,
} from '../parts/words.ts'
import { yearBars } from './ages.ts'
import { countedOnce } from './counted_once.ts'
import { fieldBar, fieldsByState } from './coverage.ts'
import { dataPage, dataPath } from './data_page.ts'

const named = 10

/** `/data/NY`: the farms of one state. */
export const statePage = dataPage({
  path: `${dataPath}/:state`,
  under: `${dataPath}/coverage`,
  params: z.object({ state: z.string() }),
  async content({ snapshot, now, address, services }, { state: given }) {
    const state = stateOf(given)
    if (state !== null && state !== given)
      throw new Instead({ status: 308, headers: { Location: `${dataPath}/${state}` }, body: '' })
    const { byState, origins } = await countedOnce(snapshot)
    const coverage = byState.find((each) => each.state === state)
    if (state === null || !coverage)
      throw new Problem(
        'not-found',
        `no farm of a state ${given} is listed; ${dataPath}/coverage lists the states`,
      )
    const { types, farms } = await sampleOf(state, services)
    const { years, sources } = origins.get(state)!
    const name = stateName(state)
    const inWords = `${counted(coverage.farms, 'place')} in ${name}: ${listed(types)}`
    return {
      title: `Farms in ${name}`,
      description: `${inWords}. Known fields, age and sources of these listings.`,
      main: html`<p class="lead">${inWords}.</p>
        ${fieldsSection(coverage)}
        ${section('ages', 'By the year in which they were last confirmed', yearBars(years, coverage.farms))}
        ${sourcesSection(sources, coverage.farms)}
        ${section('farms', coverage.farms > named ? `The ${named} last confirmed` : 'Last confirmed first', farmTable(farms, now))}
        ${section('requests', 'All of them', requests(state, address))}`,
    }
  },
})

/** The latest updated farms of a state, and its place types with their counts, as a free key gets them. */
async function sampleOf(state: string, services: Services) {
  const { data, meta } = await askingHere('free', services)(farmsRoute, {
    state,
    sort: '-updated_at',
    per_page: named,
    facets: 'place_type',
  })
  const counts = meta.facets?.['place_type'] ?? []
  const types = counts.map(({ value, count }) => {
    const [one, several] = placeTypeWords[value as keyof typeof placeTypeWords]
    return count === 1 ? `1 ${one.toLowerCase()}` : `${count} ${several}`
  })
  return { farms: data, types }
}
type Sampled = Awaited<ReturnType<typeof sampleOf>>['farms']

const fieldsSection = ({ farms, known }: StateCoverage): Html =>
  section(
    'fields',
    'Known fields',
    html`<p class="small">
        Hatched: unknown${known.includes(null) ? ' or hidden' : ''}. Unknown never means no.
      </p>
      ${bars(
        fieldsByState.map((field, at) => {
          const count = known[at] ?? null
          const bar = fieldBar(field, count ?? 0, farms)
          return count === null ? { ...bar, value: 'hidden: fewer than 5 farms' } : bar
        }),
      )}`,
  )

const sourcesSection = (sources: StateOrigins['sources'], farms: number): Html =>
  section(
    'sources',
    'Sources',
    html`${bars(
        sources.map(({ source, farms: count }) => shareBar(sourceTitle(source), count, farms)),
      )}
      <p class="small">
        A farm may be in several sources.
        <a href="${dataPath}/sources">Their publishers, terms and ages</a>
      </p>`,
  )

const farmTable = (farms: Sampled, now: Date): Html =>
  table(
    'Farms by the day on which they were last confirmed',
    ['Name', 'Type', 'Town', 'Products', 'Age'],
    farms.map((farm) => [
      html`<a href="/farms/${farm.id}">${farm.name}</a>`,
      kindOfPlace(farm.place_type),
      farm.city ?? 'not known',
      farm.products === null ? 'not known' : listedTo(mostProducts, farm.products),
      ageOf(farm, now),
    ]),
    'stacks',
  )

const mostProducts = 4

const requests = (state: string, publicUrl: string): Html =>
  codeTabs('state', 'Where to get them', {
    Shell: curl(`${publicUrl}/v1/farms?state=${state}&per_page=100&format=csv`),
    DuckDB: `attach '${publicUrl}/v1/catalog.duckdb' as farms;\nfrom farms.farms where state = '${state}';`,
  })
