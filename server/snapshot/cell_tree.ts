import { earthRadiusMi, haversineMiles, unitVector, type Point } from '../../data/geography/distance.ts'
import { unitVectors, type CellTreeArrays } from '../../data/schema/cell_tree.ts'
import { MinHeap } from './min_heap.ts'
import { NearestRows } from './nearest_rows.ts'

/** What stands where: rows are farms in H3 order, those without location last. */
export type LocatedRows = {
  /** Degrees. */
  lat: Float64Array
  lng: Float64Array
  /** Negative where the id of row `a` comes before that of row `b`. */
  compareIds: (a: number, b: number) => number
}

export type NearestOptions = {
  /** How many of the nearest rows to leave out; default 0. */
  offset?: number
  limit: number
  /** Says whether a row counts; default: every row does. */
  accepts?: (row: number) => boolean
  /**
   * Says whether any row of [first, end) may count; default: it may. A filter that few rows pass
   * is many times faster when whole nodes can be left out.
   */
  acceptsAny?: (first: number, end: number) => boolean
}

export type Nearest = { rows: number[]; distances_mi: number[] }

/** Called for each part of a circle, in row order. */
export type CircleVisitor = {
  /** A node with all its rows in the circle. */
  node: (node: number) => void
  /** A row in the circle, of a leaf that is not wholly in it. */
  row: (row: number) => void
}

/**
 * How far a chord computed here may be from the chord that haversineMiles amounts to: a few
 * micrometres on the ground, hundreds of times the rounding errors. Within it haversineMiles decides.
 */
const chordTolerance = 1e-12

type Circle = {
  center: Point
  radius_mi: number
  x: number
  y: number
  z: number
  /** Farms at a chord up to this are in the circle for certain. */
  inner: number
  /** Farms at a chord beyond this are outside for certain. */
  outer: number
}

/**
 * Finds located farms by distance. A farm is in a circle when haversineMiles(center, farm) is at
 * most radius_mi, the edge included; radii reach from 0 to any length. Chords between points of the
 * unit sphere only rule nodes and rows in or out, and never closer to the edge than they are exact.
 */
export class CellTree {
  readonly #tree: CellTreeArrays
  readonly #located: LocatedRows
  readonly #vectors: Float64Array

  constructor(tree: CellTreeArrays, located: LocatedRows) {
    this.#tree = tree
    this.#located = located
    this.#vectors = unitVectors(located.lat, located.lng, tree.end[0]!)
  }

  /** Calls `visit` with the ranges of rows in the circle, [first, end), ascending and apart. */
  within(center: Point, radius_mi: number, visit: (first: number, end: number) => void): void {
    const { first, end } = this.#tree
    let rangeFirst = 0
    let rangeEnd = 0
    const add = (nextFirst: number, nextEnd: number) => {
      if (nextFirst !== rangeEnd) {
        if (rangeEnd > rangeFirst) visit(rangeFirst, rangeEnd)
        rangeFirst = nextFirst
      }
      rangeEnd = nextEnd
    }
    this.cover(center, radius_mi, {
      node: (node) => add(first[node]!, end[node]!),
      row: (row) => add(row, row + 1),
    })
    if (rangeEnd > rangeFirst) visit(rangeFirst, rangeEnd)
  }

  /** Shares out the rows in the circle to nodes as large as possible and single rows. */
  cover(center: Point, radius_mi: number, visitor: CircleVisitor): void {
    this.#coverNode(0, circleAround(center, radius_mi), visitor)
  }

  /**
   * Finds the rows in the circle that `accepts` lets pass: nearest first, ties by id, without the
   * first `offset` of them, at most `limit`.
   */
  nearest(center: Point, radius_mi: number, options: NearestOptions): Nearest {
    const { offset = 0, limit } = options
    const circle = circleAround(center, radius_mi)
    if (limit === 0) return { rows: [], distances_mi: [] }
    const candidates = this.#candidates(circle, options)
    if (candidates.size <= offset) return { rows: [], distances_mi: [] }
    return this.#page(circle, candidates, offset, limit)
  }

  #coverNode(node: number, circle: Circle, visitor: CircleVisitor): void {
    const { first, end, firstChild, childCount, ball } = this.#tree
    const distance = this.#chordToBall(circle, node)
    const radius = ball[4 * node + 3]!
    if (distance - radius > circle.outer) return
    if (distance + radius <= circle.inner) return visitor.node(node)
    const child = firstChild[node]!
    for (let i = 0; i < childCount[node]!; i++) this.#coverNode(child + i, circle, visitor)
    if (childCount[node] === 0)
      for (let row = first[node]!; row < end[node]!; row++)
        if (this.#holds(circle, row, this.#chord(circle, row))) visitor.row(row)
  }

