import type { Season } from '../../../data/schema/hours.ts'
import { isWithin, isYearly, spansOf, yearDays, type SeasonDays } from './year_days.ts'

/**
 * The parts of seasons within the days that a listing states for all of them: `June 21 to November 15` with
 * `Jun-Sept: Tues 4p-7p, Oct-Nov: Tues 3p-6p`. Null if they do not fit: some stated days are in no season, a
 * season is on none of them, or they are not yearly.
 */
export function within(stated: SeasonDays[], seasons: Season[]): Season[] | null {
  if (stated.some(({ doubtful }) => doubtful) || ![...stated, ...seasons].every(isYearly)) {
    return null
  }
  const isStated = (day: string) => stated.some((span) => isWithin(span, day))
  const isInSeason = (day: string) => seasons.some((season) => isWithin(season, day))
  if (!yearDays.every((day) => isInSeason(day) || !isStated(day))) return null
  const parts = seasons.map((season) =>
    spansOf((day) => isStated(day) && isWithin(season, day)).map((span) => ({
      ...span,
      weekly: season.weekly,
    })),
  )
  return parts.every((part) => part.length > 0) ? parts.flat() : null
}
