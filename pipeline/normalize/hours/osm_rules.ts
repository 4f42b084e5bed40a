import { calendarDay, daysInMonth, monthNames } from '../../../data/calendar.ts'
import { days as week, minuteOfDay, type Day } from '../../../data/schema/hours.ts'
import { daysBetween } from './calendar.ts'
import type { YearSpan } from './year_days.ts'

/** One rule of an `opening_hours` string. */
export type OsmRule = {
  /** Effect on earlier rules: replace them on its days, add to them, or fill in where they are closed. */
  joins: 'instead' | 'also' | 'otherwise'
  /** null = every day of every year. */
  dates: YearSpan[] | null
  /** null = every day of the week. */
  days: Day[] | null
  holidays: boolean
  /** Minutes after midnight; `closes` past 1440 is on the next day. null = no times stated. */
  times: { opens: number; closes: number }[] | null
  state: 'open' | 'off' | 'unknown'
}

/**
 * Splits an OpenStreetMap `opening_hours` string into its rules: `24/7`, months and dates, weekdays, times,
 * `off` and `unknown`. Null if it is not such a string, or contains parts not supported here: weeks, sunrise,
 * `Sa[1]`, school holidays, comments, open ends of times.
 *
 * Source: https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification
 */
export function parseOsmRules(text: string): OsmRule[] | null {
  const tokens = tokenize(text)
  if (tokens === null) return null
  const reader = new Reader(tokens)
  const rules: OsmRule[] = []
  let joins: OsmRule['joins'] = 'instead'
  for (;;) {
    const rule = readRule(reader, joins)
    if (rule === null) return null
    if (rules.push(rule) > mostRules) return null
    if (reader.done) return rules
    const next = reader.take(';') ? 'instead' : reader.take(',') ? 'also' : null
    if (next === null && !reader.take('||')) return null
    joins = next ?? 'otherwise'
    if (reader.done) return joins === 'instead' ? rules : null
  }
}

/** OpenStreetMap's limit of 255 characters leaves no room for more. */
const mostRules = 40

const word =
  /(?<always>24\/7)|(?<time>\d\d:\d\d)|(?<year>(?:19|20)\d\d)(?![\d:])|(?<day>\d{1,2})(?![\d:/])|(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?![A-Za-z])|(?<weekday>Mo|Tu|We|Th|Fr|Sa|Su|PH)(?![A-Za-z])|(?<state>off|closed|open|unknown)(?![A-Za-z])|(?<sign>\|\||[-–,;:+])/y

type Kind = 'always' | 'time' | 'year' | 'day' | 'month' | 'weekday' | 'state' | 'sign'
type Token = { kind: Kind; text: string }

function tokenize(text: string): Token[] | null {
  const tokens: Token[] = []
  for (let at = 0; at < text.length;) {
    if (text[at] === ' ') {
      at++
      continue
    }
    word.lastIndex = at
    const groups = word.exec(text)?.groups
    if (!groups) return null
    const [kind, found] = Object.entries(groups).find(([, found]) => found !== undefined)!
    tokens.push({ kind: kind as Kind, text: found.replace('–', '-') })
    at = word.lastIndex
  }
  return tokens.length > 0 ? tokens : null
}

/** A cursor over the tokens. */
class Reader {
  readonly #tokens: Token[]
  #at = 0
  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }
  get done() {
    return this.#at === this.#tokens.length
  }
  /** True if tokens of these kinds, or with these signs, come next. */
  sees(...wanted: string[]): boolean {
    return wanted.every((one, i) => {
      const token = this.#tokens[this.#at + i]
      return token !== undefined && (token.kind === one || token.text === one)
    })
  }
  /** Takes the next token if it is of this kind, or this sign. */
  take(wanted: Kind | ',' | ';' | '||' | '-' | ':' | '+'): string | null {
    return this.sees(wanted) ? this.#tokens[this.#at++]!.text : null
  }
}

