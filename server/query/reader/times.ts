import { LRUCache } from 'lru-cache'
import { addDays, weekday } from '../../../data/calendar.ts'
import { days, timeOfDay } from '../../../data/schema/hours.ts'
import { day } from '../../http/parameters/parameters.ts'
import { plainly, without, type Span } from './draft.ts'
import { negators } from './words.ts'

/** Day and time in a text, as parameters of lists. */
export type Times = {
  spans: Span[]
  open_at?: 'now'
  open_on?: string
  open_between?: string
  /** Other days that the text names: Sunday, of a weekend. */
  otherDays?: string[]
}

/** Names in full, and short ones, which are read only after a word such as `open`. */
const dayNames = [
  ['monday|lunes', 'mon'],
  ['tuesday|tusday|martes', 'tue|tues'],
  ['wednesday|wensday|wendsday|wednsday|miercoles', 'wed|weds'],
  ['thursday|thurday|thrusday|jueves', 'thu|thur|thurs'],
  ['friday|viernes', 'fri'],
  ['saturday|saterday|satuday|satruday|sabado', 'sat'],
  ['sunday|sundy|domingo', 'sun'],
] as const
const months = [
  'jan(?:uary)?|enero',
  'feb(?:ruary)?|febrero',
  'mar(?:ch)?|marzo',
  'apr(?:il)?|abril',
  'may|mayo',
  'june?|junio',
  'july?|julio',
  'aug(?:ust)?|agosto',
  'sep(?:t|tember)?|septiembre',
  'oct(?:ober)?|octubre',
  'nov(?:ember)?|noviembre',
  'dec(?:ember)?|diciembre',
]

/** Words before a day or time. */
const opening =
  '(?:open(?:s|ed)?|abiert[oa]s?|abren?|that are|is|are|on|en|this|este|next|coming|every|each|all day|the|los|las|el|la|todos)'
const lead = `(?:${opening} )*`
const clock = '(\\d{1,2}|(?:noon|midday|mediodia)\\b)(?::([0-5]\\d))? ?([ap])?\\.?(?:m\\b\\.?)?'

/** Words after a day whose short name is alone. */
const afterShort =
  '(?= (?:near|around|(?:farmers )?markets?|mornings?|afternoons?|evenings?|\\d{1,2} ?(?::|-|to\\b|am\\b|pm\\b))| ?[-–&/] ?(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun)\\b|$)'
const dayPatterns = dayNames.map(
  ([full, short]) =>
    new RegExp(
      `\\b(?:${lead}(?:${full})s?|(?:${opening} )+(?:${short})|(?:${short})${afterShort}|(?<=(?:noon|midday|[ap]m) )(?:${short}))\\b(?! harbor)`,
    ),
)
/** The same after a day, such as the second of `saturday and sunday`. */
const furtherDays = dayNames.map(
  ([full, short]) =>
    new RegExp(
      `\\b(?:(?:and|or|to|thru|through|y|o|a|hasta) )?${lead}(?:${full})s?\\b(?! harbor)|(?:\\b(?:and|or|to|thru|through) |[-–&/] ?)(?:${short})\\b`,
    ),
)
const now = new RegExp(
  `\\b(?:${lead}right now|${opening} now|(?:${opening} )*ahora(?: mismo)?|open today now)\\b`,
)
const relative = new RegExp(
  `\\b(${lead})(today|tonight|hoy|esta noche|(?:(?:the )?day after )?tomorrow|(?:pasado )?manana|weekends?|fin(?:es)? de semana|weekdays?|entre semana)\\b`,
)
const dated = new RegExp(`\\b${lead}(\\d{4}-\\d\\d-\\d\\d)\\b`)
const ofMonth = new RegExp(
  `\\b${lead}(?:(${months.map((each) => `(?:${each})`).join('|')})\\.? (\\d{1,2})(?:st|nd|rd|th)?|(\\d{1,2}) de (${months.map((each) => `(?:${each})`).join('|')}))\\b(?:,? (\\d{4}))?`,
)
const slashed = new RegExp(`\\b${lead}(\\d{1,2})/(\\d{1,2})(?:/(20\\d\\d))?(?![\\d/])`)
const parts: [RegExp, string][] = [
  [/\b(?:in the |por la |en la )?(?:mornings?|mananas)\b|\b(?:por|en) la manana\b/, '06:00-12:00'],
  [/\b(?:in the |por la |en la )?(?:afternoons?|tardes?)\b/, '12:00-17:00'],
  [/\b(?:in the |por la |en la )?(?:evenings?|nights?|noches?)\b/, '17:00-21:00'],
]
/** The same with or without a day. */
const ends: [RegExp, string][] = [
  [
    /\b(?:open(?:s|ed)? (?:(?:until|till?) )?late|late night|abiert[oa]s? hasta tarde)\b/,
    '20:00-24:00',
  ],
  [/\b(?:open(?:s|ed)? early|early morning|abiert[oa]s? temprano)\b/, '00:00-08:00'],
]
const range = new RegExp(
  `\\b(?:${opening} )*(from |between |de |entre )?${clock} ?(?:-|–|to|and|until|till|a|y|hasta) ?${clock}(?![\\d-])`,
)
const after = new RegExp(
  `\\b((?:${opening} )*)(after|past|from|before|at|by|until|till?|(?:despues|antes) de(?:l| las?)?|desde(?: el| las?)?|hasta(?: el| las?)?|a las?|al(?= m)) ${clock}`,
)
/** A time of day alone: `saturday 9am`, `10:30 sunday`. */
const exact = new RegExp(
  `\\b(${lead})(\\d{1,2})(?=(?::[0-5]\\d)? ?[ap]\\.?m\\b|:[0-5]\\d\\b)(?::([0-5]\\d))?(?: ?([ap])\\.?m\\b\\.?)?`,
)

