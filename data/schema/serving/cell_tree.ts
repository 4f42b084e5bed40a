import { unitVector } from '../../geography/distance.ts'
import { finestResolution } from '../../geography/cells.ts'
import type { Columns } from './columns.ts'

/**
 * Lays out the first `count` points (degrees) as unit vectors: x, y, z for one after the other. The
 * straight line between two points, their chord of 0 to 2, grows with their distance on the sphere. The
 * date line and the poles are no special cases.
 */
export function unitVectors(lat: Float64Array, lng: Float64Array, count: number): Float64Array {
  const vectors = new Float64Array(3 * count)
  for (let row = 0; row < count; row++) {
    const { x, y, z } = unitVector({ lat: lat[row]!, lng: lng[row]! })
    vectors[3 * row] = x
    vectors[3 * row + 1] = y
    vectors[3 * row + 2] = z
  }
  return vectors
}

/** Maximum depth of nodes, including the root: one level per H3 resolution, and a root above them. */
const mostDepth = finestResolution + 2

/**
 * Checks that the nodes are a tree as described in columns.ts, over the first `located` rows, so that every
 * walk ends. Throws an error that names the first wrong node.
 */
export function checkTree(
  { first, end, firstChild, childCount }: Columns['tree'],
  located: number,
): void {
  const depth = new Uint8Array(first.length)
  if (first[0] !== 0 || end[0] !== located)
    throw new Error(`tree: its root is not of ${located} rows`)
  depth[0] = 1
  for (let node = 0; node < first.length; node++) {
    if (depth[node] === 0) throw new Error(`tree: node ${node} is no child of one before it`)
    if (childCount[node] === 0) continue
    let child = firstChild[node]!
    const stop = child + childCount[node]!
    let row = first[node]!
    if (child <= node || stop > first.length || depth[node]! >= mostDepth)
      throw new Error(`tree: node ${node} has the children ${child} to ${stop}`)
    for (; child < stop; child++) {
      if (depth[child] !== 0 || first[child] !== row || end[child]! <= row)
        throw new Error(`tree: node ${child} does not share the rows of its parent ${node}`)
      depth[child] = depth[node]! + 1
      row = end[child]!
    }
    if (row !== end[node]) throw new Error(`tree: the children of node ${node} end at row ${row}`)
  }
}
