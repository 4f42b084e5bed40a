import type { HoursJson, Season, Weekly } from '../../../data/schema/hours.ts'
import type { Schedule } from '../../read/adapter.ts'
import { contradict, within, isWithin, isYearly, spansOf, type SeasonDays } from './year_days.ts'
import { readOsmHours } from './osm_hours.ts'
import { parseSeason, seasonInText } from './season.ts'
import { parseWeekly, combine } from './weekly.ts'
import { cleanText } from '../text/text.ts'
import { onOneLine, remembering, plainWording, readAll } from './wording.ts'
import { readClauses, readTimes } from './clauses.ts'

type ReadSchedules = {
  /** Every schedule as text, by its name, readable or not. null if there is none. */
  hours: Record<string, string> | null
  /** All schedules as data, without time zone; null if there is none, or if one is unreadable. */
  hours_json: HoursJson | null
  /** Number of texts: a season and its times count separately, notes do not count. */
  stated: number
  /** The unreadable texts, by the schedule's name. */
  unread: { name: string; text: string }[]
}

/**
 * Reads the schedules of one farm, all or none: if one schedule were missing, its hours would count as
 * closed. Notes are kept verbatim.
 */
export function readSchedules(schedules: Schedule[]): ReadSchedules {
  const texts = new Map<string, string[]>()
  const notes = new Set<string>()
  const parts: Part[] = []
  for (const { name, ...schedule } of schedules) {
    const season = tidy(schedule.season)
    const times = tidy(schedule.times)
    const note = tidy(schedule.note ?? null)
    const text = [season, times, note].filter(Boolean).join('; ')
    if (text === '') continue
    texts.set(name, [...(texts.get(name) ?? []), text])
    const read = readSchedule(season, times)
    parts.push({ name, season, times, read: someWeeks.test(note) ? withoutTimes(read) : read })
    for (const each of [read.note, note]) if (each) notes.add(each)
  }
  const hours = [...texts].map(([name, text]) => [name, text.join('; ')])
  const { seasons, unread } = together(parts)
  const isRead = seasons.length > 0 && unread.length === 0
  return {
    hours: hours.length > 0 ? Object.fromEntries(hours) : null,
    hours_json: isRead ? { timezone: null, seasons, note: [...notes].join('; ') || null } : null,
    stated: parts.flatMap(({ season, times }) => [season, times]).filter(Boolean).length,
    unread,
  }
}

/** A note that the days of the week count in some weeks only: `Open the 3rd Saturday of each month`. */
const someWeeks =
  /\b(?:1st|2nd|3rd|[45]th|first|second|third|fourth|fifth|last|every other|alternat(?:e|ing)) (?:sun|mon|tues|wednes|thurs|fri|satur)days?\b/i

const withoutTimes = (read: Reading): Reading => ({
  ...read,
  seasons: read.seasons.map((season) => ({ ...season, weekly: null })),
})

type Reading = { seasons: Season[]; unread: string[]; note?: string | null }
type Part = { name: string; season: string; times: string; read: Reading }

/** The seasons of all schedules. Farms with the same single schedule share one array. */
function together(parts: Part[]): Pick<ReadSchedules, 'unread'> & { seasons: Season[] } {
  const [first, ...others] = parts
  if (first && others.length === 0) {
    const { seasons, unread } = first.read
    return { seasons, unread: unread.map((text) => ({ name: first.name, text })) }
  }
  const fitting = parts.map((part) => fitted(part, parts))
  return {
    seasons: distinct(fitting.flatMap(({ seasons }) => seasons)),
    unread: fitting.flatMap(({ unread }, i) =>
      unread.map((text) => ({ name: parts[i]!.name, text })),
    ),
  }
}

/** Names in forms with room for several seasons: each names another part of the year. */
const isNumbered = ({ name }: Part) => /^season_\d$/.test(name)

/** A numbered season among several: without dates, its time of year is unknown. */
function fitted(part: Part, parts: Part[]): Reading {
  const others = isNumbered(part)
    ? parts.filter((other) => other !== part && isNumbered(other))
    : []
  if (part.season === '' && others.some(({ season }) => season !== '')) {
    const seasons = part.read.seasons.map((season) =>
      season.from === null && season.to === null ? { ...season, weekly: null } : season,
    )
    return { ...part.read, seasons }
  }
  const dated = others.filter(({ season }) => season !== '')
  const isContradicted = dated.some(({ read }) => contradict(part.read.seasons, read.seasons))
  return isContradicted ? { seasons: [], unread: [part.season, part.times] } : part.read
}

const readSeason = remembering(parseSeason)
const readWeekly = remembering(parseWeekly)