const closing =
  "(?:not )?(?:closed|closes|closing|shut|cerrad[oa]s?|cierran?|(?:(?:is|are|do|does|wo)n[’']?t|not|never|no) (?:open(?:s|ed)?|abiert[oa]s?|abren?))"
const excluding = `(?:${[...negators].join('|')})(?: for)?`
/** The names of the days in full, as a pattern. */
export const fullDay = `(?:${dayNames.map(([full]) => full).join('|')})s?`
const anyDay = `(?:${fullDay}|${dayNames.map(([, short]) => short).join('|')})`
const moreDays = `(?:(?:,? (?:and|or|to|thru|through|y|o|a|hasta) |, ?| ?[-–&/] ?)(?:${anyDay})\\b)*`

/** Days and times at which farms are closed: `closed sundays and mondays`, `not on sunday`, `sundays closed`. */
export const closedTimes = new RegExp(
  [
    `\\b${closing} ${lead}${anyDay}\\b${moreDays}`,
    `\\b${closing} (?:(?:right )?now\\b|${[relative, dated, ofMonth, slashed, range, after].map(({ source }) => source).join('|')})`,
    `\\b${excluding} ${lead}${fullDay}\\b${moreDays}`,
    `\\b${lead}${fullDay}\\b${moreDays} (?:is |are |estan? )?${closing}\\b(?! ${lead}(?:${anyDay}|\\d))`,
  ].join('|'),
)

/**
 * Reads days and times: `open now`, `Saturday morning`, `on July 4`, `this weekend`, `after 5pm`, `los sábados`.
 * `today`: the date at the place, YYYY-MM-DD. A time without a day is one of today.
 */
export function readTimes(text: string, today: string): Times {
  const found: Times = { spans: [] }
  let left = plainly(text)
  const take: Take = (pattern, isSure = () => true) => {
    const match = pattern.exec(left)
    if (!match || !isSure(match)) return null
    const span = { start: match.index, end: match.index + match[0].length }
    found.spans.push(span)
    left = without(left, span)
    return match
  }
  if (take(now)) return { ...found, open_at: 'now' }
  readDay(take, found, today)
  readTime(take, found)
  if (found.open_between !== undefined) found.open_on ??= weekdayOf(today)
  return found
}

/** Returns true if a text names a day or time, so that its meaning depends on the day of the request. */
export const hasTimes = (text: string): boolean => text !== '' && timed.memo(text)

/** The answers for the texts asked last, since a request asks several times. */
const timed = new LRUCache<string, boolean>({
  max: 2000,
  memoMethod: (text) => readTimes(text, '2000-01-01').spans.length > 0,
})

type Take = (
  pattern: RegExp,
  isSure?: (match: RegExpExecArray) => boolean,
) => RegExpExecArray | null

const weekdayOf = (date: string): string => days[weekday(date)]!

function readDay(take: Take, found: Times, today: string): void {
  const at = dayPatterns.findIndex((pattern) => take(pattern))
  if (at !== -1) {
    found.open_on = days[at]!
    const further = days.filter((_, other) => take(furtherDays[other]!) && other !== at)
    if (further.length > 0) found.otherDays = further
    return
  }
  const relatively = take(relative)
  if (relatively) return readRelative(relatively[2]!, found, today)
  const named = take(dated)?.[1] ?? dateOf(take(ofMonth), today)
  // `1/2` alone is a half.
  const figures = take(slashed, ([whole, , day]) => /^[a-z]/.test(whole) || Number(day) > 4)
  const date = named ?? (figures && nextDate(figures.slice(1), today))
  if (date && day.safeParse(date).success) found.open_on = date
}

