import type { Point } from '../../../data/geography/distance.ts'
import type { Location } from '../reader/locate.ts'
import type { CodeLists } from '../../snapshot/columns/code_lists.ts'
import type { CircleVisitor } from '../../snapshot/tree/cell_tree.ts'
import type { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Snapshot } from '../../snapshot/open.ts'

/** A circle, with its center as shown in answers. */
export type NamedCircle = { center: Point | Location; radius_mi: number }

/** The farms behind the figures: in a circle, its edge included, and in `only` if given. */
export type Area = { center: Point; radius_mi: number; only?: Bitmap | undefined }

/** Counts the farms of an area, and adds up their codes and the codes' values. */
export function sumsOf(snapshot: Snapshot, area: Area, lists: CodeLists) {
  const sums = { farms: 0, ...lists.noSums() }
  visitArea(snapshot, area, {
    node(node, first, end) {
      sums.farms += end - first
      lists.addNode(sums, node, first, end)
    },
    row(row) {
      sums.farms++
      lists.addRows(sums, row, row + 1)
    },
  })
  return sums
}

/** Calls `use` with every farm of an area, in row order. */
export function visitFarms(snapshot: Snapshot, area: Area, use: (row: number) => void): void {
  visitArea(snapshot, area, {
    node(_node, first, end) {
      for (let row = first; row < end; row++) use(row)
    },
    row: use,
  })
}

/** Visits the farms of an area as whole nodes of the tree and single rows, in row order. */
export function visitArea({ tree }: Snapshot, area: Area, visitor: CircleVisitor): void {
  const { center, radius_mi, only } = area
  if (!only) return tree.cover(center, radius_mi, visitor)
  tree.within(center, radius_mi, (first, end) => {
    for (let row = only.next(first, end); row < end; row = only.next(row + 1, end)) visitor.row(row)
  })
}

/** Counts the farms of an area within a distance of its center. */
export function farmsWithin({ tree }: Snapshot, area: Area, distance_mi = Infinity): number {
  const { center, radius_mi, only } = area
  let farms = 0
  tree.within(center, Math.min(distance_mi, radius_mi), (first, end) => {
    farms += only ? only.countRange(first, end) : end - first
  })
  return farms
}
