import type { Point } from '../../../data/geography/distance.ts'
import type { Location } from '../reader/places/locate.ts'
import type { CodeLists, CodeSums } from '../../snapshot/columns/code_lists.ts'
import type { PartVisitor } from '../../snapshot/tree/cell_tree.ts'
import type { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Snapshot } from '../../snapshot/open.ts'

/** A circle, with its center as shown in answers. */
export type NamedCircle = { center: Point | Location; radius_mi: number }

/** The farms behind the figures: in a circle, its edge included, and in `only` if given. */
export type Area = { center: Point; radius_mi: number; only?: Bitmap | undefined }

/** The farms of an area as whole nodes of the cell tree and ranges of rows: found once, visited often. */
export class Cover {
  farms = 0
  /** Node or `noNode`, first row, end; of each part. */
  readonly #parts: number[] = []

  /** Covers the farms of an area, but not the row `without`. */
  constructor(snapshot: Snapshot, area: Area, without = -1) {
    const add = (node: number, first: number, end: number) => {
      if (without < first || without >= end) return this.#add(node, first, end)
      if (first < without) this.#add(noNode, first, without)
      if (without + 1 < end) this.#add(noNode, without + 1, end)
    }
    visitArea(snapshot, area, { node: add, rows: (first, end) => add(noNode, first, end) })
  }

  /** Calls the visitor with each part, in row order. */
  visit(visitor: PartVisitor): void {
    const parts = this.#parts
    for (let at = 0; at < parts.length; at += 3) {
      const [node, first, end] = [parts[at]!, parts[at + 1]!, parts[at + 2]!]
      if (node === noNode) visitor.rows(first, end)
      else visitor.node(node, first, end)
    }
  }

  /** Adds up the farms' codes and the codes' values. */
  sums(lists: CodeLists): CodeSums {
    const sums = lists.noSums()
    this.visit({
      node: (node, first, end) => lists.addNode(sums, node, first, end),
      rows: (first, end) => lists.addRows(sums, first, end),
    })
    return sums
  }

  /** Returns true if exactly one farm has any of some codes. */
  isOfOne(lists: CodeLists, codes: readonly number[]): boolean {
    const wanted = new Uint8Array(lists.codes)
    for (const code of codes) wanted[code] = 1
    const parts = codes.length > 0 ? this.#parts : []
    let farms = 0
    for (let at = 0; at < parts.length && farms < 2; at += 3) {
      const end = parts[at + 2]!
      for (let row = parts[at + 1]!; row < end && farms < 2; row++) {
        row = lists.rowWith(wanted, row, end)
        if (row < end) farms++
      }
    }
    return farms === 1
  }

  #add(node: number, first: number, end: number): void {
    const parts = this.#parts
    const last = parts.length - 3
    this.farms += end - first
    if (node === noNode && parts[last] === noNode && parts[last + 2] === first)
      parts[last + 2] = end
    else parts.push(node, first, end)
  }
}

const noNode = -1

/** Calls `use` with every farm of an area, in row order. */
export function visitFarms(snapshot: Snapshot, area: Area, use: (row: number) => void): void {
  const rows = (first: number, end: number) => {
    for (let row = first; row < end; row++) use(row)
  }
  visitArea(snapshot, area, { node: (_node, first, end) => rows(first, end), rows })
}

/** Visits the farms of an area as whole nodes of the tree and single rows, in row order. */
function visitArea({ tree }: Snapshot, area: Area, visitor: PartVisitor): void {
  const { center, radius_mi, only } = area
  if (!only) return tree.cover(center, radius_mi, visitor)
  tree.within(center, radius_mi, (first, end) => {
    only.forEach((row) => visitor.rows(row, row + 1), first, end)
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
