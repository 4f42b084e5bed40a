import { daysInMonth, monthNames } from '../../../data/calendar.ts'
import {
  closesOnHolidays,
  days as week,
  holidayRule,
  type HoursJson,
  type Season,
  type Weekly,
} from '../../../data/schema/hours.ts'

/**
 * Writes opening hours in OpenStreetMap's `opening_hours` notation: `Jun 14-Aug 30 We 09:00-13:00`. If the
 * place closes on public holidays, `; PH off` follows. Seasons with unknown times come last, as `|| Sep-Oct
 * unknown`. Returns null if no times are known.
 *
 * Source: https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification
 */
export function openingHours(hours: HoursJson | null): string | null {
  const text = hours && writeSeasons(hours.seasons)
  return text !== null && closesOnHolidays(hours!) ? withHolidays(text) : text
}

/** Evaluators accept no other rule with `24/7`. */
function withHolidays(text: string): string {
  const [known, ...unknown] = text.split(' || ')
  const rules = known === '24/7' ? '00:00-24:00' : known
  return [`${rules}; ${holidayRule}`, ...unknown].join(' || ')
}

function writeSeasons(seasons: Season[]): string | null {
  const known = seasons.filter((season) => season.weekly !== null)
  if (known.length === 0) return null
  const rules = known.flatMap((season) =>
    weeklyRules(season.weekly!).flatMap((rule) => inSeason(season, rule)),
  )
  const unknown = seasons
    .filter((season) => season.weekly === null)
    .flatMap((season) => inSeason(season, 'unknown'))
  const always = rules.length === 1 && rules[0] === '00:00-24:00' ? '24/7' : null
  return [always ?? (rules.join(separator(known)) || 'off'), ...unknown].join(' || ')
}

function inSeason({ from, to }: Season, rule: string): string[] {
  return seasonDays(from, to).map((days) => `${days} ${rule}`.trim())
}

/** A rule after `;` replaces earlier rules on its days; a rule after `,` adds to them. */
function separator(seasons: Season[]): string {
  const runsPastMidnight = seasons.some(({ weekly }) =>
    Object.values(weekly!)
      .flat()
      .some(([opens, closes]) => closes <= opens),
  )
  return seasons.length > 1 || runsPastMidnight ? ', ' : '; '
}

type Day = { year: string; month: number; day: number }

/**
 * The dates of a season, in as many selectors as needed. Common evaluators do not understand the
 * specification's open end, `2014 Oct 25+`, and an open beginning has no notation.
 */
function seasonDays(from: string | null, to: string | null): string[] {
  if (from === null) return to === null ? [''] : seasonDays('1970-01-01', to)
  const first = readDay(from)
  if (to === null) {
    const later = `${Number(first.year) + 1}+`
    return [...seasonDays(from, `${first.year}-12-31`), later]
  }
  if (from === to) return [write(first)]
  const last = readDay(to)
  if (first.year === '' && first.day === 1 && last.day === daysInMonth(last.month)) {
    return [monthRange(first.month, last.month)]
  }
  // Evaluators ignore a season that ends the day before it begins.
  const isNearlyAllYear = first.year === '' && from > to && first.month - last.month <= 1
  if (isNearlyAllYear) return [`${write(first)}-Dec 31,Jan 01-${write(last)}`]
  return [`${write(first)}-${write(last)}`]
}

function monthRange(first: number, last: number): string {
  if (first === (last % 12) + 1) return ''
  const [start, end] = [monthNames[first - 1]!, monthNames[last - 1]!]
  return start === end ? start : `${start}-${end}`
}

function readDay(text: string): Day {
  const [day, month, year = ''] = text.split('-').reverse()
  return { year, month: Number(month), day: Number(day) }
}

const write = ({ year, month, day }: Day) =>
  `${year} ${monthNames[month - 1]} ${String(day).padStart(2, '0')}`.trim()

/** `Mo-Fr 09:00-17:00`, `Sa,Su 10:00-14:00`: one rule per set of days with the same openings. */
function weeklyRules(weekly: Weekly): string[] {
  const open = [...week.keys()].filter((day) => weekly[week[day]!]?.length)
  const byTimes = Map.groupBy(open, (day) => weekly[week[day]!]!.map(writeOpening).join(','))
  return [...byTimes].map(([times, days]) => {
    if (days.length === 7 && times === '00:00-24:00') return times
    return `${writeDays(days)} ${times}`
  })
}

/** An opening of 24 hours closes past 24:00. */
function writeOpening([opens, closes]: [string, string]): string {
  if (opens !== closes) return `${opens}-${closes}`
  return `${opens}-${Number(opens.slice(0, 2)) + 24}${opens.slice(2)}`
}

function writeDays(days: number[]): string {
  const runs: number[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && run.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  return runs
    .flatMap((run) => (run.length > 2 ? [`${name(run[0]!)}-${name(run.at(-1)!)}`] : run.map(name)))
    .join(',')
}

const name = (day: number) => week[day]!.replace(/^(.)(.).$/, (_, a, b) => a.toUpperCase() + b)
