import { firstWhere } from '../../../data/binary_search.ts'
import type { PartVisitor } from '../tree/cell_tree.ts'

/** The known days of a group, how many are on or after each of some days, and their lower median, if any. */
export type Counted = { known: number; from: number[]; median: number }

/** A bin has 32 days. */
const binBits = 5
const binDays = 1 << binBits
const dayOfBin = binDays - 1

/** Nodes of the cell tree with this many farms keep their days sorted. */
const manyFarms = 128

/** The known days of some rows by cell: those of cell c stand from starts[c] on, as days of the bin. */
type Sorted = { starts: Uint32Array; days: Uint8Array }

/**
 * Counts rows by days, one or none in each of several groups, and finds the medians: first by bins of days,
 * then by the days of single bins. A cell is a bin of a group: the bins of the first group, then of the next.
 */
export class DayBins {
  readonly #bins: number
  /** The first bin, counted from 1970. */
  readonly #first: number
  /** The known days of row r stand from starts[r] on: their cells, and their days of the bin. */
  readonly #starts: Uint32Array
  readonly #cells: Uint16Array | Uint32Array
  readonly #days: Uint8Array
  readonly #nodes = new Map<number, Sorted>()
  readonly #counts: Uint32Array
  /** Where the counts of single days of a cell begin; 0 = days are not counted. */
  readonly #slots: Uint32Array
  /** The counts of single days. The first slot's stay 0. */
  #dayCounts = new Uint32Array()
  /** The first cell of each group. */
  readonly #firsts: number[]

  /** `days`: since 1970, of each row and group; those before `since` are unknown. */
  constructor(days: Int32Array, groups: number, since: number) {
    let [known, first, last] = [0, Infinity, -Infinity]
    for (const day of days) {
      if (day < since) continue
      known++
      if (day < first) first = day
      if (day > last) last = day
    }
    this.#first = known > 0 ? first >> binBits : 0
    this.#bins = known > 0 ? (last >> binBits) - this.#first + 1 : 1
    const cells = groups * this.#bins
    this.#counts = new Uint32Array(cells)
    this.#slots = new Uint32Array(cells)
    this.#firsts = Array.from({ length: groups }, (_, group) => group * this.#bins)
    this.#starts = new Uint32Array(days.length / groups + 1)
    this.#cells = cells > 2 ** 16 ? new Uint32Array(known) : new Uint16Array(known)
    this.#days = new Uint8Array(known)
    let next = 0
    for (let at = 0; at < days.length; at++) {
      const [group, day] = [at % groups, days[at]!]
      if (day >= since) {
        this.#cells[next] = group * this.#bins + (day >> binBits) - this.#first
        this.#days[next++] = day & dayOfBin
      }
      if (group === groups - 1) this.#starts[(at + 1) / groups] = next
    }
  }

