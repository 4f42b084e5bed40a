import { days, type Season } from '../../../../data/schema/hours.ts'

/**
 * Writes seasons on one line, as the labelled set has them: `05-01..10-31 tue sat 09:00-13:00`, in
 * which a blank end is open, `?` are unknown times, and ` + ` joins seasons.
 */
export const written = (seasons: Season[] | null): string =>
  seasons?.map(writtenSeason).join(' + ') ?? 'unread'

function writtenSeason({ from, to, weekly }: Season): string {
  const span = `${from ?? ''}..${to ?? ''}`
  if (weekly === null) return `${span} ?`
  const byTimes = Map.groupBy(
    days.filter((day) => weekly[day]),
    (day) => weekly[day]!.map((opening) => opening.join('-')).join(' '),
  )
  return `${span} ${[...byTimes].map(([times, days]) => `${days.join(' ')} ${times}`).join(', ')}`
}
