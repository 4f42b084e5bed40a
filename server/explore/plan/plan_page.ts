import { counted, groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import type { Point } from '../../../data/geography/distance.ts'
import { badParameters } from '../../http/problem.ts'
import { day as dayParameter } from '../../http/parameters/parameters.ts'
import { showPage } from '../../pages/page.ts'
import { freshness, icon, emptyState } from '../../pages/parts.ts'
import { searchPlace } from '../../query/reader/places/locate.ts'
import { statedOpenings } from '../../query/open_hours/open_at.ts'
import { requireReady } from '../../services.ts'
import { goneWords, keptFarms, limitNotice } from '../farm/open_fields.ts'
import type { Profile } from '../farm/profile.ts'
import { typeIcon } from '../parts/card.ts'
import { dayName, longDate, monthOf, phoneWords, placeTypeWords, townOf } from '../parts/words.ts'
import { idsIn, most } from '../search/view.ts'
import { publicPage, unindexed, visitedPage, type Visit } from '../visit.ts'
import { calendarFile } from './calendar_file.ts'
import { clock, dateOf, openingsFor, dayWords, statedHours } from './day_hours.ts'
import { orderStops, visit_min, type Stop } from './stops.ts'

type Openings = ReturnType<typeof openingsFor>

/** `known`: openings on the day; null = unknown, and `openings` are the last known ones. */
type PlannedStop = Stop<Profile & Visited & { known: Openings; wasClosed: boolean }>
type Visited = { at: Point | null; openings: Openings }

/** A plan: its address, and its farms in order. */
type Plan = {
  ids: string[]
  /** `sat`, or a date. */
  on: string
  date: string
  near: string | null
  /** The point of `near`; null without, or if that is not one place. */
  start: Point | null
  stops: PlannedStop[]
  closed: Profile[]
  gone: string[]
  isLimited: boolean
}

/** `/plan?ids=&on=&near=`: a day's stops in order, and what is not certain. */
export const planPage = publicPage({
  path: '/plan',
  async answer(visit) {
    const plan = await planOf(visit)
    return showPage({
      title: `${dayName(plan.on)} plan`,
      session: visit.session,
      section: '/',
      head: unindexed,
      main: plan.ids.length === 0 ? nothing : shown(plan, visit.now),
    })
  },
})

/** The same as a calendar file. */
export const planCalendar = visitedPage({
  path: '/plan.ics',
  async answer(visit) {
    const { stops, date } = await planOf(visit)
    const events = stops.filter(isInTime).map((stop) => ({
      uid: `${stop.id}-${date}@farm-directory`,
      date,
      begin: stop.begin,
      end: stop.begin + visit_min,
      summary: stop.name,
      location: placeOf(stop),
      description: noteOf(stop, date),
      url: `${visit.publicUrl}/farms/${stop.id}`,
    }))
    return {
      headers: { 'Content-Disposition': `attachment; filename="plan-${date}.ics"` },
      content: { 'Content-Type': 'text/calendar; charset=utf-8' },
      body: calendarFile(events, visit.now),
    }
  },
})

const isInTime = ({ isLate }: PlannedStop) => !isLate

async function planOf(visit: Visit): Promise<Plan> {
  const given = new URLSearchParams(visit.http.querystring)
  const ids = idsIn(given.get('ids'), most.plan)
  const read = dayParameter.safeParse(given.get('on') ?? 'sat')
  if (!read.success)
    throw badParameters([{ parameter: 'on', message: read.error.issues[0]!.message }])
  const on = read.data
  const near = given.get('near')?.slice(0, 200) || null
  const { farms, gone, isLimited } = await keptFarms(ids, visit)
  const date = dateOf(on, visit.now, farms)
  const snapshot = requireReady(visit.services)
  const visits = farms.map((farm) => {
    const known = openingsFor(farm, date, snapshot)
    const stated = known ?? openingsFor(farm, date, snapshot, statedOpenings)
    const wasClosed = stated?.length === 0
    const at = farm.lat === null || farm.lng === null ? null : { lat: farm.lat, lng: farm.lng }
    return { ...farm, at, known, wasClosed, openings: wasClosed ? null : stated }
  })
  const isClosed = ({ known }: { known: Openings }) => known?.length === 0
  const start = startOf(near, visit)
  const stops = orderStops(
    visits.filter((visit) => !isClosed(visit)),
    start,
  )
  return { ids, on, date, near, start, stops, closed: visits.filter(isClosed), gone, isLimited }
}

function startOf(near: string | null, { services }: Visit): Point | null {
  const found = near === null ? null : searchPlace(requireReady(services).gazetteer, near)
  return found?.is === 'place' ? found.location : null
}

const nothing = emptyState(
  'No stop yet',
  html`<p>
    Choose ${icon('bookmark')} <strong>Save</strong> on farms of a <a href="/?on=sat">list</a>, then
    open the plan.
  </p>`,
)

const pathOf = (
  { ids, on, near }: Pick<Plan, 'ids' | 'on' | 'near'>,
  path = '/plan',
  name = 'ids',
) => {
  const query = new URLSearchParams({ [name]: ids.join(), on, ...(near && { near }) })
  return `${path}?${query.toString().replaceAll('%2C', ',')}`
}

function shown(plan: Plan, now: Date): Html {
  const { stops, closed, gone, date, near, start, isLimited } = plan
  const unsure = stops.filter(({ known }) => known === null).length
  const doubtful = stops.filter(({ wasClosed }) => wasClosed)
  const visited = stops.filter(isInTime)
  const late = stops.length - visited.length
  const isLost = near !== null && start === null
  const last = visited.at(-1)
  return html`<p class="lead">
      ${longDate(date)}:
      ${counted(stops.length, 'stop')}${
        last === undefined
          ? ''
          : `, from ${clock(visited[0]!.begin)} to ${clock(last.begin + visit_min)}`
      }.
    </p>
    ${isLimited ? limitNotice : null}
    ${
      closed.length + late + unsure + gone.length === 0 && !isLost
        ? null
        : html`<div class="notice">
            <ul class="plain">
              ${isLost ? html`<li>The drive to the first stop is missing: <strong>${near}</strong> is not one place. Name its state too.</li>` : null}
              ${closed.map(({ name, said_at }) => html`<li><strong>${name}</strong> is closed that day, by its hours ${saidOn(said_at.hours, 'of')}.</li>`)}
              ${late > 0 ? html`<li>${counted(late, 'stop')} cannot be reached in time.</li>` : null}
              ${doubtful.map(({ name, said_at }) => html`<li><strong>${name}</strong> is closed that day, by its last known hours ${saidOn(said_at.hours, 'of')}.</li>`)}
              ${unsure > 0 ? html`<li>The hours of ${counted(unsure, 'stop')} are not confirmed: call first.</li>` : null}
              ${gone.length > 0 ? html`<li>${goneWords(gone)}</li>` : null}
            </ul>
          </div>`
    }
    <ol class="plan">
      ${stops.map((stop, at) => stopShown(plan, stop, at, now))}
    </ol>
    ${
      closed.length === 0
        ? null
        : html`<h2>Closed that day</h2>
            <ul>
              ${closed.map(({ id, name }) => html`<li><a href="/farms/${id}">${name}</a>${unprintedDot}${removal(plan, { id, name })}</li>`)}
            </ul>`
    }
    ${controls(plan)}
    <p class="small">
      Half an hour for each stop; drives are estimated from the straight line at 35 miles an hour.
      The address of this page holds the plan: bookmark or share it.
    </p>`
}

/** `25 min`, `1 h 5 min`. */
const durationWords = (minutes: number): string =>
  minutes < 60
    ? `${minutes}\u00a0min`
    : `${Math.floor(minutes / 60)}\u00a0h ${minutes % 60}\u00a0min`

const milesOf = (miles: number): string => `${groupDigits(Math.round(miles))}\u00a0mi`

function stopShown(plan: Plan, stop: PlannedStop, at: number, now: Date): Html {
  const { id, name, place_type, contact, isLate, drive_min, drive_mi } = stop
  return html`<li>
    ${
      drive_min === 0
        ? null
        : html`<p class="drive">
            ${durationWords(drive_min)} drive,
            ${milesOf(drive_mi)}${at === 0 ? ` from ${plan.near}` : ''}
          </p>`
    }
    <p class="time">
      ${isLate ? null : html`<time datetime="${plan.date}">${clock(stop.begin)}</time>`}
    </p>
    ${typeIcon(place_type)}
    <div>
      <a class="name" href="/farms/${id}">${name}</a>
      <p>${placeTypeWords[place_type][0]} · ${placeOf(stop) || townOf(stop)}</p>
      <p>
        ${isLate ? html`<strong class="mistake">Cannot be reached in time.</strong> ` : null}
        ${hoursOf(stop, plan.date, now)}
      </p>
      <p>
        ${contact?.phone ? html`<a href="tel:${contact.phone}">${phoneWords(contact.phone)}</a>${unprintedDot}` : null}
        ${removal(plan, stop)}
      </p>
    </div>
  </li>`
}

/** A stop's hours on the day, or else the last known ones, and their age. */
function hoursOf(stop: PlannedStop, date: string, now: Date): Html | string {
  const stated = statedHours(stop, date)
  if (stop.known === null && stated === null) return 'Hours not known'
  const hours =
    stop.known === null
      ? `Hours not confirmed; last known to open ${stated}`
      : `Open ${dayWords(stop.known)}`
  return html`${hours} · ${freshness(stop.said_at.hours ?? null, now)}`
}

const placeOf = ({ address, city, state, zip }: Profile) =>
  [address, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

function noteOf(stop: PlannedStop, date: string): string {
  const said = saidOn(stop.said_at.hours)
  if (stop.known !== null) return `Open ${dayWords(stop.known)}, said ${said}: call first.`
  const stated = statedHours(stop, date)
  return stated === null
    ? 'Opening hours are not known: call first.'
    : `Opening hours are not confirmed; last known to open ${stated}, said ${said}: call first.`
}

const saidOn = (day: string | null | undefined, preposition: 'in' | 'of' = 'in') =>
  day == null
    ? `${preposition === 'in' ? 'on' : 'of'} an unknown day`
    : `${preposition} ${monthOf(day)}`

const unprintedDot = html`<span class="unprinted"> · </span>`

const removal = (plan: Plan, { id, name }: Pick<Profile, 'id' | 'name'>): Html =>
  html`<a
    class="unprinted"
    href="${pathOf({ ...plan, ids: plan.ids.filter((each) => each !== id) })}"
    >Remove<span class="unseen"> ${name}</span></a
  >`

function controls(plan: Plan): Html {
  const { ids, on, near, stops } = plan
  return html`<form class="actions unprinted" action="/plan" method="get">
    <input type="hidden" name="ids" value="${ids.join()}" />
    ${near === null ? null : html`<input type="hidden" name="near" value="${near}" />`}
    <label for="on">Day</label>
    <select id="on" name="on">
      ${[...new Set([on, 'sat', 'sun', 'mon', 'tue', 'wed', 'thu', 'fri'])].map(
        (each) => html`<option value="${each}">${dayName(each)}</option>`,
      )}
    </select>
    <button class="quiet">Change the day</button>
    ${stops.some(isInTime) ? html`<a class="button" href="${pathOf(plan, '/plan.ics')}" download>${icon('calendar-plus')} Add to calendar</a>` : null}
    <button type="button" class="quiet" data-print hidden>${icon('printer')} Print</button>
    <a href="${pathOf(plan, '/', 'plan')}">Add a stop</a>
    ${ids.length > 1 ? html`<a href="/compare?ids=${ids.slice(0, most.compare).join()}">Compare</a>` : null}
  </form>`
}
