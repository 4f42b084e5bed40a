import { isInYear, isRecurring } from '../../../data/calendar.ts'
import { days, type Day, type Season, type Weekly } from '../../../data/schema/hours.ts'
import { counted } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { capital, monthOf } from '../parts/words.ts'

/** `9`, `8:30`, `noon`, `midnight`, of a time such as `08:30`. */
function clockWords(time: string): string {
  const [hour, minute] = [Number(time.slice(0, 2)) % 24, time.slice(3)]
  if (minute === '00' && hour % 12 === 0) return hour === 0 ? 'midnight' : 'noon'
  return `${hour % 12 || 12}${minute === '00' ? '' : `:${minute}`}`
}

/** `9–1 and 4–6`, `all day`; empty without openings. */
export const openingWords = (openings: Weekly[Day] = []): string =>
  openings
    .map(([from, to]) =>
      from === '00:00' && to === '24:00' ? 'all day' : `${clockWords(from)}–${clockWords(to)}`,
    )
    .join(' and ')

/** `9 AM`, `8:30 PM`, `noon`, of a time such as `08:30`. */
export function timeWords(time: string): string {
  const clock = clockWords(time)
  const half = Number(time.slice(0, 2)) % 24 < 12 ? 'AM' : 'PM'
  return /^\d/.test(clock) ? `${clock}\u00a0${half}` : clock
}

/** A week in words: `Mon–Fri 8–5, Sat 9–1`; `daily 8–5`. */
export function weekWords(weekly: Weekly): string {
  const runs: { first: Day; last: Day; times: string }[] = []
  for (const [at, day] of days.entries()) {
    const times = openingWords(weekly[day])
    const run = runs.at(-1)
    if (times === '') continue
    if (run?.times === times && run.last === days[at - 1]) run.last = day
    else runs.push({ first: day, last: day, times })
  }
  return runs
    .map(({ first, last, times }) => {
      if (first === 'mon' && last === 'sun') return `daily ${times}`
      return `${capital(first)}${first === last ? '' : `–${capital(last)}`} ${times}`
    })
    .join(', ')
}

type Bounds = Pick<Season, 'from' | 'to'>

const monthIn = (day: string) => Number(day.slice(-5, -3))

/** `May`, of a day of any year. */
const monthName = (day: string) => monthOf(`2000-${day.slice(-5)}`).slice(0, -' 2000'.length)

/** A season in words: `May to October`, `all year`, `9 May`; with the year if it is of one year. */
export function seasonWords({ from, to }: Bounds): string {
  if (from === null && to === null) return 'all year'
  const year = isRecurring(from ?? to) ? '' : ` ${(to ?? from)!.slice(0, 4)}`
  if (from !== null && from === to) return `${Number(from.slice(-2))} ${monthName(from)}${year}`
  if (from?.endsWith('01-01') && to?.endsWith('12-31')) return `all year${year && `,${year}`}`
  const [first, last] = [from, to].map((day) => day && monthName(day))
  if (first === null) return `until ${last}${year}`
  if (last === null) return `from ${first}${year}`
  return (first === last ? first : `${first} to ${last}`) + year
}

/** A season by its days, `4 May to 14 October`; whole months by their names alone. */
export function seasonDays(bounds: Bounds): string {
  const { from, to } = bounds
  const isWhole = (from?.endsWith('-01') ?? true) && (to === null || isMonthEnd(to))
  if (isWhole || from === to) return seasonWords(bounds)
  const year = isRecurring(from ?? to) ? '' : ` ${(to ?? from)!.slice(0, 4)}`
  const [first, last] = [from, to].map((day) => day && `${Number(day.slice(-2))} ${monthName(day)}`)
  if (first === null) return `until ${last}${year}`
  return (last === null ? `from ${first}` : `${first} to ${last}`) + year
}

const isMonthEnd = (day: string) =>
  Number(day.slice(-2)) >= new Date(Date.UTC(2001, monthIn(day), 0)).getUTCDate()

/** Returns true if a day (MM-DD) of any year is in a season. */
export const isIn = ({ from, to }: Bounds, day: string): boolean =>
  isInYear(from?.slice(-5) ?? '01-01', to?.slice(-5) ?? '12-31', day)

/** The seasons, those of the same days as one: the hours of a store and of its pickup. */
function joined(seasons: readonly Season[]): Season[] {
  const ofSameDays = Map.groupBy(
    seasons,
    ({ from, to, weekly }) => `${from} ${to} ${weekly === null}`,
  )
  return [...ofSameDays.values()].map(([first, ...others]) => {
    const weeks = [first!, ...others].flatMap(({ weekly }) => weekly ?? [])
    return weeks.length < 2 ? first! : { ...first!, weekly: joinedWeek(weeks) }
  })
}

