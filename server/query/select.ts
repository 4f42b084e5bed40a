import type { DatedGroup } from '../../data/schema/said_at.ts'
import type { FarmSort } from '../../data/schema/serving/sorts.ts'
import type { Point } from '../../data/geography/distance.ts'
import { after, type Eventual } from '../eventual.ts'
import { Bitmap } from '../snapshot/sets/bitmap.ts'
import type { Nearest } from '../snapshot/tree/cell_tree.ts'
import { knownHours } from './open_hours/open_at.ts'
import type { Snapshot } from '../snapshot/open.ts'
import type { Condition } from '../snapshot/sets/row_sets.ts'

/** A circle that contains the wanted farms, its edge included. */
export type Near = Point & { radius_mi: number }

/** Limits a search to a circle or to some rows; default: everywhere. */
export type Scope = { near?: Near | undefined; rows?: readonly number[] | undefined }

/**
 * An order of farms: nearest first in the circle, ties by id; the order of the scope's rows; a column; or
 * ranks. A farm has the first rank whose conditions it meets; within a rank farms are ordered by name. Every
 * farm found meets the conditions of the last rank.
 */
export type Order = 'distance' | 'as asked' | FarmSort | { ranks: Condition[][] }

/** Selects farms, their order, and a page. */
export type Selection = Scope & {
  /** Conditions that all must hold. */
  conditions: Condition[]
  order: Order
  page: number
  per_page: number
  /** The day (since 1970) from which what was said is recent. */
  recentSince: number
}

/** The coverage counts of an answer: farms for which an attribute is known, and was said since a day. */
function known({ fieldCodes, schedules, saidDays }: Snapshot, day: number) {
  const products = () => fieldCodes.any('known', ['products'])
  const hours = knownHours(schedules)
  const prices = () => fieldCodes.any('known', ['prices'])
  const recent = (group: DatedGroup, known: () => Bitmap): Condition => ({
    key: `${group} said since ${day}`,
    rows: () => known().and(saidDays.rowsSince(group, day)),
  })
  return [
    { key: 'known products', set: products },
    hours,
    { key: 'known prices', set: prices },
    recent('products', products),
    recent('hours', hours.rows),
    recent('listings', prices),
  ] as const satisfies Condition[]
}

export type Selected = {
  rows: number[]
  /** Miles from the center, in the order of `rows`; null if the selection has no circle. */
  distances_mi: number[] | null
  /** Farms on all pages. */
  total: number
  /** Farms on all pages with known products, hours and prices, and the same for recent statements. */
  coverage: Record<'coverage' | 'coverage_recent', Coverage>
}
type Coverage = Record<'products' | 'hours' | 'prices', number>

export const select = (snapshot: Snapshot, selection: Selection): Eventual<Selected> =>
  after(matching(snapshot, selection.conditions), (set) => {
    const { near, rows, order, recentSince } = selection
    const ranges = rangesOf(snapshot, selection)
    const summary = summarize(snapshot, recentSince, ranges, set)
    return after(summary, ({ total, coverage }): Eventual<Selected> => {
      if (near && order === 'distance')
        return { ...nearest(snapshot, { ...selection, near }, set), total, coverage }
      const found = near || rows ? among(snapshot, ranges, set) : set
      return after(ordered(snapshot, selection, found, total), (rows) => {
        const distances_mi = near ? rows.map((row) => snapshot.tree.distance_mi(near, row)) : null
        return { rows, distances_mi, total, coverage }
      })
    })
  })

/** Counts the farms in scope that meet all conditions. */
export const countFarms = (
  snapshot: Snapshot,
  scope: Scope,
  conditions: Condition[],
): Eventual<number> =>
  after(matching(snapshot, conditions), (set) => {
    let count = 0
    for (const [first, end] of rangesOf(snapshot, scope))
      count += set ? set.countRange(first, end) : end - first
    return count
  })

/** Miles from a point to the nearest farm that meets all conditions; undefined if there is none. */
export const nearest_mi = (
  snapshot: Snapshot,
  from: Point,
  conditions: Condition[],
): Eventual<number | undefined> =>
  after(matching(snapshot, conditions), (set) => {
    const near = { ...from, radius_mi: anywhere_mi }
    return nearest(snapshot, { near, page: 1, per_page: 1 }, set).distances_mi[0]
  })