function readRule(reader: Reader, joins: OsmRule['joins']): OsmRule | null {
  if (reader.take('always')) {
    const times = [{ opens: 0, closes: 24 * 60 }]
    return { joins, dates: null, days: null, holidays: false, times, state: 'open' }
  }
  const dates = reader.sees('month') || reader.sees('year') ? readDates(reader) : null
  if (dates) reader.take(':')
  const days = reader.sees('weekday') ? readDays(reader) : null
  const times = reader.sees('time') ? readTimes(reader) : null
  if (dates === 'wrong' || days === 'wrong' || times === 'wrong') return null
  const stated = reader.take('state')
  if (!dates && !days && !times && !stated) return null
  const state = stated === 'closed' ? 'off' : ((stated ?? 'open') as OsmRule['state'])
  const weekdays = days && week.filter((day) => days.has(day))
  return { joins, dates, days: weekdays, holidays: days?.has('PH') ?? false, times, state }
}

function readDates(reader: Reader): YearSpan[] | 'wrong' {
  const dates: YearSpan[] = []
  do {
    const date = readSpan(reader)
    if (date === null) return 'wrong'
    dates.push(date)
  } while ((reader.sees(',', 'month') || reader.sees(',', 'year')) && reader.take(','))
  return dates
}

/** `2018+`, `2017-2018`, `May`, `May-Oct`, `Jun 14-Aug 30`, `Dec 24-26`, `2017 Jun 14-2017 Aug 30`. */
function readSpan(reader: Reader): YearSpan | null {
  const first = readEnd(reader)
  if (first.month === null && reader.take('+')) return { from: `${first.year}-01-01`, to: null }
  const last = reader.take('-') ? readEnd(reader, first) : first
  if ((first.month === null) !== (last.month === null)) return null
  const year = last.year ?? first.year
  if (first.year === null && year !== null) return null
  const from = calendarDay(first.year, first.month ?? 1, first.day ?? 1)
  const to = calendarDay(year, last.month ?? 12, last.day ?? daysInMonth(last.month ?? 12, year))
  return from && to && (year === null || from <= to) ? { from, to } : null
}

type End = { year: number | null; month: number | null; day: number | null }

/** Reads one end of a span. A day alone is in the month of the first end. */
function readEnd(reader: Reader, first?: End): End {
  const number = (text: string | null) => (text === null ? null : Number(text))
  const year = number(reader.take('year'))
  const name = reader.take('month')
  const month = name ? monthNames.indexOf(name) + 1 : null
  const day = number(reader.take('day'))
  return { year, month: month ?? (day !== null ? (first?.month ?? null) : null), day }
}

function readDays(reader: Reader): Set<Day | 'PH'> | 'wrong' {
  const days = new Set<Day | 'PH'>()
  do {
    const first = dayOf(reader.take('weekday')!)
    const last = reader.take('-') ? reader.take('weekday') : null
    if (last === null && reader.sees('-')) return 'wrong'
    for (const day of last === null ? [first] : daysOfRange(first, dayOf(last))) days.add(day)
  } while (reader.sees(',', 'weekday') && reader.take(','))
  return days
}

const dayOf = (name: string): Day | 'PH' =>
  name === 'PH' ? 'PH' : week.find((day) => day.startsWith(name.toLowerCase()))!

const daysOfRange = (first: Day | 'PH', last: Day | 'PH'): (Day | 'PH')[] =>
  first === 'PH' || last === 'PH' ? [first, last] : daysBetween(first, last)

function readTimes(reader: Reader): { opens: number; closes: number }[] | 'wrong' {
  const times = []
  do {
    const opens = minuteOfDay(reader.take('time')!)
    const end = reader.take('-') ? reader.take('time') : null
    if (end === null) return 'wrong'
    const until = minuteOfDay(end)
    const closes = until > opens ? until : until + 24 * 60
    if (opens >= 24 * 60) return 'wrong'
    times.push({ opens, closes })
  } while (reader.sees(',', 'time') && reader.take(','))
  return times
}
