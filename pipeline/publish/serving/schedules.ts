import {
  boundsAgree,
  closesOnHolidays,
  days as week,
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
  zoneName,
} from '../../../data/schema/serving/schedules.ts'
import type { Database } from '../../database/database.ts'

/** The compiled opening hours of `published.farms`. */
export async function scheduleColumns(
  database: Database,
  farms: number,
): Promise<Columns['schedules']> {
  await database.run(`
    create temp table hours_texts as
    select wording, row_number() over (order by wording)::integer as number
    from (select distinct hours_json::varchar as wording from published.farms where hours_json is not null)`)
  const compiler = new ScheduleCompiler()
  const scheduleOf = [0]
  for await (const chunk of database.chunks('select wording from hours_texts order by number'))
    for (const [hours] of chunk as [string][]) scheduleOf.push(compiler.add(JSON.parse(hours)))
  const ofRow = await readRows(database, scheduleOf, farms)
  await database.run('drop table hours_texts')
  return { ofRow, ...compiler.columns() }
}

async function readRows(database: Database, scheduleOf: number[], farms: number) {
  const ofRow = new Uint32Array(farms)
  let row = 0
  const numbers = database.chunks(`
    select coalesce(number, 0)
    from published.farms
    left join hours_texts on wording = hours_json::varchar
    order by farms.rowid`)
  for await (const chunk of numbers)
    for (const [number] of chunk as [number][]) ofRow[row++] = scheduleOf[number]!
  return ofRow
}

/** Numbers schedules, weeks and time zones, and lays each different one out once. */
export class ScheduleCompiler {
  readonly #schedules = new Map<string, number>()
  readonly #weeks = new Map<string, number>()
  readonly #zones = new Map<string, number>()
  readonly #lists = {
    zone: [0],
    seasons: [0, 0],
    from: [] as number[],
    to: [] as number[],
    week: [] as number[],
    openings: [0, 0],
    opens: [] as number[],
    closes: [] as number[],
  }

  /** The number of a schedule; 0 where hours or time zone are unknown. */
  add(hours: HoursJson | null): number {
    if (!hours?.timezone || hours.seasons.length === 0) return 0
    const seasons = hours.seasons.map((season) => [...seasonDays(season), this.#week(season)])
    const zone = numberOf(this.#zones, zoneName(hours.timezone, closesOnHolidays(hours)))
    const key = JSON.stringify([zone, ...seasons])
    const known = this.#schedules.get(key)
    if (known !== undefined) return known
    const { from, to, week, zone: zones, seasons: ends } = this.#lists
    for (const [first, last, number] of seasons as [number, number, number][]) {
      from.push(first)
      to.push(last)
      week.push(number)
    }
    ends.push(from.length)
    this.#schedules.set(key, zones.push(zone) - 1)
    return zones.length - 1
  }

  columns(): Omit<Columns['schedules'], 'ofRow'> {
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
    const key = JSON.stringify(times)
    const known = this.#weeks.get(key)
    if (known !== undefined) return known
    const { openings, opens, closes } = this.#lists
    for (const [from, to] of times) {
      opens.push(from)
      closes.push(to)
    }
    this.#weeks.set(key, openings.push(opens.length) - 2)
    return openings.length - 2
  }
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const number = numbers.get(name) ?? numbers.size
  numbers.set(name, number)
  return number
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

const minuteOfDay = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
