import { epochDay, monthNames } from '../../data/calendar.ts'
import { counted } from '../../data/digit_grouping.ts'
import { html, type Html } from '../../data/html.ts'
import { firstDayOf } from '../http/parameters/instants.ts'
import { icon } from './icons.ts'

/** How old a statement is, counted from the reader's day. */
type Freshness = 'within_1_year' | '1_to_3_years' | 'over_3_years' | 'never_dated'

/** Grades a day or instant, ISO 8601; null = never dated. */
function freshnessOf(said: string | null, now: Date): Freshness {
  if (said === null) return 'never_dated'
  const at = epochDay(new Date(said))
  if (at >= firstDayOf('1y', now)) return 'within_1_year'
  return at >= firstDayOf('3y', now) ? '1_to_3_years' : 'over_3_years'
}

/** The mark of a statement's age, and its words: `Confirmed May 2022 (4 years ago)`. */
export function freshness(said: string | null, now: Date, verb = 'Confirmed'): Html {
  const grade = freshnessOf(said, now)
  const words =
    said === null
      ? 'Never dated'
      : html`${verb} ${monthYear(said)} <span>(${agoOf(said, now)})</span>`
  return html`<span class="fresh ${grade}">${icon(grade)}${words}</span>`
}

/** `May 2022`. */
const monthYear = (iso: string) => `${monthNames[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`

/** `4 years ago`, `5 months ago`, `this month`. */
function agoOf(said: string, now: Date): string {
  const at = new Date(said)
  const years = now.getUTCFullYear() - at.getUTCFullYear()
  const isBeforeDay = now.getUTCDate() < at.getUTCDate()
  const months = 12 * years + now.getUTCMonth() - at.getUTCMonth() - (isBeforeDay ? 1 : 0)
  if (months < 1) return 'this month'
  return `${months < 12 ? counted(months, 'month') : counted(Math.floor(months / 12), 'year')} ago`
}
