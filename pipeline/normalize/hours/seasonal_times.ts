import type { Season } from '../../../data/schema/hours.ts'
import { readClauses } from './clauses.ts'
import { parseSeason, seasonInText } from './season.ts'
import { combine, parseWeekly } from './weekly.ts'
import { plainWording, readAll } from './wording.ts'

const season = new RegExp(String.raw`(?<![a-z\d])\(?(?<season>${seasonInText})(?![a-z\d])\)?`, 'g')

/**
 * Reads times with their seasons in one text, where it is certain which belongs to which: each season
 * stands before its times (`May-Oct: Sat 9am-1pm; Nov-Apr: Sat 10am-noon`), or the only season
 * stands after the only days (`Open Sat 9am-1pm from June 1 to October 31`). null otherwise.
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
      readAll(found, ({ season, end }) =>
        withTimes(season, parseWeekly(trim(plain.slice(end, startAfter(found, end))))),
      )?.flat() ?? null
    )
  }
  if (others.length > 0 || !isNothing(plain.slice(first.end))) return null
  const clauses = readClauses(trim(plain.slice(0, first.start)))
  return clauses?.length === 1 ? withTimes(first.season, combine(clauses)) : null
}

function withTimes(season: string, weekly: Season['weekly']): Season[] | null {
  const days = parseSeason(season)
  return days && weekly && days.map(({ from, to }) => ({ from, to, weekly }))
}

const startAfter = (found: { start: number }[], end: number) =>
  found.find(({ start }) => start >= end)?.start

const trim = (text: string) => text.replace(/^[ :;,.-]+|(?<![ :;,(-])[ :;,(-]+$/g, '')
const isNothing = (text: string) => /^(?:open|from|hours|[ :;,.])*$/.test(text)