/** Slightly less than half the sphere's circumference. */
const anywhere_mi = 12_400

/** The visible farms that meet all conditions; null = every farm of the snapshot. */
export function matching(
  { sets, hidden }: Snapshot,
  conditions: Condition[],
): Eventual<Bitmap | null> {
  return after(sets.findAll(conditions), (required: Bitmap[]) =>
    intersection(hidden.visible ? [...required, hidden.visible] : required),
  )
}

const intersection = ([first, ...others]: Bitmap[]): Bitmap | null =>
  first ? others.reduce((one, other) => one.and(other), first) : null

function nearest(
  { tree }: Snapshot,
  { near, page, per_page }: Pick<Selection, 'page' | 'per_page'> & { near: Near },
  set: Bitmap | null,
): Nearest {
  return tree.nearest(near, near.radius_mi, {
    offset: (page - 1) * per_page,
    limit: per_page,
    ...(set && {
      accepts: (row) => set.has(row),
      acceptsAny: (first, end) => set.hasAny(first, end),
    }),
  })
}

/** Counts the farms of a set in some ranges, and those with known attributes. */
const summarize = (
  snapshot: Snapshot,
  recentSince: number,
  ranges: Range[],
  set: Bitmap | null,
): Eventual<Pick<Selected, 'total' | 'coverage'>> =>
  after(snapshot.sets.findAll(known(snapshot, recentSince)), (found: Bitmap[]) => {
    const counts = found.map(() => 0)
    let total = 0
    for (const [first, end] of ranges) {
      total += set ? set.countRange(first, end) : end - first
      for (const [place, known] of found.entries())
        counts[place]! += set ? known.countRangeAnd(set, first, end) : known.countRange(first, end)
    }
    const coverage = {
      coverage: coverageOf(counts),
      coverage_recent: coverageOf(counts.slice(counts.length / 2)),
    }
    return { total, coverage }
  })

const coverageOf = ([products = 0, hours = 0, prices = 0]: number[]): Coverage => {
  return { products, hours, prices }
}

/** Returns a page of `found`, of which there are `total` farms; null = every farm. */
function ordered(
  snapshot: Snapshot,
  { rows, order, page, per_page }: Selection,
  found: Bitmap | null,
  total: number,
): Eventual<number[]> {
  const offset = (page - 1) * per_page
  if (order === 'as asked') {
    const asked = rows!.filter((row) => found!.has(row))
    return asked.slice(offset, offset + per_page)
  }
  if (typeof order === 'object')
    return ranked(snapshot, order.ranks, { offset, per_page, total }, found)
  const all = snapshot.orders[order as FarmSort]
  return found ? all.pageOf(found, total, offset, per_page) : all.page(offset, per_page)
}

/** The farms of a set in some ranges. */
export function among({ farms }: Snapshot, ranges: Range[], set: Bitmap | null): Bitmap {
  const scope = Bitmap.fromRanges(ranges, farms)
  return set ? scope.and(set) : scope
}

/** Rows [first, end). */
type Range = [first: number, end: number]

/** The rows of a scope as ranges: of a circle, of a list, or all. */
export function rangesOf({ tree, farms }: Snapshot, { near, rows }: Scope): Range[] {
  if (!near && !rows) return [[0, farms]]
  const ranges = (rows ?? []).map((row): Range => [row, row + 1])
  if (near) tree.within(near, near.radius_mi, (first, end) => ranges.push([first, end]))
  return ranges
}

/** Ranks beyond the page are not looked at. */
async function ranked(
  { farms, sets, orders }: Snapshot,
  ranks: Condition[][],
  { offset, per_page, total }: Record<'offset' | 'per_page' | 'total', number>,
  set: Bitmap | null,
): Promise<number[]> {
  const rows: number[] = []
  let skipped = offset
  let better = new Bitmap(farms)
  let left = total
  for (const rank of skipped < total ? ranks : []) {
    if (left === 0 || rows.length === per_page) break
    const found = intersection([...(await sets.findAll(rank)), ...(set ? [set] : [])])
    if (!found) continue
    const members = found.andNot(better)
    const count = members.count()
    rows.push(...orders.name.pageOf(members, count, skipped, per_page - rows.length))
    skipped = Math.max(0, skipped - count)
    left -= count
    better = better.or(found)
  }
  return rows
}
