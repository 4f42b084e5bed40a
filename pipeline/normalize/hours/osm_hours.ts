import {
  days as week,
  holidayRule,
  type Day,
  type Season,
  type Weekly,
} from '../../../data/schema/hours.ts'
import { parseOsmRules, type OsmRule } from './osm_rules.ts'
import { toWeekly } from './weekly.ts'
import { readAll } from './wording.ts'
import { isWithin, isYearly, spansBy, type YearSpan } from './year_days.ts'

/**
 * Reads an OpenStreetMap `opening_hours` string: `Apr-Oct Mo-Sa 09:00-18:00; Su off`. A rule after `;`
 * replaces earlier rules on its days; a rule after `,` adds to them. `PH off` becomes a note, since weeks
 * have no holidays: see `closesOnHolidays`. Null if the text is not such a string, or contains more than
 * seasons and weeks can hold.
 */
export function readOsmHours(text: string): { seasons: Season[]; note: string | null } | null {
  const parts = readAll(parseOsmRules(text) ?? [], withoutHolidays)
  if (!parts) return null
  const rules = parts.flatMap(({ rule }) => rule ?? [])
  if (mayBeOfTwelve(rules)) return null
  const seasons = onlyDates(rules) ?? seasonsOf(rules)
  if (!seasons || seasons.length === 0) return null
  return { seasons, note: parts.some(({ note }) => note) ? holidayRule : null }
}

/**
 * `Sa 11:00-02:00`, `Sa 02:00-05:00`: without any hour from 13 on, a 12-hour clock is more likely, since the
 * author may not follow OpenStreetMap.
 */
function mayBeOfTwelve(rules: OsmRule[]): boolean {
  const times = rules.flatMap(({ times }) => times ?? [])
  const isNight = ({ opens, closes }: (typeof times)[number]) =>
    closes > 24 * 60 || (opens < 5 * 60 && closes < 24 * 60)
  const isOf24 = times.some(({ opens, closes }) => Math.max(opens, closes % 1440) >= 13 * 60)
  return !isOf24 && times.some(isNight)
}

/** `PH off` alone does not change the week; other hours on holidays cannot be represented. */
function withoutHolidays(rule: OsmRule): { rule: OsmRule | null; note: boolean } | null {
  if (!rule.holidays) return { rule, note: false }
  if (rule.state === 'off') return { rule: rule.days?.length ? rule : null, note: true }
  return rule.days?.length === 7 ? { rule, note: false } : null
}

/** `Apr-Oct`: open all day and night by the specification; most authors mean a season. */
function onlyDates(rules: OsmRule[]): Season[] | null {
  const [rule] = rules
  const isOnly = rules.length === 1 && rule?.dates && !rule.days && !rule.times
  return isOnly && rule.state === 'open' ? inDates(rule.dates, null) : null
}

function seasonsOf(rules: OsmRule[]): Season[] | null {
  if (rules.some(isUnclear) || rules.slice(1).some(isForAllDays)) return null
  if (rules.some((rule, i) => meetsOther(rule, i, rules))) return null
  const known = rules.filter(({ joins }) => joins !== 'otherwise')
  const unknown = rules.filter(({ joins }) => joins === 'otherwise')
  const seasons = mayCollide(known) ? folded(known) : beside(known)
  return seasons && [...seasons, ...unknown.flatMap(({ dates }) => inDates(dates, null))]
}

/** Times that are missing or uncertain, except `|| Sep-Oct unknown`; or `off` in a rule that adds. */
function isUnclear({ joins, state, days, times }: OsmRule): boolean {
  if (joins === 'otherwise') return state !== 'unknown' || days !== null || times !== null
  if (state === 'off') return joins === 'also' || times !== null
  return state === 'unknown' || times === null
}

/** `Sa 10:00-12:00; 09:00-17:00`: evaluators disagree if Saturdays are replaced. */
const isForAllDays = ({ joins, dates, days }: OsmRule) => joins === 'instead' && !dates && !days

/** True if it is open past midnight and another rule may replace either day: evaluators disagree. */
function meetsOther({ times, ...rule }: OsmRule, index: number, rules: OsmRule[]): boolean {
  if (!times?.some(({ closes }) => closes > 24 * 60)) return false
  const both = daysOf(rule).flatMap((day) => [day, week[(week.indexOf(day) + 1) % 7]!])
  return rules.some(
    (other, i) =>
      i !== index &&
      rules[Math.max(i, index)]!.joins === 'instead' &&
      daysOf(other).some((day) => both.includes(day)),
  )
}

const daysOf = ({ days }: Pick<OsmRule, 'days'>): readonly Day[] => days ?? week

/** True if a rule may cancel part of an earlier rule. */
function mayCollide(rules: OsmRule[]): boolean {
  return rules.some(
    (rule, i) =>
      rule.state === 'off' ||
      (rule.joins === 'instead' && rules.slice(0, i).some((before) => shareDay(before, rule))),
  )
}

function shareDay(a: OsmRule, b: OsmRule): boolean {
  const days = daysOf(a)
  const isApart = a.dates?.every((one) => b.dates?.every((other) => areApart(one, other)))
  return !isApart && daysOf(b).some((day) => days.includes(day))
}

/** True if two spans of stated years share no day. */
function areApart(a: YearSpan, b: YearSpan): boolean {
  if (isYearly(a) || isYearly(b)) return false
  return (a.to !== null && a.to < b.from!) || (b.to !== null && b.to < a.from!)
}

/** Rules that only add to each other: one season for each set of dates. */
function beside(rules: OsmRule[]): Season[] | null {
  const byDates = [...Map.groupBy(rules, ({ dates }) => JSON.stringify(dates)).values()]
  return (
    readAll(byDates, (rules) => {
      const weekly = weeklyOf(rules)
      return weekly && inDates(rules[0]!.dates, weekly)
    })?.flat() ?? null
  )
}

/** Rules that may replace earlier ones, evaluated for every day of the year. */
function folded(rules: OsmRule[]): Season[] | null {
  if (!rules.every(({ dates }) => !dates || dates.every(isYearly))) return null
  const spans = spansBy((day) => {
    const valid = rules.map(({ dates }) => !dates || dates.some((span) => isWithin(span, day)))
    return valid.includes(true) ? valid.map(Number).join('') : null
  })
  return (
    readAll([...spans], ([valid, spans]) => {
      const weekly = weeklyOf(fold(rules.filter((_, i) => valid[i] === '1')))
      return weekly && (Object.keys(weekly).length > 0 ? inDates(spans, weekly) : [])
    })?.flat() ?? null
  )
}

/** The rules of a day of the year, without weekdays that a later rule replaces. */
function fold(rules: OsmRule[]): OsmRule[] {
  return rules.map((rule, i) => {
    const later = rules.slice(i + 1).filter(({ joins }) => joins === 'instead')
    const isReplaced = (day: Day) => later.some((one) => daysOf(one).includes(day))
    return { ...rule, days: daysOf(rule).filter((day) => !isReplaced(day)) }
  })
}

function weeklyOf(rules: OsmRule[]): Weekly | null {
  return toWeekly((day) =>
    rules.flatMap((rule) => (daysOf(rule).includes(day) ? (rule.times ?? []) : [])),
  )
}

const inDates = (dates: YearSpan[] | null, weekly: Weekly | null): Season[] =>
  (dates ?? [{ from: null, to: null }]).map(({ from, to }) => ({ from, to, weekly }))
