import { renderSVG } from 'uqr'
import { z } from 'zod'
import { html, Html } from '../../../data/html.ts'
import { codeBlock, curl } from '../../pages/code_blocks.ts'
import { section, showPage } from '../../pages/page.ts'
import { syntheticNotice } from '../../console/start.ts'
import type { Answer } from '../../http/answer.ts'
import { Problem } from '../../http/problem.ts'
import { farm as farmRoute } from '../../routes/farms/farm.ts'
import { history } from '../../routes/farms/history.ts'
import { requireReady } from '../../services.ts'
import { placeCard, typeIcon } from '../parts/card.ts'
import { longDate, phoneWords, placeTypeWords, searchedTown, townOf } from '../parts/words.ts'
import { pathOf } from '../search/view.ts'
import { reportNotice, reportSection } from '../report/form.ts'
import { shownReports } from '../report/report.ts'
import { publicPage, unindexed, type Visit } from '../visit.ts'
import { headOf } from './head.ts'
import { localMap } from './local_map.ts'
import { limitNotice, openly } from './open_fields.ts'
import { originSection, timeline } from './origin.ts'
import { neighboursOf, type Neighbour, type Profile, type Shown } from './profile.ts'
import { hoursSection, membersSection, paymentSection, productsSection } from './sections.ts'
import { actions, statusBand } from './status.ts'

const noFarm = 'this link leads to no farm'

/** `/farms/{id}`: one farm, with the fields that the visitor may see. */
export const farmPage = publicPage({
  path: '/farms/:id',
  params: z.object({ id: z.uuid(noFarm).toLowerCase() }),
  wayOn: { path: '/', name: 'Find other farms' },
  async answer(visit) {
    const { ask, services } = visit
    const { id } = visit.params
    const { manifest } = requireReady(services)
    try {
      const { data: free } = await ask(farmRoute, { id })
      if (free.id !== id)
        return { status: 301, headers: { Location: `/farms/${free.id}` }, body: '' }
      const { listings: runs, changes } = (await ask(history, { id })).data
      const neighbours = await neighboursOf(ask, free)
      const reports = await shownReports(services, id, manifest.built_at)
      const { farm, refusal } = await openly(free, visit)
      const isLimited = refusal !== null
      const answer = shownFarm({
        ...visit,
        farm,
        runs,
        changes,
        neighbours,
        reports,
        manifest,
        isLimited,
      })
      if (refusal === null) return answer
      return { ...answer, status: 429, headers: { ...answer.headers, ...refusal } }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.farm) return delisted(error.farm, visit)
      throw error.kind === 'not-found' ? new Problem('not-found', noFarm) : error
    }
  },
})

const shownFarm = (shown: Shown): Answer => {
  const { farm, neighbours, reports, session } = shown
  const kind =
    farm.place_type === 'csa'
      ? 'CSA (community-supported agriculture)'
      : placeTypeWords[farm.place_type][0]
  // Without products, the first column would be nearly empty.
  const isBrief = farm.products === null
  return showPage({
    title: farm.name,
    session,
    head: headOf(shown),
    section: '/',
    main: html`<p class="lead kind">
        ${typeIcon(farm.place_type)}
        ${kind}${townOf(farm) === '' ? null : html` in ${townOf(farm)}`}
      </p>
      ${farm.synthetic ? syntheticNotice : null} ${reportNotice(reports)} ${statusBand(shown)}
      ${actions(shown)} ${shown.isLimited ? limitNotice : null}
      <div class="farm">
        <div class="about">
          ${hoursSection(shown)} ${productsSection(shown)} ${paymentSection(shown)}
          ${membersSection(shown)} ${originSection(shown)} ${isBrief ? nearby(shown) : null}
        </div>
        <div class="beside">
          ${place(farm, neighbours)} ${printed(shown)} ${isBrief ? null : nearby(shown)}
          ${reportSection(farm.id)} ${forPrograms(shown)}
        </div>
      </div>`,
  })
}

/** A farm's map and address, with a notice if its point is not exact. */
function place(farm: Profile, neighbours: readonly Neighbour[]): Html {
  const { name, lat, lng, location_precision } = farm
  const points = neighbours.flatMap(({ lat, lng }) =>
    lat === null || lng === null ? [] : [{ lat, lng }],
  )
  return html`<figure class="where">
    ${
      lat === null || lng === null
        ? html`<p class="unknown">No source states the location.</p>`
        : localMap(name, { lat, lng }, points)
    }
    <figcaption>
      ${addressOf(farm)}
      ${location_precision === null ? null : html`<span class="small">${precisions[location_precision]}</span>`}
    </figcaption>
  </figure>`
}

/** A notice if a farm's point is not exact. */
const precisions: Record<string, string> = {
  exact: '',
  doubtful:
    'The point is doubtful: the address contradicts it, unrelated addresses share it, or it is the middle of the town.',
  zip_centroid: 'The point is only the middle of its ZIP code.',
}

function addressOf({ address, city, county, state, zip }: Profile): Html {
  const line = [address, city, [state, zip].filter((each) => each != null).join(' ')]
  return html`<address>
    ${line.filter(Boolean).join(', ') || 'Address not known'}
    ${county === null ? null : html`<span class="small">County: ${county}</span>`}
  </address>`
}

function nearby({ farm, neighbours, now }: Shown): Html {
  const near = searchedTown(farm)
  return section(
    'nearby',
    'Nearby',
    neighbours.length === 0
      ? html`<p class="unknown">The directory lists no other farm within 25 miles.</p>`
      : html`<ol class="farms">
            ${neighbours.map((each) => placeCard(each, { now }))}
          </ol>
          ${near === undefined ? null : html`<p><a href="${pathOf({ q: '', near, filters: {} })}">All farms near ${near}</a></p>`}`,
  )
}

const forPrograms = ({ farm: { id }, address }: Shown): Html =>
  html`<details>
    <summary>For programs</summary>
    ${codeBlock('Shell', 'the request', curl(`${address}/v1/farms/${id}`))}
    <p class="small">
      <a href="/explore/api/farms/${id}">Its free fields as JSON</a>,
      <a href="/docs/getFarm">all fields</a>. Prices, practices, certifications and delivery are for
      <a href="/console#tiers">keys of the paid tier</a>. History:
      <code>/v1/farms/${id}/history</code>
    </p>
  </details>`

/** What paper needs besides: the page's address as text and as a picture for telephones. */
function printed({ farm, publicUrl }: Shown): Html {
  const url = `${publicUrl}/farms/${farm.id}`
  const { phone, website } = farm.contact ?? {}
  return html`<div class="printed break">
    ${new Html(renderSVG(url, { border: 0 }))}
    <p>${[phone && phoneWords(phone), website, url].filter(Boolean).join(' · ')}</p>
  </div>`
}

/** The page of a delisted farm: its last known values, with status 410. */
async function delisted(
  { id, name, last_listed }: NonNullable<Problem['farm']>,
  { ask, session }: Visit,
): Promise<Answer> {
  const { listings: runs, changes } = (await ask(history, { id })).data
  const shown = showPage({
    title: name ?? 'A delisted farm',
    session,
    head: unindexed,
    main: html`<p class="notice">
        <strong>No source lists this farm any more.</strong>
        ${last_listed === null ? null : html`It was last listed on ${longDate(last_listed)}.`} It
        may have closed or changed its name.
      </p>
      ${timeline(runs, changes)}
      <p class="actions"><a class="button" href="/">Find other farms</a></p>`,
  })
  return { ...shown, status: 410 }
}
