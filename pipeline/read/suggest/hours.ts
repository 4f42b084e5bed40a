import { monthNames } from '../../../data/calendar.ts'
import { days, type Day } from '../../../data/schema/hours.ts'
import { monthOf, parseInstant, parseInstantAs } from '../instant.ts'
import { flagOf } from '../values.ts'
import { theOne, type Column } from './columns.ts'

/** A schedule in the form of a mapping, and the columns that it uses. */
export type SuggestedHours = { hours: object; taken: string[] }

/** Combines the columns of days, times and dates; null if there are none. */
export function hoursOf(columns: Column[]): SuggestedHours | null {
  const [times, dates] = [timesOf(columns), datesOf(columns)]
  const taken = [...times.taken, ...dates.taken]
  if (taken.length === 0) return null
  const note = theOne(columns, 'note')
  return {
    hours: { ...times.hours, ...dates.hours, ...(note && { note: note.name }) },
    taken: note ? [...taken, note.name] : taken,
  }
}

function datesOf(columns: Column[]): SuggestedHours {
  const months = monthsOf(columns)
  if (months.length > 1)
    return { hours: { months: Object.fromEntries(months) }, taken: months.map(([, name]) => name) }
  const [from, to, season] = (['from', 'to', 'season'] as const).map((each) =>
    theOne(columns, each),
  )
  if (!from && !to) return season ? { hours: { season: season.name }, taken: [season.name] } : none
  return {
    hours: { ...(from && { from: dateColumn(from) }), ...(to && { to: dateColumn(to) }) },
    taken: [from, to].flatMap((column) => column?.name ?? []),
  }
}

function timesOf(columns: Column[]): SuggestedHours {
  const week = weekOf(columns)
  if (week.size > 1)
    return { hours: { weekdays: Object.fromEntries(week) }, taken: [...week.values()] }
  const [opens, closes] = [theOne(columns, 'opens'), theOne(columns, 'closes')]
  const [day, hours] = [
    theOne(columns, 'day'),
    theOne(columns, 'hours') ?? (closes ? undefined : opens),
  ]
  if (hours && day && !hours.values.some(namesDay)) {
    const both = [day.name, hours.name]
    return { hours: { times: { join: both } }, taken: both }
  }
  if (hours) return { hours: { times: hours.name }, taken: [hours.name] }
  const clock = opens && closes ? { opens: opens.name, closes: closes.name } : {}
  const parts = { ...(day && { days: day.name }), ...clock }
  return { hours: parts, taken: Object.values(parts) }
}

const none: SuggestedHours = { hours: {}, taken: [] }

const weekOf = (columns: Column[]) =>
  new Map(
    columns.flatMap((column) => {
      const day = weekdayOf(column)
      return day ? [[day, column.name] as const] : []
    }),
  )

/** Yes/no columns named after months: `Jan`, `Sept.`. */
const monthsOf = (columns: Column[]) =>
  columns.flatMap(({ name, values }): [month: string, column: string][] => {
    const [word] = /^[a-z]{3,}(?=\.?$)/i.exec(name) ?? []
    const month = word && monthNames[monthOf(word) - 1]
    const isFlag = values.every((text) => flagOf(text) !== null)
    return month && isFlag ? [[month.toLowerCase(), name]] : []
  })

const namesDay = (text: string) => /\b(?:sun|mon|tue|wed|thu|fri|sat|daily)/i.test(text)

/** `Monday`, `Mon Hours`, `hours.mon`: the day of a column of times, which is not a yes/no column. */
function weekdayOf({ name, shape }: Column): Day | undefined {
  const [, word] =
    /^(sun|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sunday|monday|tuesday|wednesday|thursday|friday|saturday)[\s_]*(?:hours?|times?|open)?$/i.exec(
      name.split('.').at(-1)!,
    ) ?? []
  return word && shape !== 'flag'
    ? days.find((day) => word.toLowerCase().startsWith(day))
    : undefined
}

const formats = ['D/M/YYYY', 'M/D/YY', 'YYYYMMDD', 'D-MMM-YYYY', 'D.M.YYYY', 'x', 'X']

/** A column of dates, with a format if `parseInstant` cannot read them and one format can. */
export function dateColumn({ name, values }: Column): string | object {
  const sample = values.filter((text) => /\d/.test(text))
  if (sample.every((text) => parseInstant(text) !== null)) return name
  const format = formats.find((each) => sample.every((text) => parseInstantAs(text, each) !== null))
  return format ? { column: name, format } : name
}
