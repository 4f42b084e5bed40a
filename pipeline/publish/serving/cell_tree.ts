import { firstWhere } from '../../../data/binary_search.ts'
import { ancestorOf, orderResolution } from '../../../data/geography/cells.ts'
import { unitVectors } from '../../../data/schema/serving/cell_tree.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'

/** Nodes with more rows are split: fewer make the tree deeper, more make its leaves slower. */
const leafRows = 24

const noCell = -1

/**
 * Builds the proximity index of the located farms.
 *
 * `cells` are their resolution 15 H3 cells in ascending order, one for each row; `lat` and `lng`
 * are in degrees and may go on with farms that have no location.
 * Throws where cells are out of order or a row has no location.
 */
export function buildCellTree(
  cells: BigUint64Array,
  lat: Float64Array,
  lng: Float64Array,
): Columns['tree'] {
  const paths = cellPaths(cells)
  requireLocations(lat, lng, cells.length)
  const nodes = splitIntoNodes(paths)
  return {
    first: Uint32Array.from(nodes.first),
    end: Uint32Array.from(nodes.end),
    firstChild: Uint32Array.from(nodes.firstChild),
    childCount: Uint32Array.from(nodes.childCount),
    cell: BigUint64Array.from(nodes.first, (row, node) =>
      nodes.resolution[node] === noCell ? 0n : ancestorOf(cells[row]!, nodes.resolution[node]!),
    ),
    ball: enclosingBalls(nodes, unitVectors(lat, lng, cells.length)),
  }
}

/**
 * The part of each cell that places it: base cell (7 bits), then a digit of 3 bits for each
 * resolution. These 52 bits are exact in a float64, which is far faster to compute with than a
 * 64-bit integer. See "Bit layout of H3 index" at h3geo.org.
 */
function cellPaths(cells: BigUint64Array): Float64Array {
  const paths = new Float64Array(cells.length)
  for (let row = 0; row < cells.length; row++) {
    paths[row] = Number(BigInt.asUintN(52, cells[row]!))
    if (row > 0 && cells[row]! < cells[row - 1]!)
      throw new Error(
        `row ${row} is not in H3 order: ${hex(cells[row]!)} after ${hex(cells[row - 1]!)}`,
      )
  }
  return paths
}

const hex = (cell: bigint) => cell.toString(16)

function requireLocations(lat: Float64Array, lng: Float64Array, rows: number): void {
  for (let row = 0; row < rows; row++)
    if (!(Math.abs(lat[row]!) <= 90 && Math.abs(lng[row]!) <= 180))
      throw new Error(`row ${row} has a cell, but its location is ${lat[row]}, ${lng[row]}`)
}

type Nodes = {
  first: number[]
  end: number[]
  firstChild: number[]
  childCount: number[]
  resolution: number[]
}

/** The children of a node are made together, and their own children next: near each other in memory. */
function splitIntoNodes(paths: Float64Array): Nodes {
  const nodes: Nodes = { first: [], end: [], firstChild: [], childCount: [], resolution: [] }
  const pending = [addNode(nodes, paths, 0, paths.length)]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (nodes.end[node]! - nodes.first[node]! <= leafRows) continue
    if (nodes.resolution[node] === orderResolution) continue
    addChildren(nodes, paths, node)
    for (let child = nodes.childCount[node]! - 1; child >= 0; child--)
      pending.push(nodes.firstChild[node]! + child)
  }
  return nodes
}

function addChildren(nodes: Nodes, paths: Float64Array, node: number): void {
  const end = nodes.end[node]!
  const childSpan = span(nodes.resolution[node]! + 1)
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
  let resolution = orderResolution
  while (
    resolution > noCell &&
    Math.floor(paths[first]! / span(resolution)) !== Math.floor(paths[end - 1]! / span(resolution))
  )
    resolution--
  nodes.resolution.push(resolution)
  nodes.end.push(end)
  nodes.firstChild.push(0)
  nodes.childCount.push(0)
  return nodes.first.push(first) - 1
}

/** How many resolution 15 paths one cell of a resolution spans. */
const span = (resolution: number) => 8 ** (orderResolution - resolution)

/** Around the middle of the farms' extent, and as far as the farthest of them. */
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
  const x = ball[0]!
  const y = ball[1]!
  const z = ball[2]!
  let farthest = 0
  for (let at = begin; at < stop; at += 3) {
    const dx = vectors[at]! - x
    const dy = vectors[at + 1]! - y
    const dz = vectors[at + 2]! - z
    farthest = Math.max(farthest, dx * dx + dy * dy + dz * dz)
  }
  return Math.sqrt(farthest)
}
