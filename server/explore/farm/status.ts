import { epochDay } from '../../../data/calendar.ts'
import { html, type Html } from '../../../data/html.ts'
import { freshness, icon } from '../../pages/parts.ts'
import { firstDayOf } from '../../http/parameters/instants.ts'
import { middleTimeZone, wallClock } from '../../query/open_hours/wall_clock.ts'
import { ageOf } from '../parts/age.ts'
import { phoneWords } from '../parts/words.ts'
import type { Profile, Shown } from './profile.ts'
import { hoursAt, isIn } from './week.ts'

/** When a farm is usually open, how old that is, and what to do before a visit. */
export function statusBand({ farm, now }: Shown): Html {
  const said = farm.said_at.hours ?? null
  const seasons = farm.hours_json?.seasons ?? []
  const { date } = wallClock(farm.hours_json?.timezone ?? middleTimeZone, now)
  const today = date.slice(5)
  const isOut = !seasons.some((each) => isIn(each, today))
  const isRecent = isSince(said, '3y', now)
  const opens = isRecent ? 'Usually open' : 'Last known to open'
  const hours = hoursAt(seasons, today)
  const out = isOut ? '; not in season now' : ''
  const [when, during] = hours
    ? [`${opens} ${hours[0]}`, hours[1] + out]
    : [farm.hours == null ? 'Opening hours are not known' : 'Opening hours: see below', '']
  return html`<p class="band">
    <span><strong>${when}</strong>${during}</span>
    <span
      >${farm.hours == null ? ageOf(farm, now, 'Listing confirmed') : freshness(said, now)}</span
    >
    ${advice(farm, isSince(said, '1y', now))}
  </p>`
}

const isSince = (said: string | null, age: string, now: Date) =>
  said !== null && epochDay(new Date(said)) >= firstDayOf(age, now)

function advice({ contact }: Profile, isFresh: boolean): Html | null {
  if (isFresh) return null
  if (contact?.phone) return html`<span>call first</span>`
  return contact?.website ? html`<span>see its website first</span>` : null
}

/** Links to a farm's directions, telephone and website, and to the report. */
export function actions({ farm }: Shown): Html {
  const { phone, website } = farm.contact ?? {}
  const to = directionsTo(farm)
  return html`<p class="actions unprinted">
    ${to === null ? null : link(to, 'map-pin', 'Directions', 'button')}
    ${phone ? link(`tel:${phone}`, 'phone', `Call ${phoneWords(phone)}`) : null}
    ${website ? link(website, 'globe', 'Website') : null}
    ${link(`/plan?ids=${farm.id}`, 'bookmark', 'Plan a visit')}
    <a class="button quiet" href="#report">Closed? Something wrong?</a>
  </p>`
}

const link = (
  href: string,
  name: Parameters<typeof icon>[0],
  words: string,
  kind = 'button quiet',
) =>
  html`<a class="${kind}" href="${href}" rel="noreferrer nofollow noopener"
    >${icon(name)} ${words}</a
  >`

/** A route to a farm on OpenStreetMap, whose page asks for the start; null = its place is not known. */
function directionsTo({ lat, lng }: Profile): string | null {
  if (lat === null || lng === null) return null
  return `https://www.openstreetmap.org/directions?to=${lat.toFixed(5)}%2C${lng.toFixed(5)}`
}