  /** Nodes come nearest first, until none can hold a row nearer than those that are found. */
  #candidates(circle: Circle, options: NearestOptions): NearestRows {
    const { offset = 0, limit, accepts = anything, acceptsAny = anything } = options
    const { first, end, firstChild, childCount } = this.#tree
    const found = new NearestRows(offset + limit, circle.outer, farthestTie)
    const nodes = new MinHeap()
    nodes.push(0, 0)
    while (nodes.size > 0 && nodes.least <= found.bound) {
      const node = nodes.pop()
      if (childCount[node] === 0) this.#addRows(node, circle, accepts, found)
      const childEnd = firstChild[node]! + childCount[node]!
      for (let child = firstChild[node]!; child < childEnd; child++) {
        const least = this.#leastChord(circle, child)
        if (least <= found.bound && acceptsAny(first[child]!, end[child]!)) nodes.push(least, child)
      }
    }
    return found
  }

  #addRows(
    leaf: number,
    circle: Circle,
    accepts: (row: number) => boolean,
    found: NearestRows,
  ): void {
    const { first, end } = this.#tree
    for (let row = first[leaf]!; row < end[leaf]!; row++) {
      const chord = this.#chord(circle, row)
      if (chord <= found.bound && this.#holds(circle, row, chord) && accepts(row))
        found.add(chord, row)
    }
  }

  /**
   * Only rows whose place on the page chords leave in doubt, and the page's own, are worth their
   * exact distances: those surely before them need no more than counting.
   */
  #page(circle: Circle, candidates: NearestRows, offset: number, limit: number): Nearest {
    const last = Math.min(offset + limit, candidates.size) - 1
    const nearest = nearestTie(candidates.keyAt(offset))
    const farthest = farthestTie(candidates.keyAt(last))
    const skipped = candidates.countBelow(nearest)
    const page = candidates
      .rowsBetween(nearest, farthest)
      .map((row) => ({ row, distance_mi: this.#distance_mi(circle, row) }))
      .sort((a, b) => a.distance_mi - b.distance_mi || this.#located.compareIds(a.row, b.row))
      .slice(offset - skipped, offset - skipped + limit)
    return {
      rows: page.map(({ row }) => row),
      distances_mi: page.map(({ distance_mi }) => distance_mi),
    }
  }

  #holds(circle: Circle, row: number, chord: number): boolean {
    if (chord > circle.outer) return false
    return chord <= circle.inner || this.#distance_mi(circle, row) <= circle.radius_mi
  }

  #distance_mi({ center }: Circle, row: number): number {
    const { lat, lng } = this.#located
    return haversineMiles(center, { lat: lat[row]!, lng: lng[row]! })
  }

  #chord({ x, y, z }: Circle, row: number): number {
    const dx = this.#vectors[3 * row]! - x
    const dy = this.#vectors[3 * row + 1]! - y
    const dz = this.#vectors[3 * row + 2]! - z
    return Math.sqrt(dx * dx + dy * dy + dz * dz)
  }

  #leastChord(circle: Circle, node: number): number {
    return Math.max(0, this.#chordToBall(circle, node) - this.#tree.ball[4 * node + 3]!)
  }

  /** The length of the straight line to the middle of a node's ball. */
  #chordToBall({ x, y, z }: Circle, node: number): number {
    const { ball } = this.#tree
    const dx = ball[4 * node]! - x
    const dy = ball[4 * node + 1]! - y
    const dz = ball[4 * node + 2]! - z
    return Math.sqrt(dx * dx + dy * dy + dz * dz)
  }
}

const anything = () => true

/** Chords between these belong to distances that may be equal, or even in the other order. */
const nearestTie = (chord: number) => chord - 2 * chordTolerance
const farthestTie = (chord: number) => chord + 2 * chordTolerance

/** Throws a RangeError where the radius is negative or not a number. */
function circleAround(center: Point, radius_mi: number): Circle {
  if (!(radius_mi >= 0)) throw new RangeError(`radius_mi ${radius_mi} is not 0 or more`)
  const halfAngle = Math.min(radius_mi / earthRadiusMi / 2, Math.PI / 2)
  const chord = 2 * Math.sin(halfAngle)
  return {
    center,
    radius_mi,
    ...unitVector(center),
    inner: chord - chordTolerance,
    outer: chord + chordTolerance,
  }
}
