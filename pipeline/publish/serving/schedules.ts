import {
  boundsAgree,
  closesOnHolidays,
  days as week,
  minuteOfDay,
  type HoursJson,
  type Season,
  type Weekly,
} from '../../../data/schema/hours.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'
import {
  dayNumber,
  dayStride,
  openBeginning,
  openEnd,
} from '../../../data/schema/serving/schedules.ts'
import {
  noHours,
  oldHours,
  silentSchedules,
  unreadHours,
} from '../../../data/schema/serving/silent_schedules.ts'
import { zoneName } from '../../../data/schema/serving/zone_names.ts'
import type { Database } from '../../database/database.ts'
import { readNumbers } from './numbers.ts'

/** SQL: when the hours of a farm of `published.farms` were last said; null = none are known. */
export const confirmedAt = `
  case when hours is not null or hours_json is not null
    then coalesce(hours_confirmed_at, (select edition_moment(edition, 1) from merge.as_of))
  end`

/** The compiled opening hours of `published.farms`, and when they were last said. */
export async function scheduleColumns(
  database: Database,
  farms: number,
): Promise<Columns['schedules']> {
  await database.run(`
    create temp table hours_texts as
    select wording, ${silentSchedules - 1} + row_number() over (order by wording)::integer as number
    from (
      select distinct hours_json::varchar as wording
      from published.farms
      where hours_json is not null
    )`)
  const compiler = new ScheduleCompiler()
  const scheduleOf = [noHours, unreadHours, oldHours]
  for await (const chunk of database.chunks('select wording from hours_texts order by number'))
    for (const [hours] of chunk as [string][]) scheduleOf.push(compiler.add(JSON.parse(hours)))
  const [textOfRow, saidAt] = [new Uint32Array(farms), new Uint32Array(farms)]
  const sql = `
    select
      case
        when hours_json is not null then number
        when hours is not null then ${unreadHours}
        else ${noHours}
      end,
      greatest(0, epoch(${confirmedAt}))::uinteger
    from published.farms
    left join hours_texts on wording = hours_json::varchar
    order by farms.rowid`
  await readNumbers(database, sql, textOfRow, saidAt)
  await database.run('drop table hours_texts')
  return { ofRow: textOfRow.map((text) => scheduleOf[text]!), saidAt, ...compiler.columns() }
}

/** Numbers schedules, weeks and time zones, and lays each different one out once. */
export class ScheduleCompiler {
  readonly #schedules = new Map(
    [noHours, unreadHours, oldHours].map((schedule) => [`silent ${schedule}`, schedule]),
  )
  readonly #weeks = new Map([['unknown', 0]])
  readonly #zones = new Map<string, number>()
  readonly #lists = {
    zone: Array<number>(silentSchedules).fill(0),
    seasons: Array<number>(silentSchedules + 1).fill(0),
    from: [] as number[],
    to: [] as number[],
    week: [] as number[],
    openings: [0, 0],
    opens: [] as number[],
    closes: [] as number[],
  }

  /** Returns the number of a schedule; one without hours if hours or time zone are unknown. */
  add(hours: HoursJson | null): number {
    if (hours === null) return noHours
    if (hours.timezone === null || hours.seasons.length === 0) return unreadHours
    const { from, to, week, zone: zones, seasons: ends } = this.#lists
    const seasons = hours.seasons.map(
      (season) => [...seasonDays(season), this.#week(season)] as const,
    )
    const zone = numberOf(this.#zones, zoneName(hours.timezone, closesOnHolidays(hours)))
    return numberOf(this.#schedules, JSON.stringify([zone, seasons]), () => {
      for (const [first, last, number] of seasons) {
        from.push(first)
        to.push(last)
        week.push(number)
      }
      ends.push(from.length)
      zones.push(zone)
    })
  }

  columns(): Omit<Columns['schedules'], 'ofRow' | 'saidAt'> {
    const { zone, seasons, from, to, week, openings, opens, closes } = this.#lists
    return {
      zone: Uint16Array.from(zone),
      seasons: Uint32Array.from(seasons),
      from: Int32Array.from(from),
      to: Int32Array.from(to),
      week: Uint32Array.from(week),
      openings: Uint32Array.from(openings),
      opens: Uint16Array.from(opens),
      closes: Uint16Array.from(closes),
      timeZones: [...this.#zones.keys()],
    }
  }

  #week(season: Season): number {
    if (season.weekly === null || !boundsAgree(season)) return 0
    const times = weekTimes(season.weekly)
    const { openings, opens, closes } = this.#lists
    return numberOf(this.#weeks, JSON.stringify(times), () => {
      for (const [from, to] of times) {
        opens.push(from)
        closes.push(to)
      }
      openings.push(opens.length)
    })
  }
}

/** Returns the number of a text; calls `layOut` for a new text. */
function numberOf(numbers: Map<string, number>, text: string, layOut?: () => void): number {
  const known = numbers.get(text)
  if (known !== undefined) return known
  layOut?.()
  return numbers.set(text, numbers.size).size - 1
}

function seasonDays(season: Season): [from: number, to: number] {
  if (!boundsAgree(season)) return [openBeginning, openEnd]
  const { from, to } = season
  return [from === null ? openBeginning : dayNumber(from), to === null ? openEnd : dayNumber(to)]
}

function weekTimes(weekly: Weekly): [opens: number, closes: number][] {
  return week.flatMap((day, index) =>
    (weekly[day] ?? []).map(([from, to]): [number, number] => {
      const [opens, closes] = [minuteOfDay(from), minuteOfDay(to)]
      const start = dayStride * index
      return [start + opens, start + (closes > opens ? closes : closes + 24 * 60)]
    }),
  )
}
