import { firstWhere } from '../../../data/binary_search.ts'
import { locationResolution, pathOf, pathSpan } from '../../../data/geography/cells.ts'
import { unitVectors } from '../../../data/schema/serving/cell_tree.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'

/**
 * Nodes with more rows are split, unless they are of one published cell: fewer make the tree deeper,
 * more make its leaves slower.
 */
const leafRows = 24

/**
 * Builds the proximity index of the located farms.
 *
 * `cells`: their published H3 cells in ascending order, one per row. `lat`, `lng`: degrees, which may
 * continue with farms without a location. Throws if cells are out of order, or a row has no location.
 */
export function buildCellTree(
  cells: BigUint64Array,
  lat: Float64Array,
  lng: Float64Array,
): Columns['tree'] {
  requireOrder(cells)
  requireLocations(lat, lng, cells.length)
  const nodes = splitIntoNodes(Float64Array.from(cells, pathOf))
  return {
    first: Uint32Array.from(nodes.first),
    end: Uint32Array.from(nodes.end),
    firstChild: Uint32Array.from(nodes.firstChild),
    childCount: Uint32Array.from(nodes.childCount),
    ball: enclosingBalls(nodes, unitVectors(lat, lng, cells.length)),
  }
}

function requireOrder(cells: BigUint64Array): void {
  for (let row = 1; row < cells.length; row++)
    if (cells[row]! < cells[row - 1]!) {
      const [cell, before] = [cells[row]!.toString(16), cells[row - 1]!.toString(16)]
      throw new Error(`row ${row} is not in H3 order: ${cell} after ${before}`)
    }
}

function requireLocations(lat: Float64Array, lng: Float64Array, rows: number): void {
  for (let row = 0; row < rows; row++)
    if (!(Math.abs(lat[row]!) <= 90 && Math.abs(lng[row]!) <= 180))
      throw new Error(`row ${row} has a cell, but its location is ${lat[row]}, ${lng[row]}`)
}

type Nodes = ReturnType<typeof noNodes>
const noNodes = () => ({
  first: [] as number[],
  end: [] as number[],
  firstChild: [] as number[],
  childCount: [] as number[],
  /** Of the smallest cell that holds the rows; -1 = no cell does: a root over several base cells. */
  resolution: [] as number[],
})

/** The children of a node are made together, and their own children next: near each other in memory. */
function splitIntoNodes(paths: Float64Array): Nodes {
  const nodes = noNodes()
  const pending = [addNode(nodes, paths, 0, paths.length)]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (nodes.end[node]! - nodes.first[node]! <= leafRows) continue
    if (nodes.resolution[node] === locationResolution) continue
    addChildren(nodes, paths, node)
    for (let child = nodes.first.length - 1; child >= nodes.firstChild[node]!; child--)
      pending.push(child)
  }
  return nodes
}

function addChildren(nodes: Nodes, paths: Float64Array, node: number): void {
  const end = nodes.end[node]!
  const childSpan = pathSpan(nodes.resolution[node]! + 1)
  nodes.firstChild[node] = nodes.first.length
  for (let first = nodes.first[node]!; first < end;) {
    const nextPath = (Math.floor(paths[first]! / childSpan) + 1) * childSpan
    const childEnd = firstWhere(first, end, (row) => paths[row]! >= nextPath)
    addNode(nodes, paths, first, childEnd)
    first = childEnd
  }
  nodes.childCount[node] = nodes.first.length - nodes.firstChild[node]
}

/** Makes a node of the smallest cell that holds the rows: so no node has a single child. */
function addNode(nodes: Nodes, paths: Float64Array, first: number, end: number): number {
  let resolution = locationResolution
  while (
    resolution >= 0 &&
    Math.floor(paths[first]! / pathSpan(resolution)) !==
      Math.floor(paths[end - 1]! / pathSpan(resolution))
  )
    resolution--
  nodes.resolution.push(resolution)
  nodes.end.push(end)
  nodes.firstChild.push(0)
  nodes.childCount.push(0)
  return nodes.first.push(first) - 1
}

/** The circle around the middle of the farms' extent, up to the farthest farm. */
function enclosingBalls({ first, end }: Nodes, vectors: Float64Array): Float64Array {
  const balls = new Float64Array(4 * first.length)
  for (let node = 0; node < first.length; node++) {
    const begin = 3 * first[node]!
    const stop = 3 * end[node]!
    const ball = balls.subarray(4 * node, 4 * node + 4)
    for (let axis = 0; axis < 3; axis++) ball[axis] = middle(vectors, begin + axis, stop)
    ball[3] = reach(vectors, begin, stop, ball)
  }
  return balls
}

function middle(vectors: Float64Array, begin: number, stop: number): number {
  let least = 1
  let most = -1
  for (let at = begin; at < stop; at += 3) {
    least = Math.min(least, vectors[at]!)
    most = Math.max(most, vectors[at]!)
  }
  return (least + most) / 2
}

function reach(vectors: Float64Array, begin: number, stop: number, ball: Float64Array): number {
  const [x, y, z] = ball as unknown as [number, number, number]
  let farthest = 0
  for (let at = begin; at < stop; at += 3) {
    const dx = vectors[at]! - x
    const dy = vectors[at + 1]! - y
    const dz = vectors[at + 2]! - z
    farthest = Math.max(farthest, dx * dx + dy * dy + dz * dz)
  }
  return Math.sqrt(farthest)
}
