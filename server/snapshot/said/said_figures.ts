import { dateOfDay } from '../../../data/calendar.ts'
import { noDay } from '../../../data/schema/serving/columns.ts'
import { groupNames, type DatedGroup } from '../../../data/schema/said_at.ts'
import { firstDayOf } from '../../http/parameters/instants.ts'
import type { CircleVisitor } from '../tree/cell_tree.ts'
import type { SaidSince } from './said_since.ts'

/**
 * For how many farms a group of fields is known, for how many it was said within three years, and the day by
 * which half of the known were last said; null = none is known.
 */
export type SaidFigures = { known: number; recent: number; median: string | null }

/** A statement is recent for this time before a request. */
export const recentYears = '3y'

const groups = groupNames.length

/** The counts of nodes with this many farms are kept, since they have fewer days than farms. */
const manyFarms = 2048

/** Stands for a node of all farms: the tree's root lacks those without a location. */
const everyFarm = -1

/** Counts of some cells. */
type Kept = { cells: Uint32Array; counts: Uint32Array }

/**
 * Counts farms by the day on which each group was last said. A cell is a day of a group: the days of the
 * first group, then of the next.
 */
export class SaidAges {
  readonly #days: Int32Array
  readonly #first: number
  readonly #span: number
  readonly #counts: Uint32Array
  readonly #nodes = new Map<number, Kept>()

  /** `days`: of each row and group, as in the serving file. */
  constructor(days: Int32Array) {
    let [first, last] = [Infinity, -Infinity]
    for (const day of days) {
      if (day === noDay) continue
      if (day < first) first = day
      if (day > last) last = day
    }
    this.#days = days
    this.#first = first
    this.#span = Math.max(0, last - first + 1)
    this.#counts = new Uint32Array(groups * this.#span)
  }

  /** The figures of the farms that `visit` names, as whole nodes of the cell tree and single rows. */
  of(
    visit: (visitor: CircleVisitor) => void,
    since: SaidSince | null,
    now: Date,
  ): Record<DatedGroup, SaidFigures> {
    this.#counts.fill(0)
    visit({
      node: (node, first, end) => this.#addNode(node, first, end),
      row: (row) => this.#addRows(row, row + 1),
    })
    const recent = firstDayOf(recentYears, now)
    return Object.fromEntries(
      groupNames.map((group, place) => [group, this.#figuresOf(place, since?.day, recent)]),
    ) as Record<DatedGroup, SaidFigures>
  }

  /** The figures of every farm. */
  ofAll(since: SaidSince | null, now: Date): Record<DatedGroup, SaidFigures> {
    return this.of((visitor) => visitor.node(everyFarm, 0, this.#days.length / groups), since, now)
  }

  #addRows(first: number, end: number): void {
    for (let at = first * groups, group = 0; at < end * groups; at++) {
      const day = this.#days[at]!
      if (day !== noDay) this.#counts[group * this.#span + day - this.#first]!++
      if (++group === groups) group = 0
    }
  }

  #addNode(node: number, first: number, end: number): void {
    if (end - first < manyFarms) return this.#addRows(first, end)
    const { cells, counts } = this.#nodes.get(node) ?? this.#keep(node, first, end)
    for (let at = 0; at < cells.length; at++) this.#counts[cells[at]!]! += counts[at]!
  }

  #keep(node: number, first: number, end: number): Kept {
    const before = this.#counts.slice()
    this.#addRows(first, end)
    const cells = Uint32Array.from(this.#counts.keys()).filter(
      (cell) => this.#counts[cell] !== before[cell],
    )
    const kept = { cells, counts: cells.map((cell) => this.#counts[cell]! - before[cell]!) }
    this.#counts.set(before)
    this.#nodes.set(node, kept)
    return kept
  }

  #figuresOf(place: number, since: number | undefined, recentSince: number): SaidFigures {
    const cellOf = (day: number) =>
      place * this.#span + Math.min(Math.max(day - this.#first, 0), this.#span)
    const [begin, end] = [cellOf(since ?? this.#first), (place + 1) * this.#span]
    const [known, recent] = [
      this.#sum(begin, end),
      this.#sum(Math.max(begin, cellOf(recentSince)), end),
    ]
    if (known === 0) return { known, recent, median: null }
    let cell = begin
    for (let left = (known + 1) >> 1; left > this.#counts[cell]!; cell++)
      left -= this.#counts[cell]!
    return { known, recent, median: dateOfDay(this.#first + cell - place * this.#span) }
  }

  #sum(begin: number, end: number): number {
    let sum = 0
    for (let cell = begin; cell < end; cell++) sum += this.#counts[cell]!
    return sum
  }
}
