import type { HoursPart, TextPart } from '../../../data/schema/input/mapping.ts'
import { monthNames } from '../../../data/calendar.ts'
import { days, timeOfDay } from '../../../data/schema/hours.ts'
import { stated, type Schedule, type Unread } from '../adapter.ts'
import { parseInstant } from '../instant.ts'
import type { Row } from '../row.ts'
import { isYes } from '../values.ts'
import { dateOf, textOf } from './texts.ts'

/** The schedules of a row, as texts that normalizing reads. */
export function schedulesOf(row: Row, parts: HoursPart[], unread: Unread[]): Schedule[] {
  return stated(
    parts.map((part, index) => ({
      name: nameOf(part, index, parts.length),
      season: seasonOf(row, part, unread),
      times: timesOf(row, part),
      note: part.note ? textOf(row, part.note) : null,
    })),
  )
}

/** The name of a schedule. Among several, schedules with dates are seasons, each another part of the year. */
function nameOf({ season, months, from, to }: HoursPart, index: number, all: number): string {
  if (all === 1) return 'hours'
  return season || months || from || to ? `season_${index + 1}` : `hours_${index + 1}`
}

function seasonOf(row: Row, part: HoursPart, unread: Unread[]): string | null {
  const { season, months, from, to } = part
  if (season) return textOf(row, season)
  if (months) return markedMonths(row, months)
  const [first, last] = [from, to].map((part) => (part ? dayOf(row, part, unread) : null))
  if (!first && !last) return null
  return [first, 'to', last].filter(Boolean).join(' ')
}

/** `May; Jun`: the months with a yes; null if there is none. */
function markedMonths(row: Row, months: NonNullable<HoursPart['months']>): string | null {
  const isMarked = (part: TextPart | undefined) => part && isYes(textOf(row, part))
  const marked = monthNames.filter((name) => isMarked(months[name.toLowerCase()]))
  return marked.join('; ') || null
}

/** A whole date as `YYYY-MM-DD`; a yearly date such as `May 15` unchanged. */
function dayOf(row: Row, part: TextPart, unread: Unread[]): string | null {
  const text = dateOf(row, 'hours', part, unread)?.trim() ?? null
  if (text === null || /^\d{4}$/.test(text)) return text
  return parseInstant(text)?.slice(0, 10) ?? text
}

function timesOf(row: Row, { times, weekdays, days: on, opens, closes }: HoursPart): string | null {
  if (times) return textOf(row, times)
  if (weekdays) return ofWeek(row, weekdays)
  const [day, from, to] = [on, opens, closes].map((part) => (part ? textOf(row, part) : null))
  const clock = [from, to].flatMap((text) => (text ? [clockTime(text)] : [])).join('-')
  return [day?.replaceAll(';', ','), clock].filter(Boolean).join(' ') || null
}

/** `mon: 8am-1pm; wed: closed`; omits days without text. */
function ofWeek(row: Row, weekdays: NonNullable<HoursPart['weekdays']>): string | null {
  const stated = days.flatMap((day) => {
    const text = weekdays[day] ? textOf(row, weekdays[day]) : null
    return text === null ? [] : [`${day}: ${text.trim()}`]
  })
  return stated.length > 0 ? stated.join('; ') : null
}

/**
 * A time of day without additions of spreadsheets: a day of 1899 or 1900, seconds, or the time as a fraction
 * of a day (`0.375`); `0800` gets its colon.
 */
function clockTime(text: string): string {
  const plain = text.trim().replace(/^(?:1899-12-3[01]|1900-01-0[01])[T ]/, '')
  if (/^0?\.\d+$/.test(plain)) return timeOfDay(Math.round(Number(plain) * 24 * 60))
  const [, hour, minute, half = ''] =
    /^(\d\d?):(\d\d)(?::\d\d(?:\.\d+)?)?Z?(\s*[ap]\.?m\.?)?$/i.exec(plain) ??
    /^([012]\d)([0-5]\d)$/.exec(plain) ??
    []
  return hour === undefined ? plain : `${hour}:${minute}${half}`
}