function readSchedule(season: string, times: string): Reading {
  if (season === '') return readAlone(times)
  if (times === '') return readAlone(season)
  const days = readSeason(season)
  const weekly = readWeekly(times)
  if (days && weekly) return { seasons: withTimes(days, weekly), unread: [] }
  const parts = days && parseSeasonalTimes(times)
  const seasons = parts && within(days, parts)
  if (seasons) return { seasons, unread: [] }
  return { seasons: [], unread: [...(days ? [] : [season]), ...(weekly ? [] : [times])] }
}

/** Reads a text that contains times, a season, or both, whichever field of the source it is in. */
const readAlone = remembering((text: string): Reading => {
  if (text === '') return { seasons: [], unread: [] }
  const osm = readOsmHours(text)
  if (osm) return { ...osm, unread: [] }
  const weekly = readWeekly(text)
  const seasons = weekly
    ? [{ from: null, to: null, weekly }]
    : (parseSeasonalTimes(text) ?? onlySeasons(text))
  return seasons ? { seasons, unread: [] } : { seasons: [], unread: [text] }
})

const onlySeasons = (text: string): Season[] | null =>
  parseSeason(text)?.map(({ from, to }) => ({ from, to, weekly: null })) ?? null

const tidy = (text: string | null) => (text === null ? '' : tidied(text))

/** The text on one line, without separators at its end; '' for `TBD` and the like. */
const tidied = remembering((text) =>
  cleanText(text) === null ? '' : onOneLine(text).replace(/(?<![ ;,])[ ;,]+$/, ''),
)

function distinct(seasons: Season[]): Season[] {
  if (seasons.length < 2) return seasons
  return [...new Map(seasons.map((season) => [JSON.stringify(season), season])).values()]
}

const season = new RegExp(String.raw`(?<![a-z\d])\(?(?<season>${seasonInText})(?![a-z\d])\)?`, 'g')

/**
 * Reads times with their seasons in one text, if they certainly belong together:
 *
 * - each season is before its times: `May-Oct: Sat 9am-1pm; Nov-Apr: Sat 10am-noon`;
 * - the only season is after the only days: `Open Sat 9am-1pm from June 1 to October 31`;
 * - the only days are followed by a season with other times: `Friday 8am-4pm, Dec-April 9am-3pm`.
 *
 * null otherwise.
 */
export function parseSeasonalTimes(text: string): Season[] | null {
  const plain = plainWording(text)
  const found = [...plain.matchAll(season)].map((match) => ({
    season: match.groups!.season!,
    start: match.index,
    end: match.index + match[0].length,
  }))
  const [first, ...others] = found
  if (!first) return null
  if (isNothing(plain.slice(0, first.start))) {
    return (
      readAll([...found.entries()], ([i, { season, end }]) => {
        const days = parseSeason(season)
        const weekly = parseWeekly(trim(plain.slice(end, found[i + 1]?.start)))
        return days && weekly && withTimes(days, weekly)
      })?.flat() ?? null
    )
  }
  const days = parseSeason(first.season)
  if (others.length > 0 || !days) return null
  return withOnlyDays(days, trim(plain.slice(0, first.start)), trim(plain.slice(first.end)))
}

/** Seasons with these hours; doubtful days have none. */
function withTimes(days: SeasonDays[], weekly: Weekly): Season[] {
  return days.map(({ from, to, doubtful }) => ({ from, to, weekly: doubtful ? null : weekly }))
}

/** Reads the only days of a week and their times before a season, and the text after it. */
function withOnlyDays(season: SeasonDays[], before: string, after: string): Season[] | null {
  const [only, ...more] = readClauses(before) ?? []
  const weekly = only && more.length === 0 ? combine([only]) : null
  if (!only || !weekly) return null
  if (isNothing(after)) return withTimes(season, weekly)
  const { days, openings } = only
  const others = readTimes(after)
  // `Sat 9am-noon, May-Oct 1pm-3pm`: different hours, or additional ones?
  const isInstead = others?.every((other) =>
    openings.some(({ opens, closes }) => opens < other.closes && other.opens < closes),
  )
  const exception = others && isInstead ? combine([{ days, openings: others }]) : null
  if (!exception || !season.every((span) => isYearly(span) && !span.doubtful)) return null
  const rest = spansOf((day) => !season.some((span) => isWithin(span, day)))
  return [...withTimes(rest, weekly), ...withTimes(season, exception)]
}

const trim = (text: string) => text.replace(/^[ :;,.-]+|(?<![ :;,(-])[ :;,(-]+$/g, '')
const isNothing = (text: string) => /^(?:open|from|hours|[ :;,.])*$/.test(text)
