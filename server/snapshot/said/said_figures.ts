import { dateOfDay, day_ms, epochDay } from '../../../data/calendar.ts'
import { noDay } from '../../../data/schema/serving/columns.ts'
import { groupNames, type DatedGroup } from '../../../data/schema/said_at.ts'
import { firstDayOf } from '../../http/parameters/instants.ts'
import type { PartVisitor } from '../tree/cell_tree.ts'
import { DayBins, type Counted } from './day_bins.ts'
import { memoize } from '../../../data/memoize.ts'

/**
 * For how many farms a group of fields is known, for how many it was said within three years, and the day by
 * which half of the known were last said; null = none is known.
 */
export type SaidFigures = { known: number; recent: number; median: string | null }

/** Farms by the time since a group was last said; together all farms. */
export type SaidByAge = SaidFigures & {
  within_1_year: number
  '1_to_3_years': number
  over_3_years: number
  never_dated: number
}
type OfGroups<Figures> = Record<DatedGroup, Figures>

/** A statement is recent for this time before a request. */
export const recentYears = '3y'

const groups = groupNames.length

/** The days on which groups of fields were last said, counted for circles and for all farms. */
export class SaidAges {
  readonly #farms: number
  readonly #bins: DayBins
  readonly #dateOf = memoize(dateOfDay)

  /** `days`: of each row and group, as in the serving file. Days before `since` count as unknown. */
  constructor(days: Int32Array, since = noDay) {
    this.#farms = days.length / groups
    this.#bins = new DayBins(days, groups, Math.max(since, noDay + 1))
  }

  /** The figures of the farms that `visit` names, as whole nodes of the cell tree and ranges of rows. */
  of(visit: (visitor: PartVisitor) => void, now: Date): OfGroups<SaidFigures> {
    return ofGroups(
      this.#bins.count(visit, [firstDayOf(recentYears, now)]).map((each) => this.#figuresOf(each)),
    )
  }

  /** The figures of every farm. */
  ofAll = (now: Date): OfGroups<SaidByAge> => this.#countAll(epochDay(now))

  #countAll = memoize((day: number): OfGroups<SaidByAge> => {
    const from = [recentYears, '1y'].map((years) => firstDayOf(years, new Date(day * day_ms)))
    const counted = this.#bins.count(({ rows }) => rows(0, this.#farms), from)
    return ofGroups(
      counted.map((each) => {
        const { known } = each
        const [recent, lately] = each.from as [number, number]
        return {
          ...this.#figuresOf(each),
          within_1_year: lately,
          '1_to_3_years': recent - lately,
          over_3_years: known - recent,
          never_dated: this.#farms - known,
        }
      }),
    )
  })

  #figuresOf({ known, from, median }: Counted): SaidFigures {
    return { known, recent: from[0]!, median: known === 0 ? null : this.#dateOf(median) }
  }
}

function ofGroups<Figures>(figures: Figures[]): OfGroups<Figures> {
  const named = {} as OfGroups<Figures>
  groupNames.forEach((name, group) => (named[name] = figures[group]!))
  return named
}
