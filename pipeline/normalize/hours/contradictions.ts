import { days as week, type Season } from '../../../data/schema/hours.ts'
import { isWithin, isYearly, yearDays, type YearSpan } from './year_days.ts'

/**
 * Returns true if seasons that should follow each other have different hours on one weekday, and overlap by
 * more than one day. Then neither is certain.
 */
export function contradict(some: Season[], others: Season[]): boolean {
  return some.some((one) =>
    others.some((other) => hasOtherHours(one, other) && shareDays(one, other)),
  )
}

function hasOtherHours({ weekly: one }: Season, { weekly: other }: Season): boolean {
  if (one === null || other === null) return false
  return week.some((day) => one[day] && other[day] && one[day].join() !== other[day].join())
}

function shareDays(one: YearSpan, other: YearSpan): boolean {
  if (isYearly(one) && isYearly(other)) {
    return yearDays.filter((day) => isWithin(one, day) && isWithin(other, day)).length > 1
  }
  if (isYearly(one)) return shareDays(other, one)
  if (!isYearly(other)) {
    const [from, to] = [later(one.from, other.from), earlier(one.to, other.to)]
    return from === null || to === null || from < to
  }
  const years = [one.from ?? one.to, one.to ?? one.from].map((day) => day!.slice(0, 4))
  const shared = years.flatMap((year) =>
    yearDays.filter((day) => isWithin(other, day) && isIn(one, `${year}-${day}`)),
  )
  return shared.length > 1
}

const isIn = ({ from, to }: YearSpan, date: string) =>
  (from === null || from <= date) && (to === null || date <= to)
const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)
const earlier = (a: string | null, b: string | null) =>
  a === null || (b !== null && b < a) ? b : a
