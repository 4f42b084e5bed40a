import type { Point } from '../../data/geography/distance.ts'
import { Bitmap } from '../snapshot/sets/bitmap.ts'
import { knownHours } from './open_hours/open_at.ts'
import type { Snapshot, SortOrder } from '../snapshot/open.ts'
import type { Condition } from '../snapshot/sets/row_sets.ts'

/** Which farms are wanted, in which order, and which page of them. */
export type Selection = {
  /** All of `all` must hold, and where there is any, one of `any`. */
  all: Condition[]
  any: Condition[]
  page: number
  per_page: number
} & ({ near: Near } | { sort: SortOrder } | { ranks: Condition[][] })

/** A circle that farms are wanted in, its edge included. */
export type Near = Point & { radius_mi: number }

/** What the coverage of an answer counts: the farms for which an attribute is known. */
const known = {
  products: { key: 'known products', sql: 'products is not null', params: {} },
  prices: {
    key: 'known prices',
    sql: 'id in (select farm_id from product_listings where price is not null)',
    params: {},
  },
} satisfies Record<string, Condition>

export type Selected = {
  rows: number[]
  /** Miles from the centre, beside `rows`; null where the selection has no circle. */
  distances_mi: number[] | null
  /** Farms on all pages. */
  total: number
  /** Of them, how many have known products, hours and prices; null where there is no circle. */
  coverage: Record<keyof typeof known | 'hours', number> | null
}

/**
 * Finds a page of farms: nearest first in a circle, ties by id, or in the order of `sort`, or by
 * `ranks`: a farm has the first rank all of whose conditions it meets; those of one rank come by
 * name. Every farm that is found meets the conditions of the last rank.
 */
export async function select(snapshot: Snapshot, selection: Selection): Promise<Selected> {
  const set = await matching(snapshot, selection)
  if ('near' in selection) return nearby(snapshot, selection, set)
  if ('sort' in selection) return sorted(snapshot, selection, set)
  return ranked(snapshot, selection, set)
}

/** The visible farms that meet the conditions; null = every farm of the snapshot. */
async function matching(
  { sets, hidden }: Snapshot,
  { all, any }: Selection,
): Promise<Bitmap | null> {
  const required: Bitmap[] = await sets.findAll(all)
  if (hidden.visible) required.push(hidden.visible)
  const alternatives = await sets.findAll(any)
  if (alternatives.length > 0) required.push(alternatives.reduce((one, other) => one.or(other)))
  return intersection(required)
}

const intersection = ([first, ...others]: Bitmap[]): Bitmap | null =>
  first ? others.reduce((one, other) => one.and(other), first) : null

async function nearby(
  snapshot: Snapshot,
  { near, page, per_page }: Extract<Selection, { near: Near }>,
  set: Bitmap | null,
): Promise<Selected> {
  const { tree } = snapshot
  const { total, coverage } = await summarize(snapshot, near, set)
  const { rows, distances_mi } = tree.nearest(near, near.radius_mi, {
    offset: (page - 1) * per_page,
    limit: per_page,
    ...(set && {
      accepts: (row) => set.has(row),
      acceptsAny: (first, end) => set.hasAny(first, end),
    }),
  })
  return { rows, distances_mi, total, coverage }
}

async function summarize({ tree, sets, schedules }: Snapshot, near: Near, set: Bitmap | null) {
  const conditions = [known.products, knownHours(schedules), known.prices] as const
  const [products, hours, prices] = await sets.findAll(conditions)
  const coverage = { products: 0, hours: 0, prices: 0 }
  let total = 0
  tree.within(near, near.radius_mi, (first, end) => {
    total += set ? set.countRange(first, end) : end - first
    coverage.products += products.countRangeAnd(set ?? products, first, end)
    coverage.hours += hours.countRangeAnd(set ?? hours, first, end)
    coverage.prices += prices.countRangeAnd(set ?? prices, first, end)
  })
  return { total, coverage }
}

function sorted(
  { farms, orders }: Snapshot,
  { sort, page, per_page }: Extract<Selection, { sort: SortOrder }>,
  set: Bitmap | null,
): Selected {
  const total = set ? set.count() : farms
  const offset = (page - 1) * per_page
  const order = orders[sort]
  const rows = set ? order.pageOf(set, total, offset, per_page) : order.page(offset, per_page)
  return { rows, distances_mi: null, total, coverage: null }
}

/** Ranks beyond the page are not looked at. */
async function ranked(
  { farms, sets, orders }: Snapshot,
  { ranks, page, per_page }: Extract<Selection, { ranks: Condition[][] }>,
  set: Bitmap | null,
): Promise<Selected> {
  const total = set ? set.count() : farms
  const rows: number[] = []
  let offset = (page - 1) * per_page
  let better = new Bitmap(farms)
  let left = total
  for (const rank of offset < total ? ranks : []) {
    if (left === 0 || rows.length === per_page) break
    const found = intersection([...(await sets.findAll(rank)), ...(set ? [set] : [])])
    if (!found) continue
    const members = found.andNot(better)
    const count = members.count()
    rows.push(...orders.name.pageOf(members, count, offset, per_page - rows.length))
    offset = Math.max(0, offset - count)
    left -= count
    better = better.or(found)
  }
  return { rows, distances_mi: null, total, coverage: null }
}
