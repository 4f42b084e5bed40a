import type { Point } from '../../../data/geography/distance.ts'
import type { CircleVisitor } from '../../snapshot/tree/cell_tree.ts'
import type { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Snapshot } from '../../snapshot/open.ts'

/** Farms that figures are of: those in a circle, its edge included, or of them those of a set. */
export type Area = {
  center: Point
  radius_mi: number
  /** null = all farms. */
  only: Bitmap | null
}

/** Figures of an area: how many farms, and how many of them have each code. */
export type Figures = { farms: number; counts: Uint32Array }

/** Adds up the codes of the farms of an area. */
export function figuresOf(snapshot: Snapshot, area: Area): Figures {
  const { attributes } = snapshot
  const sums = attributes.noSums()
  let farms = 0
  visitArea(snapshot, area, {
    node(node, first, end) {
      farms += end - first
      attributes.addNode(sums, node, first, end)
    },
    row(row) {
      farms++
      attributes.addRows(sums, row, row + 1)
    },
  })
  return { farms, counts: sums.counts }
}

/** Shares out the farms of an area to whole nodes of the tree and single rows, in row order. */
export function visitArea({ tree }: Snapshot, area: Area, visitor: CircleVisitor): void {
  const { center, radius_mi, only } = area
  if (!only) return tree.cover(center, radius_mi, visitor)
  tree.within(center, radius_mi, (first, end) => {
    for (let row = only.next(first, end); row < end; row = only.next(row + 1, end)) visitor.row(row)
  })
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

/** How many farms of an area lie within each of some distances of its centre. */
export function farmsWithin(snapshot: Snapshot, area: Area, distances_mi: number[]): number[] {
  return distances_mi.map((distance_mi) => {
    const { center, only } = area
    let farms = 0
    snapshot.tree.within(center, Math.min(distance_mi, area.radius_mi), (first, end) => {
      farms += only ? only.countRange(first, end) : end - first
    })
    return farms
  })
}
