import { groupNames, type DatedGroup } from '../../../data/schema/said_at.ts'
import { firstDayOf } from '../../http/parameters/instants.ts'
import { dayText, type SaidDays, type SaidSince } from './said_since.ts'

/**
 * For how many farms a group of fields is known, for how many it was said within three years, and the day by
 * which half of the known were last said; null = none is known.
 */
export type SaidFigures = { known: number; recent: number; median: string | null }

/** A statement is recent for this time before a request. */
export const recentYears = '3y'

/** Counts, for the farms that `visit` names, when each group was last said. */
export function saidFigures(
  { saidDays, saidSince }: { saidDays: SaidDays; saidSince: SaidSince | null },
  visit: (use: (row: number) => void) => void,
  now: Date,
): Record<DatedGroup, SaidFigures> {
  const first = saidSince?.day ?? -Infinity
  const recent = firstDayOf(recentYears, now)
  const days = groupNames.map((): number[] => [])
  visit((row) => {
    for (const [place, group] of groupNames.entries()) {
      const day = saidDays.of(row, group)
      if (day !== null && day >= first) days[place]!.push(day)
    }
  })
  const figures = days.map((each) => ({
    known: each.length,
    recent: each.reduce((count, day) => count + Number(day >= recent), 0),
    median: medianOf(each),
  }))
  return Object.fromEntries(groupNames.map((group, place) => [group, figures[place]!])) as Record<
    DatedGroup,
    SaidFigures
  >
}

/** The same for every farm. */
export const saidOfAll = (
  farms: number,
  saidDays: SaidDays,
  saidSince: SaidSince | null,
  now: Date,
) =>
  saidFigures(
    { saidDays, saidSince },
    (use) => {
      for (let row = 0; row < farms; row++) use(row)
    },
    now,
  )

function medianOf(days: number[]): string | null {
  if (days.length === 0) return null
  return dayText(Int32Array.from(days).sort()[(days.length - 1) >> 1]!)
}
