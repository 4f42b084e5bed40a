import { dateOfDay } from '../../../data/calendar.ts'
import type { JsonBody } from '../../http/json_body.ts'
import { noDay } from '../../../data/schema/serving/columns.ts'
import {
  farmFieldOf,
  fieldsWith,
  storedName,
  type CodeGroup,
} from '../../../data/schema/serving/fields.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { freeGroups, groupNames, groupOf, type DatedGroup } from '../../../data/schema/said_at.ts'
import { Bitmap } from '../sets/bitmap.ts'

const groups = groupNames.length
const bitOf = (group: DatedGroup | undefined) => (group ? 1 << groupNames.indexOf(group) : 0)

/** Returns true if a code of a row counts as unknown. */
export type Hides = (row: number, code: number) => boolean

/** The field `said_at` as JSON, with some date for each known group; `ends`: how far its dates are from its end. */
type Field = { bytes: Buffer; known: number[]; ends: number[] }

/** The days on which each farm's groups of fields were last said, in days since 1970. */
export class SaidDays {
  readonly #days: Int32Array
  /** By the known groups, as bits; each made when first written. */
  readonly #fields: Record<Tier, Field[]> = { free: [], paid: [] }
  readonly #dates: Dates

  constructor(days: Int32Array) {
    this.#days = days
    this.#dates = datesOf(days)
  }

  /** Appends the field `said_at` of a row, with the groups that a tier sees, to a JSON object's others. */
  append(body: JsonBody, row: number, tier: Tier): void {
    const first = row * groups
    let bits = 0
    for (let group = 0; group < shownTo[tier]; group++)
      bits |= +(this.#days[first + group] !== noDay) << group
    const { bytes, known, ends } = (this.#fields[tier][bits] ??= fieldOf(bits, shownTo[tier]))
    body.all(bytes)
    for (let at = 0; at < known.length; at++) {
      const start = (this.#days[first + known[at]!]! - this.#dates.first) * dateLength
      body.over(ends[at]!, this.#dates.bytes, start, start + dateLength)
    }
  }

  /** The number of farms by the year in which they last said a group. */
  byYear(group: DatedGroup): { year: number; farms: number }[] {
    const farms = new Map<number, number>()
    for (let at = groupNames.indexOf(group); at < this.#days.length; at += groups) {
      const day = this.#days[at]!
      const year = day === noDay ? null : Number(dateOfDay(day).slice(0, 4))
      if (year !== null) farms.set(year, (farms.get(year) ?? 0) + 1)
    }
    return [...farms].map(([year, farms]) => ({ year, farms }))
  }

  /** The farms that said a group on a day or later. */
  rowsSince(group: DatedGroup, day: number): Bitmap {
    const place = groupNames.indexOf(group)
    const rows = this.#days.length / groups
    return Bitmap.where(rows, (row) => this.#days[row * groups + place]! >= day)
  }

  /** For each row, the bits of the groups that were last said before a day. Every known group has a day. */
  saidBefore(day: number): Uint16Array {
    const bits = new Uint16Array(this.#days.length / groups)
    for (let at = 0; at < this.#days.length; at++)
      if (this.#days[at]! < day && this.#days[at] !== noDay)
        bits[Math.floor(at / groups)]! |= 1 << (at % groups)
    return bits
  }
}

const dateLength = 'YYYY-MM-DD'.length

/** All dates from the first to the last, one after the other. */
type Dates = { first: number; bytes: Buffer }

function datesOf(days: Int32Array): Dates {
  let [first, last] = [Infinity, -Infinity]
  for (const day of days) {
    if (day === noDay) continue
    first = Math.min(first, day)
    last = Math.max(last, day)
  }
  const length = Math.max(0, last - first + 1)
  const texts = Array.from({ length }, (_, place) => dateOfDay(first + place))
  return { first, bytes: Buffer.from(texts.join('')) }
}

/** Makes the field of the known groups, given as bits, among the first `shown`. */
function fieldOf(bits: number, shown: number): Field {
  const known = [...groupNames.keys()].filter((group) => group < shown && bits & (1 << group))
  const pairs = groupNames
    .slice(0, shown)
    .map((name, group) => `"${name}":${known.includes(group) ? `"${dateOfDay(0)}"` : 'null'}`)
  const text = `,"said_at":{${pairs.join()}}`
  const ends = [...text.matchAll(/\d{4}-/g)].map(({ index }) => text.length - index)
  return { bytes: Buffer.from(text), known, ends }
}

/** The number of groups that a tier sees: free ones come first. */
const shownTo: Record<Tier, number> = { free: freeGroups.length, paid: groups }

/** The groups of fields that count as unknown because they were last said before a day. */
export class SaidSince {
  readonly day: number
  readonly #old: Uint16Array

  constructor(days: SaidDays, day: number) {
    this.day = day
    this.#old = days.saidBefore(day)
  }

  /** Returns true if a row's group counts as unknown, or any of several. */
  isUnknown(row: number, ...named: DatedGroup[]): boolean {
    return named.some((group) => (this.#old[row]! & bitOf(group)) !== 0)
  }

  /** The farms of which all these groups count. */
  rows(...named: DatedGroup[]): Bitmap {
    return Bitmap.where(this.#old.length, (row) => !this.isUnknown(row, ...named))
  }

  /** Decides for the codes of some fields' stored names, numbered in the order of the fields. */
  hides(group: CodeGroup, stored: Record<string, string[]>): Hides {
    const bits = codeBits(group, stored)
    return (row, code) => (this.#old[row]! & bits[code]!) !== 0
  }
}

/** For each code, the bit of its group; 0 = it has no date. */
function codeBits(group: CodeGroup, stored: Record<string, string[]>): Uint16Array {
  const bits = fieldsWith({ in: group }).flatMap((field) =>
    stored[storedName(field)]!.map((name) => bitOf(groupOf(farmFieldOf(field, name)))),
  )
  return Uint16Array.from(bits)
}
