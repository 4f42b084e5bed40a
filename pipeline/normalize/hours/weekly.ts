import { days as week, timeOfDay, type Day, type Weekly } from '../../../data/schema/hours.ts'
import type { Opening } from './clock.ts'
import { readClauses, type Clause } from './clauses.ts'
import { readAll } from './wording.ts'

const midnight = 24 * 60

/**
 * Reads the hours of a week: `Sat: 9:00 AM-1:00 PM;`, `Thu-Mon 10am-5pm`, `Daily 9am-5pm, closed Sundays`, …
 * Sorts the openings of a day and merges overlapping ones. Returns null for the whole text if any part is
 * unreadable or doubtful: an omitted day would count as closed.
 */
export function parseWeekly(text: string): Weekly | null {
  const clauses = readClauses(text)
  return clauses && combine(clauses)
}

/** The week that clauses add up to; null if they contradict each other, or open no day. */
export function combine(clauses: Clause[]): Weekly | null {
  const openings = readAll([...week], (day) =>
    openingsOf(clauses.filter((clause) => clause.days.includes(day))),
  )
  const weekly = openings && toWeekly((day) => openings[week.indexOf(day)]!)
  return weekly && Object.keys(weekly).length > 0 && areCredible(clauses) ? weekly : null
}

/** An opening in minutes after midnight; `closes` past 1440 is on the next day. */
type Interval = Pick<Opening, 'opens' | 'closes'>

/** A week of these openings, sorted by day, overlaps merged. Null if one is longer than a day. */
export function toWeekly(openingsOf: (day: Day) => Interval[]): Weekly | null {
  const weekly: Weekly = {}
  for (const day of week) {
    const merged = merge(openingsOf(day))
    if (merged.some(({ opens, closes }) => closes - opens > midnight)) return null
    if (merged.length > 0) weekly[day] = merged.map(format)
  }
  return weekly
}

/** The openings of one day; null if one clause covers only this day and another covers more days. */
function openingsOf(clauses: Clause[]): Opening[] | null {
  const [first, ...others] = clauses
  if (!first) return []
  if (others.every((other) => isSame(first.openings, other.openings))) return first.openings
  const closed = clauses.filter((clause) => clause.openings.length === 0)
  if (closed.length > 0) {
    // `Daily 9am-5pm, closed Sundays`
    const others = clauses.filter((clause) => clause.openings.length > 0)
    return others.every((clause) => clause.days.length > closed[0]!.days.length) ? [] : null
  }
  // `Mon-Sat 9am-6pm, Sat 1pm-8pm`: exception or addition? Unknown.
  if (clauses.some((clause) => clause.days.length > 1)) return null
  return clauses.flatMap((clause) => clause.openings)
}

const isSame = (one: Opening[], other: Opening[]) =>
  one.length === other.length &&
  one.every(({ opens, closes }, i) => opens === other[i]!.opens && closes === other[i]!.closes)

function merge(openings: Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const { opens, closes } of openings.toSorted((a, b) => a.opens - b.opens)) {
    const last = merged.at(-1)
    if (last && opens <= last.closes) last.closes = Math.max(last.closes, closes)
    else merged.push({ opens, closes })
  }
  return merged
}

function format({ opens, closes }: Interval): [string, string] {
  return [timeOfDay(opens), timeOfDay(closes > midnight ? closes - midnight : closes)]
}

/**
 * True if no day is implausibly long. `Sat: 8:30 AM-11:30 PM` of a market is a slip for 11:30 AM; but a slip
 * on four days is unlikely, and a farm stand may be open from 6 AM to 10 PM.
 */
function areCredible(clauses: Clause[]): boolean {
  const isLong = ({ opens, closes, halves }: Opening) => halves && closes - opens > 12 * 60
  const longDays = clauses.flatMap(({ days, openings }) => (openings.some(isLong) ? days : []))
  return longDays.length === 0 || new Set(longDays).size >= 4
}
