import type { Season } from '../../../data/schema/hours.ts'
import type { SeasonDays } from './year_days.ts'
import { isWithin, isYearly, spansBy, yearDays } from './year_days.ts'

/**
 * The parts of seasons that lie within the days that a listing states for all of them: `June 21 to
 * November 15` with `Jun-Sept: Tues 4p-7p, Oct-Nov: Tues 3p-6p`. null where they do not fit: the stated
 * days are not all spoken of, a season is none of them, or they are not of every year.
 */
export function within(stated: SeasonDays[], seasons: Season[]): Season[] | null {
  if (stated.some(({ doubtful }) => doubtful) || ![...stated, ...seasons].every(isYearly)) {
    return null
  }
  const days = yearDays.filter((day) => stated.some((span) => isWithin(span, day)))
  if (!days.every((day) => seasons.some((season) => isWithin(season, day)))) return null
  const parts = seasons.map((season) =>
    partOf(season, new Set(days.filter((day) => isWithin(season, day)))),
  )
  return parts.every((part) => part.length > 0) ? parts.flat() : null
}

function partOf({ weekly }: Season, days: Set<string>): Season[] {
  const spans = spansBy((day) => (days.has(day) ? true : null)).get(true) ?? []
  return spans.map(({ from, to }) => ({ from, to, weekly }))
}