const joinedWeek = (weeks: readonly Weekly[]): Weekly =>
  Object.fromEntries(
    days.map((day) => [day, joinedOpenings(weeks.flatMap((week) => week[day] ?? []))]),
  )

type Opening = NonNullable<Weekly[Day]>[number]

function joinedOpenings(openings: readonly Opening[]): Opening[] {
  const all: Opening[] = []
  for (const next of openings.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const last = all.at(-1)
    if (!last || next[0] > endOf(last)) all.push([...next])
    else if (endOf(next) > endOf(last)) last[1] = next[1]
  }
  return all
}

/** The end of an opening on the clock of its first day: `26:00` for 2 in the night. */
const endOf = ([from, to]: Opening): string =>
  to > from ? to : `${Number(to.slice(0, 2)) + 24}${to.slice(2)}`

/** The latest season that a day (MM-DD) of any year is in, else the last with known times. */
export function seasonAt(seasons: readonly Season[], day: string): Season | undefined {
  const known = joined(seasons).filter(({ weekly }) => weekly !== null && weekWords(weekly) !== '')
  return known.findLast((season) => isIn(season, day)) ?? known.at(-1)
}

/**
 * When a farm is open in its season of a day (MM-DD), else in its last one: `Sat 9–1`, `, May to October`; or
 * `May to October`, `; times not known`. null = no season is known.
 */
export function hoursAt(
  seasons: readonly Season[],
  day: string,
): [when: string, during: string] | null {
  const season = seasonAt(seasons, day)
  if (season) return [weekWords(season.weekly!), `, ${seasonWords(season)}`]
  const untimed = seasons.find((each) => isIn(each, day)) ?? seasons.at(-1)
  return untimed ? [seasonWords(untimed), '; times not known'] : null
}

/** Maximum number of seasons with a week, and of seasons without times, on a page. */
const [mostWeeks, mostUnknown] = [4, 3]

/**
 * The weeks of the last seasons, each with a bar of its months, and the seasons without known times. If all
 * times are unknown, the status band has that, and the seasons stand alone.
 */
export function weekGrid(seasons: readonly Season[]): Html {
  const known = joined(seasons).flatMap(({ weekly, ...bounds }) =>
    weekly ? [{ ...bounds, weekly }] : [],
  )
  const unknown = seasons.filter(({ weekly }) => weekly === null)
  const named = unknown.slice(-mostUnknown).map(seasonDays)
  const more = known.length - mostWeeks
  const name = known.length > 0 ? 'Times not known' : 'Season'
  return html`${known.length > 0 ? weeks(known.slice(-mostWeeks)) : null}
  ${more > 0 ? html`<p class="small">And ${counted(more, 'more season')}.</p>` : null}
  ${named.length > 0 ? html`<p class="unknown">${name}: ${named.join(', ')}${unknown.length > mostUnknown ? ', …' : '.'}</p>` : null}`
}

const weeks = (seasons: readonly (Bounds & { weekly: Weekly })[]): Html =>
  html`<table class="week">
    <caption class="unseen">
      Opening hours by day
    </caption>
    <thead>
      <tr>
        ${days.map((day) => html`<th scope="col">${capital(day)}</th>`)}
      </tr>
    </thead>
    ${seasons.map(
      ({ weekly, ...bounds }) =>
        html`<tbody>
          <tr>
            <th scope="rowgroup" colspan="7">Season: ${seasonDays(bounds)} ${seasonBar(bounds)}</th>
          </tr>
          <tr>
            ${days.map((day) => {
              const times = openingWords(weekly[day])
              return times === ''
                ? html`<td class="unknown">–<span class="unseen"> closed</span></td>`
                : html`<td class="open">${times}</td>`
            })}
          </tr>
        </tbody>`,
    )}
  </table>`

/** The year as a bar from January to December, with the months of a season filled; null = the whole year. */
function seasonBar({ from, to }: Bounds): Html | null {
  const [first, last] = [from ? monthIn(from) : 1, to ? monthIn(to) : 12]
  const parts = first <= last ? [[first, last]] : [[1, last], [first, 12]] // prettier-ignore
  if (first === 1 && last === 12) return null
  return html`<span class="season" aria-hidden="true"
    >Jan
    <svg viewBox="0 0 120 12" preserveAspectRatio="none">
      ${parts.map(
        ([begin, end]) =>
          html`<rect x="${(begin! - 1) * 10}" width="${(end! - begin! + 1) * 10}" height="12" />`,
      )}
    </svg>
    Dec</span
  >`
}