  /** Counts the farms that `visit` names, by group. `from`: days since 1970. */
  count(visit: (visitor: PartVisitor) => void, from: readonly number[]): Counted[] {
    const counts = this.#counts.fill(0)
    const ranges: number[] = []
    const nodes: Sorted[] = []
    const [starts, cells] = [this.#starts, this.#cells]
    const rows = (first: number, end: number) => {
      const [start, stop] = [starts[first]!, starts[end]!]
      ranges.push(start, stop)
      for (let at = start; at < stop; at++) counts[cells[at]!]!++
    }
    visit({
      rows,
      node: (node, first, end) => {
        if (end - first < manyFarms) return rows(first, end)
        const sorted = this.#nodes.get(node) ?? this.#sort(node, first, end)
        nodes.push(sorted)
        addCounts(counts, sorted)
      },
    })
    return this.#figures(ranges, nodes, from)
  }

  #sort(node: number, first: number, end: number): Sorted {
    const [start, stop] = [this.#starts[first]!, this.#starts[end]!]
    const starts = new Uint32Array(this.#counts.length + 1)
    for (let at = start; at < stop; at++) starts[this.#cells[at]! + 1]!++
    for (let cell = 1; cell < starts.length; cell++) starts[cell]! += starts[cell - 1]!
    const days = new Uint8Array(stop - start)
    const next = starts.slice()
    for (let at = start; at < stop; at++) days[next[this.#cells[at]!]!++] = this.#days[at]!
    const sorted = { starts, days }
    this.#nodes.set(node, sorted)
    return sorted
  }

  #figures(ranges: number[], nodes: Sorted[], from: readonly number[]): Counted[] {
    const bins = this.#bins
    /** For each cell, the days of its group up to the end of its bin. */
    const upTo = this.#counts
    const firsts = this.#firsts
    for (const first of firsts)
      for (let cell = first, sum = 0; cell < first + bins; cell++) upTo[cell] = sum += upTo[cell]!
    const medians = firsts.map((first) => {
      const place = placeOfMedian(upTo[first + bins - 1]!)
      return firstWhere(first, first + bins - 1, (cell) => upTo[cell]! >= place)
    })
    const binsFrom = from.map((day) => (day >> binBits) - this.#first)
    const wanted = medians.slice()
    for (const bin of binsFrom)
      if (bin >= 0 && bin < bins) for (const first of firsts) wanted.push(first + bin)
    const days = this.#countDays(wanted, ranges, nodes)
    return firsts.map((first, group) => {
      const known = upTo[first + bins - 1]!
      const before = (cell: number) => (cell > first ? upTo[cell - 1]! : 0)
      const cell = medians[group]!
      const day = days.dayOf(cell, placeOfMedian(known) - before(cell))
      return {
        known,
        from: from.map((each, index) => {
          const bin = binsFrom[index]!
          if (bin < 0 || bin >= bins) return bin < 0 ? known : 0
          return known - before(first + bin) - days.before(first + bin, each & dayOfBin)
        }),
        median: (this.#first + cell - first) * binDays + day,
      }
    })
  }

  /** Counts the days of some cells one by one. */
  #countDays(wanted: number[], ranges: number[], nodes: Sorted[]) {
    const slots = this.#slots.fill(0)
    for (const [index, cell] of wanted.entries()) slots[cell] = (index + 1) * binDays
    const size = (wanted.length + 1) * binDays
    if (this.#dayCounts.length < size) this.#dayCounts = new Uint32Array(size)
    const counts = this.#dayCounts.fill(0)
    const [cells, days] = [this.#cells, this.#days]
    for (let range = 0; range < ranges.length; range += 2) {
      const stop = ranges[range + 1]!
      for (let at = ranges[range]!; at < stop; at++) {
        const slot = slots[cells[at]!]!
        if (slot > 0) counts[slot + days[at]!]!++
      }
    }
    const distinct = wanted.filter((cell, index) => slots[cell] === (index + 1) * binDays)
    for (const { starts, days } of nodes)
      for (const cell of distinct)
        for (let at = starts[cell]!; at < starts[cell + 1]!; at++)
          counts[slots[cell]! + days[at]!]!++
    return {
      /** The number of a cell's days before a day of its bin. */
      before(cell: number, day: number): number {
        let sum = 0
        for (let at = slots[cell]!; at < slots[cell]! + day; at++) sum += counts[at]!
        return sum
      },
      /** The day of the bin at a place among a cell's days, from 1. */
      dayOf(cell: number, place: number): number {
        let day = 0
        for (let left = place; left > counts[slots[cell]! + day]!; day++)
          left -= counts[slots[cell]! + day]!
        return day
      },
    }
  }
}

/** The place of the lower median among some days, from 1; 0 of none. */
const placeOfMedian = (known: number) => (known + 1) >>> 1

/** Adds the days of each cell of sorted rows to counts. */
function addCounts(counts: Uint32Array, { starts }: Sorted): void {
  for (let cell = 0; cell < counts.length; cell++)
    counts[cell]! += starts[cell + 1]! - starts[cell]!
}
