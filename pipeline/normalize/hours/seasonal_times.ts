import type { Season, Weekly } from '../../../data/schema/hours.ts'
import { readClauses, readTimes } from './clauses.ts'
import { parseSeason, seasonInText } from './season.ts'
import { combine, parseWeekly } from './weekly.ts'
import { plainWording, readAll } from './wording.ts'
import { isWithin, isYearly, spansOf, type SeasonDays } from './year_days.ts'

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
export function withTimes(days: SeasonDays[], weekly: Weekly): Season[] {
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
