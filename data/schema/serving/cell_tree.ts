import { unitVector } from '../../geography/distance.ts'

/**
 * The proximity index as it lies in `serving/`: a tree over the located farms, rows 0 to its root's
 * end. A node is an H3 cell, and so a contiguous range of rows, since rows stand in H3 order.
 *
 * Node 0 is the root, and the only node where no farm is located. The children of a node stand
 * together and after it, and share out its rows in ascending order. A node without children is a
 * leaf; its rows are to be looked at one by one.
 */
export type CellTreeArrays = {
  /** The first of the node's rows. */
  first: Uint32Array
  /** One past the last of the node's rows. */
  end: Uint32Array
  firstChild: Uint32Array
  childCount: Uint32Array
  /**
   * The smallest H3 cell that holds all farms of the node logically. Its ancestors finer than the
   * parent's cell hold the same rows. 0 = no cell does: a root over several base cells.
   */
  cell: BigUint64Array
  /**
   * x, y, z, r of a ball around the node's farms, which are points of the unit sphere (see
   * `unitVectors`): of the farms themselves, since a cell does not contain all its descendants.
   */
  ball: Float64Array
}

export const cellTreeFiles = {
  first: 'serving/tree_first.u32',
  end: 'serving/tree_end.u32',
  firstChild: 'serving/tree_first_child.u32',
  childCount: 'serving/tree_child_count.u32',
  cell: 'serving/tree_cell.u64',
  ball: 'serving/tree_ball.f64',
} as const satisfies Record<keyof CellTreeArrays, string>

/**
 * Lays out the first `count` of points (degrees) as unit vectors: x, y, z of one after the other.
 * The straight line between two of them, their chord of 0 to 2, grows with their distance on the
 * sphere, and knows no date line and no poles.
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
