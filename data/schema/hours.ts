import { z } from 'zod'
import { isRecurring } from '../calendar.ts'

/** Days in the order of ISO 8601, as the keys of a weekly schedule. */
export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof days)[number]

/** Minutes after midnight of a time `HH:MM`, 24:00 included. */
export const minuteOfDay = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The time `HH:MM` of minutes after midnight, up to 24:00. */
export const timeOfDay = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'HH:MM from 00:00 to 24:00')

/** A day: of one year (`2017-06-14`), or of every year (`06-14`). */
const seasonDay = z
  .string()
  .regex(/^(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'YYYY-MM-DD or MM-DD')

const weekly = z.partialRecord(z.enum(days), z.array(z.tuple([clockTime, clockTime]))).meta({
  description:
    'Opening intervals by day, [opens, closes) in local time; a closing time at or before the opening time is on the next day. On a missing day the place is closed.',
})
export type Weekly = z.infer<typeof weekly>

/**
 * Returns true if a season's first and last day both recur every year, or neither does: otherwise its days
 * are ambiguous.
 */
export function boundsAgree({ from, to }: { from: string | null; to: string | null }): boolean {
  return isRecurring(from) === isRecurring(to)
}

const season = z
  .strictObject({
    from: seasonDay.nullable().meta({ description: 'First day; null = open ended' }),
    to: seasonDay.nullable().meta({ description: 'Last day, included; null = open ended' }),
    weekly: weekly.nullable().meta({
      description: 'null = unknown times, or doubtful days',
    }),
  })
  .refine(boundsAgree, 'from and to must both recur every year, or neither')
export type Season = z.infer<typeof season>

const timeZones = new Map<string, boolean>()

/** Returns true if the runtime has a time zone of that name. */
export function isTimeZone(name: string): boolean {
  let known = timeZones.get(name)
  if (known === undefined) {
    try {
      known = Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
    } catch {
      known = false // a RangeError: there is no other way to ask
    }
    if (timeZones.size < 1000) timeZones.set(name, known)
  }
  return known
}

export const hoursJson = z
  .strictObject({
    timezone: z
      .string()
      .refine(isTimeZone, 'an IANA time zone')
      .nullable()
      .meta({ description: 'IANA time zone of the farm' }),
    seasons: z.array(season).meta({ description: 'Schedules, each for some days of the year' }),
    note: z.string().nullable().meta({
      description:
        "The source's remarks about the hours, joined by `; `. `PH off` = closed on public holidays",
    }),
  })
  .meta({ id: 'HoursJson', description: 'Opening hours as data' })
export type HoursJson = z.infer<typeof hoursJson>

/** OpenStreetMap's rule for a place that closes on public holidays; in hours, a part of the note. */
export const holidayRule = 'PH off'

/** Returns true if the place closes on public holidays. */
export const closesOnHolidays = ({ note }: Pick<HoursJson, 'note'>): boolean =>
  note?.split('; ').includes(holidayRule) ?? false

/**
 * The days of the week on which a place is known to open in some season, Monday first; null if no season's
 * times are known.
 */
export function weekdaysOf(hours: HoursJson | null): Day[] | null {
  const known = hours?.seasons.flatMap(({ weekly }) => weekly ?? []) ?? []
  if (known.length === 0) return null
  return days.filter((day) => known.some((weekly) => weekly[day]?.length))
}