function readRelative(word: string, found: Times, today: string): void {
  if (/weekday|entre/.test(word)) {
    found.open_on = 'mon'
    found.otherDays = ['tue', 'wed', 'thu', 'fri']
  } else if (/week|fin/.test(word)) {
    found.open_on = 'sat'
    found.otherDays = ['sun']
  } else if (/tomorrow|manana/.test(word))
    found.open_on = weekdayOf(addDays(today, /after|pasado/.test(word) ? 2 : 1))
  else found.open_on = weekdayOf(today)
  if (/tonight|noche/.test(word)) found.open_between = '17:00-21:00'
}

/** The next such day of a named month; null = no such day. */
function dateOf(match: RegExpExecArray | null, today: string): string | null {
  if (!match) return null
  const [, name, day, spanishDay, spanishName, year] = match
  const month = months.findIndex((each) => new RegExp(`^(?:${each})$`).test(name ?? spanishName!))
  return nextDate([String(month + 1), day ?? spanishDay!, year], today)
}

/** The next such day of a month in figures. */
function nextDate([month, day, year]: (string | undefined)[], today: string): string {
  const text = `${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  const thisYear = Number(today.slice(0, 4))
  const next = `${thisYear}-${text}` < today ? thisYear + 1 : thisYear
  return `${year ?? next}-${text}`
}

function readTime(take: Take, found: Times): void {
  const isTold = found.open_on !== undefined
  const between = take(range, (match) => isTold || isRange(match))
  if (between) return setRange(between, found)
  const one = take(after, isAfterOpening)
  const [word, hour, minute, half] = one?.slice(2) ?? take(exact)?.slice(1) ?? []
  if (word !== undefined) {
    // `open until 8` is in the evening.
    const isEvening = half === undefined && untilWord.test(word) && Number(hour) < 11
    found.open_between = spanBy(word, minuteOf(hour!, minute, isEvening ? 'p' : half))
    return
  }
  for (const [pattern, time] of isTold ? [...ends, ...parts] : ends)
    if (take(pattern)) found.open_between ??= time
}

/** Returns false for `5-10`, which without a day or an opening is no time. */
const isRange = ([whole, before, hour, minute, half, last, ...others]: RegExpExecArray): boolean =>
  /^(?:open|abiert|abren)/.test(whole) ||
  /\D/.test(hour! + last!) ||
  [before, minute, half, ...others].some((each) => each !== undefined)

/** Returns false for `from 9`, which without an opening is no time. */
const isAfterOpening = ([, lead, word, hour, minute, half]: RegExpExecArray): boolean =>
  Boolean(lead || minute || half || !/from|desde/.test(word!) || /\D/.test(hour!))

const untilWord = /til|hasta/

/** The span that a word and a minute of the day mean: `after 9`, `until noon`. */
function spanBy(word: string, at: number): string {
  if (/after|past|from|des/.test(word)) return spanOf(at, 24 * 60)
  const end = at || 24 * 60
  if (/before|antes/.test(word)) return spanOf(0, end)
  return untilWord.test(word) ? spanOf(end - 1, end) : spanOf(at, at + 1)
}

function setRange(
  [, , hour, minute, half, lastHour, lastMinute, lastHalf]: RegExpExecArray,
  found: Times,
): void {
  const starts = half ? [half] : [lastHalf, 'a']
  const ends = lastHalf ? [lastHalf] : half === 'a' ? ['a', 'p'] : [half]
  for (const start of starts)
    for (const end of ends) {
      const from = minuteOf(hour!, minute, start)
      const until = minuteOf(lastHour!, lastMinute, end) || (lastHalf ? 24 * 60 : 0)
      if (from < until) {
        found.open_between = spanOf(from, until)
        return
      }
    }
}

/** Minutes after midnight, of `noon` too; without am or pm, hours up to 7 are of the afternoon. */
function minuteOf(hour: string, minute = '0', half?: string): number {
  if (/\D/.test(hour)) return 12 * 60
  const given = Number(hour) % 24
  const isAfternoon = half === 'p' ? given < 12 : half === undefined && given > 0 && given < 8
  const hours = isAfternoon ? given + 12 : half === 'a' && given === 12 ? 0 : given
  return hours * 60 + Number(minute)
}

const spanOf = (from: number, until: number): string => [from, until].map(timeOfDay).join('-')
