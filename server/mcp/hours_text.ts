import { utcDay } from '../../data/calendar.ts'
import { days, type Season } from '../../data/schema/hours.ts'
import { clip } from './text.ts'

type HoursJson = { seasons: readonly Season[]; note: string | null } | null | undefined

/**
 * `05-01 to 10-31: sat 09:00-13:00 (said on 2026-05-04)`, season by season. The part before the date is cut
 * at a number of characters. Weekdays without a time are closed.
 */
export function hoursText(hours: HoursJson, said: string | null | undefined, most: number): string {
  if (!hours || hours.seasons.length === 0) return 'unknown'
  const on = said ? ` (said on ${utcDay(said)})` : ''
  return clip(hours.seasons.map(seasonText).join('; '), most) + on
}

function seasonText({ from, to, weekly }: Season): string {
  const when = from === null && to === null ? '' : `${from ?? '…'} to ${to ?? '…'}: `
  if (weekly === null) return `${when}times unknown`
  const open = days.flatMap((day) => {
    const times = weekly[day] ?? []
    return times.length === 0 ? [] : [`${day} ${times.map((each) => each.join('-')).join(' and ')}`]
  })
  return when + (open.length === 0 ? 'closed' : open.join(', '))
}
