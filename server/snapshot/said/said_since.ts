import { noDay } from '../../../data/schema/serving/columns.ts'
import { farmFieldOf, fieldsWith, storedName } from '../../../data/schema/serving/fields.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { freeGroups, groupNames, groupOf, type DatedGroup } from '../../../data/schema/said_at.ts'
import { Bitmap } from '../sets/bitmap.ts'

const groups = groupNames.length
const bitOf = (group: DatedGroup | undefined) => (group ? 1 << groupNames.indexOf(group) : 0)

/** Returns true if a code of a row counts as unknown. */
export type Hides = (row: number, code: number) => boolean

/** The days on which each farm's groups of fields were last said, in days since 1970. */
export class SaidDays {
  readonly #days: Int32Array
  /** Days as JSON, made when first written. */
  readonly #texts = new Map<number | null, string>([[null, 'null']])

  constructor(days: Int32Array) {
    this.#days = days
  }

  /** The day of a row's group; null = unknown. */
  of(row: number, group: DatedGroup): number | null {
    const day = this.#days[row * groups + groupNames.indexOf(group)]!
    return day === noDay ? null : day
  }

  /** The field `said_at` of a row, after others of a JSON object, with the groups that a tier sees. */
  fieldOf(row: number, tier: Tier): string {
    const days = shownTo[tier].map((group) => `"${group}":${this.#textOf(this.of(row, group))}`)
    return `,"said_at":{${days.join()}}`
  }

  /** The farms that said a group on a day or later. */
  rowsSince(group: DatedGroup, day: number): Bitmap {
    const place = groupNames.indexOf(group)
    const rows = this.#days.length / groups
    return Bitmap.where(rows, (row) => this.#days[row * groups + place]! >= day)
  }

  /**
   * For each row, the bits of the groups that were last said before a day. Every known group has a day, but
   * for snapshots before schema version 10: these have none, and all their groups count as old.
   */
  saidBefore(day: number): Uint16Array {
    const bits = new Uint16Array(this.#days.length / groups)
    if (this.#days.every((each) => each === noDay)) return bits.fill((1 << groups) - 1)
    for (let at = 0; at < this.#days.length; at++)
      if (this.#days[at]! < day && this.#days[at] !== noDay)
        bits[Math.floor(at / groups)]! |= 1 << (at % groups)
    return bits
  }

  #textOf(day: number | null): string {
    const known = this.#texts.get(day)
    if (known) return known
    const text = `"${dayText(day!)}"`
    this.#texts.set(day, text)
    return text
  }
}

/** A day since 1970 as `YYYY-MM-DD`. */
export const dayText = (day: number): string =>
  new Date(day * day_ms).toISOString().slice(0, 'YYYY-MM-DD'.length)
const day_ms = 86_400_000

const shownTo: Record<Tier, DatedGroup[]> = { free: freeGroups, paid: groupNames }

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
  hides(market: boolean, stored: Record<string, string[]>): Hides {
    const bits = codeBits(market, stored)
    return (row, code) => (this.#old[row]! & bits[code]!) !== 0
  }
}

/** For each code, the bit of its group; 0 = it has no date. */
function codeBits(market: boolean, stored: Record<string, string[]>): Uint16Array {
  const bits = fieldsWith({ market }).flatMap((field) =>
    stored[storedName(field)]!.map((name) => bitOf(groupOf(farmFieldOf(field, name)))),
  )
  return Uint16Array.from(bits)
}
