import { z } from 'zod'
import { html, type Html } from '../../../data/html.ts'
import type { Ask } from '../../ask/ask.ts'
import { askingHere } from '../../ask/ask_here.ts'
import { forEverybody } from '../../pages/for_everybody.ts'
import { section, showPage } from '../../pages/page.ts'
import { facts, type Cell } from '../../pages/table.ts'
import { syntheticNotice } from '../../console/start.ts'
import { visitor } from '../../console/visitor.ts'
import type { Answer } from '../../http/answer.ts'
import { uuid } from '../../http/parameters/parameters.ts'
import { Problem } from '../../http/problem.ts'
import { accountTier } from '../../routes/account/account_tier.ts'
import { farm as farmRoute } from '../../routes/farms/farm.ts'
import { history } from '../../routes/farms/history.ts'
import type { GivenSession } from '../../routes/account/session.ts'
import { page, type Route } from '../../routes/route.ts'
import { requireReady } from '../../services.ts'
import { assetUrls } from '../../pages/assets.ts'
import { longDate, placeTypeWords, stateName, townOf } from '../parts/words.ts'
import { reportNotice, reportSection } from '../report/form.ts'
import { shownReports } from '../report/report.ts'
import { headOf } from './head.ts'
import { localMap } from './local_map.ts'
import { historySection, originSection } from './origin.ts'
import { neighboursOf, type Neighbour, type Profile, type Shown } from './profile.ts'
import { membersSection, productsSection } from './sections.ts'

/** `/farms/{id}`: the fields of one farm that the visitor's tier may see. */
export const farmPage: Route = forEverybody(
  page({
    path: '/farms/:id',
    caller: visitor,
    params: z.object({ id: uuid }),
    wayOn: { path: '/', name: 'Find other farms' },
    async answer({ session, params: { id } }, services) {
      const tier = await accountTier(services, session)
      const ask = askingHere(tier, services)
      const { manifest } = requireReady(services)
      try {
        const { data: farm } = await ask(farmRoute, { id })
        if (farm.id !== id)
          return { status: 301, headers: { Location: `/farms/${farm.id}` }, body: '' }
        const { listings: runs, changes } = (await ask(history, { id })).data
        const neighbours = await neighboursOf(ask, farm)
        const publicUrl = services.publicUrl()
        const reports = await shownReports(services, id, manifest.built_at)
        const shown = { farm, runs, changes, neighbours, reports, tier, manifest, publicUrl }
        return shownFarm(shown, session)
      } catch (error) {
        if (!(error instanceof Problem && error.farm)) throw error
        return delisted(error.farm, ask, session)
      }
    },
  }),
)

const shownFarm = (shown: Shown, session: GivenSession | undefined): Answer => {
  const { farm, runs, changes, neighbours, reports } = shown
  return showPage({
    title: farm.name,
    session,
    head: headOf(shown),
    section: '/',
    main: html`<p class="lead">
        ${placeTypeWords[farm.place_type][0]}${townOf(farm) === '' ? null : html` in ${townOf(farm)}`}
      </p>
      ${farm.synthetic ? syntheticNotice : null} ${reportNotice(reports)}
      <div class="farm">
        <div class="where">${place(farm, neighbours)}</div>
        <div class="about">
          ${productsSection(shown)} ${membersSection(shown)} ${originSection(shown)}
          ${historySection(farm.id, runs, changes)}
        </div>
        <div class="beside">
          ${nearby(farm, neighbours)} ${asJson(shown)} ${reportSection(farm.id)}
        </div>
      </div>`,
  })
}

/** The precision of a farm's point, in words. */
const precisions: Record<string, string> = {
  exact: 'as in the source',
  doubtful: 'doubtful: the address contradicts it, or unrelated addresses share it',
  zip_centroid: 'only the middle of its ZIP code',
}

function place(farm: Profile, neighbours: readonly Neighbour[]): Html {
  const { name, lat, lng, county, state, location_precision, first_listed, last_listed } = farm
  const pairs: [string, Cell][] = [
    ['County', county === null ? 'not known' : `${county}${state ? `, ${stateName(state)}` : ''}`],
    ['First listed', first_listed === null ? 'not known' : longDate(first_listed)],
    ['Last listed', last_listed === null ? 'not known' : longDate(last_listed)],
  ]
  if (lat !== null && lng !== null)
    pairs.splice(1, 0, [
      'Location',
      `${lat.toFixed(4)}, ${lng.toFixed(4)}, ${precisions[location_precision ?? 'exact']}`,
    ])
  return html`<figure class="place">
      ${
        lat === null || lng === null
          ? html`<p class="unknown">No source states the location.</p>`
          : localMap(
              name,
              { lat, lng },
              neighbours.flatMap(({ lat, lng }) =>
                lat === null || lng === null ? [] : [{ lat, lng }],
              ),
            )
      }
    </figure>
    ${facts(pairs, 'stacked')}`
}

const nearby = (farm: Profile, neighbours: readonly Neighbour[]): Html =>
  section(
    'nearby',
    'Nearby',
    neighbours.length === 0
      ? html`<p class="unknown">The directory lists no other farm within 25 miles.</p>`
      : html`<ul class="nearby">
            ${neighbours.map(
              ({ id, name, place_type, distance_mi }) =>
                html`<li>
                  <a href="/farms/${id}">${name}</a>
                  <span class="small"
                    >${placeTypeWords[place_type][0]}, ${distance_mi!.toFixed(1)} mi</span
                  >
                </li>`,
            )}
          </ul>
          ${farm.city !== null && farm.state !== null ? html`<p><a href="/?q=${encodeURIComponent(`near ${townOf(farm)}`)}">All farms near ${townOf(farm)}</a></p>` : null}`,
  )

const asJson = ({ farm: { id }, tier }: Shown): Html =>
  section(
    'json',
    'For programs',
    html`<p>
      <a href="/explore/api/farms/${id}">This record as JSON</a
      >${tier === 'paid' ? ', its free fields' : ''}, as <code>GET /v1/farms/${id}</code> answers
      it. The <a href="/docs">API reference</a> describes its fields.
    </p>`,
  )

/** The page of a delisted farm: its last known values, with status 410. */
async function delisted(
  { id, name, last_listed }: NonNullable<Problem['farm']>,
  ask: Ask,
  session: GivenSession | undefined,
): Promise<Answer> {
  const { listings: runs, changes } = (await ask(history, { id })).data
  const shown = showPage({
    title: name ?? 'A delisted farm',
    session,
    head: html`<link rel="stylesheet" href="${assetUrls.exploreStyle}" />
      <meta name="robots" content="noindex" />`,
    main: html`<p class="notice">
        <strong>No source lists this farm any more.</strong>
        ${last_listed === null ? null : html`It was last listed on ${longDate(last_listed)}.`} It
        may have closed or changed its name.
      </p>
      ${historySection(id, runs, changes)}
      <p class="actions"><a class="button" href="/">Find other farms</a></p>`,
  })
  return { ...shown, status: 410 }
}
