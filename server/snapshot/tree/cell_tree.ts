import FlatQueue from 'flatqueue'
import {
  earthRadiusMi,
  unitVector,
  type Point,
  haversineMiles,
} from '../../../data/geography/distance.ts'
import { unitVectors } from '../../../data/schema/serving/cell_tree.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'
import type { HiddenFarms } from '../sets/hidden_farms.ts'
import { NearestRows } from './nearest_rows.ts'

/**
 * The maximum difference between a computed chord and the chord for haversineMiles: 6 micrometers on the
 * ground, and hundreds of times the rounding errors of both.
 */
const chordTolerance = 1e-12

/** The least and the greatest chord that may tie in distance with `chord`. */
const leastTie = (chord: number): number => chord - 2 * chordTolerance
const greatestTie = (chord: number): number => chord + 2 * chordTolerance

/**
 * The points whose haversineMiles from a center are at most radius_mi, the edge included.
 *
 * Chords are compared instead: straight lines between points of the unit sphere (0 to 2). They grow with the
 * distance and need no trigonometry. If a chord leaves a doubt, haversineMiles decides.
 */
export class Circle {
  readonly center: Point
  readonly radius_mi: number
  /** Points at a chord up to this are certainly in the circle. */
  readonly inner: number
  /** Points at a chord beyond this are certainly outside. */
  readonly outer: number
  readonly #vector: ReturnType<typeof unitVector>

  /** Throws a RangeError if the radius is negative or not a number. There is no upper limit. */
  constructor(center: Point, radius_mi: number) {
    if (!(radius_mi >= 0)) throw new RangeError(`radius_mi ${radius_mi} is not 0 or more`)
    const chord = 2 * Math.sin(Math.min(radius_mi / earthRadiusMi, Math.PI) / 2)
    this.center = center
    this.radius_mi = radius_mi
    this.inner = chord - chordTolerance
    this.outer = chord + chordTolerance
    this.#vector = unitVector(center)
  }

  /** The straight line from the center to the point with x, y, z from `vectors[at]` on. */
  chordTo(vectors: Float64Array, at: number): number {
    const { x, y, z } = this.#vector
    const [dx, dy, dz] = [vectors[at]! - x, vectors[at + 1]! - y, vectors[at + 2]! - z]
    return Math.sqrt(dx * dx + dy * dy + dz * dz)
  }
}

/** The data of each row; rows without a location come last. */
export type LocatedRows = {
  /** Degrees. */
  lat: Float64Array
  lng: Float64Array
  /** Negative if the id of row `a` sorts before that of row `b`. */
  compareIds: (a: number, b: number) => number
  /** Rows that no answer shows. */
  hidden: Pick<HiddenFarms, 'has' | 'anyIn'>
}

/** Receives the parts of a circle in row order. */
export type PartVisitor = {
  /** All rows of this node, [first, end), are in the circle. */
  node: (node: number, first: number, end: number) => void
  /** These rows, [first, end), are in the circle, but not their whole nodes. */
  rows: (first: number, end: number) => void
}

export type NearestOptions = {
  /** The number of nearest rows to skip; default 0. */
  offset?: number
  limit: number
  /** Returns true if a row counts; default: every row does. */
  accepts?: (row: number) => boolean
  /** Returns true if any row of [first, end) may count; default: it may. Skips nodes, if few rows count. */
  acceptsAny?: (first: number, end: number) => boolean
}

export type Nearest = { rows: number[]; distances_mi: number[] }

/** Finds located farms by distance. See Circle for its points, edge included. */
export class CellTree {
  readonly #tree: Columns['tree']
  readonly #located: LocatedRows
  readonly #vectors: Float64Array

  constructor(tree: Columns['tree'], located: LocatedRows) {
    this.#tree = tree
    this.#located = located
    this.#vectors = unitVectors(located.lat, located.lng, tree.end[0]!)
  }

  /** Calls `visit` with the ranges of rows in the circle, [first, end), ascending and disjoint. */
  within(center: Point, radius_mi: number, visit: (first: number, end: number) => void): void {
    let rangeFirst = 0
    let rangeEnd = 0
    const add = (nextFirst: number, nextEnd: number) => {
      if (nextFirst !== rangeEnd) {
        if (rangeEnd > rangeFirst) visit(rangeFirst, rangeEnd)
        rangeFirst = nextFirst
      }
      rangeEnd = nextEnd
    }
    this.cover(center, radius_mi, { node: (_node, first, end) => add(first, end), rows: add })
    if (rangeEnd > rangeFirst) visit(rangeFirst, rangeEnd)
  }

  /** Splits the rows in the circle into nodes, as large as possible, and single rows. */
  cover(center: Point, radius_mi: number, visitor: PartVisitor): void {
    const row = (row: number) => visitor.rows(row, row + 1)
    this.#coverNode(0, new Circle(center, radius_mi), visitor.node, row)
  }

  /**
   * Finds the rows in the circle that count, and their distances: nearest first, ties by id. Skips the first
   * `offset` rows, and returns at most `limit`.
   */
  nearest(center: Point, radius_mi: number, options: NearestOptions): Nearest {
    const { offset = 0, limit } = options
    const circle = new Circle(center, radius_mi)
    if (limit === 0) return { rows: [], distances_mi: [] }
    const candidates = this.#candidates(circle, options)
    if (candidates.size <= offset) return { rows: [], distances_mi: [] }
    return this.#page(circle, candidates, offset, limit)
  }

  /** The distance of a located row from a point. */
  distance_mi(from: Point, row: number): number {
    const { lat, lng } = this.#located
    return haversineMiles(from, { lat: lat[row]!, lng: lng[row]! })
  }

  #coverNode(
    node: number,
    circle: Circle,
    whole: PartVisitor['node'],
    row: (row: number) => void,
  ): void {
    const { first, end, firstChild, childCount, ball } = this.#tree
    const chord = circle.chordTo(ball, 4 * node)
    const radius = ball[4 * node + 3]!
    if (chord - radius > circle.outer) return
    if (chord + radius <= circle.inner && !this.#located.hidden.anyIn(first[node]!, end[node]!))
      return whole(node, first[node]!, end[node]!)
    if (childCount[node] === 0) return this.#visitLeaf(node, circle, row)
    const childEnd = firstChild[node]! + childCount[node]!
    for (let child = firstChild[node]!; child < childEnd; child++)
      this.#coverNode(child, circle, whole, row)
  }

  #visitLeaf(leaf: number, circle: Circle, visit: (row: number, chord: number) => void): void {
    const end = this.#tree.end[leaf]!
    for (let row = this.#tree.first[leaf]!; row < end; row++) {
      const chord = circle.chordTo(this.#vectors, 3 * row)
      if (this.#holds(circle, row, chord)) visit(row, chord)
    }
  }

  /** Nodes come nearest first, until no remaining node can hold a row nearer than the rows found. */
  #candidates(circle: Circle, options: NearestOptions): NearestRows {
    const { offset = 0, limit, accepts = anything, acceptsAny = anything } = options
    const { first, end, firstChild, childCount } = this.#tree
    const found = new NearestRows(offset + limit, circle.outer, greatestTie)
    const nodes = new FlatQueue()
    nodes.push(0, 0)
    while (nodes.length > 0 && nodes.peekValue()! <= found.bound) {
      const node = nodes.pop()!
      if (childCount[node] === 0)
        this.#visitLeaf(node, circle, (row, chord) => {
          if (chord <= found.bound && accepts(row)) found.add(chord, row)
        })
      const childEnd = firstChild[node]! + childCount[node]!
      for (let child = firstChild[node]!; child < childEnd; child++) {
        const least = this.#leastChord(circle, child)
        if (least <= found.bound && acceptsAny(first[child]!, end[child]!)) nodes.push(child, least)
      }
    }
    return found
  }

  /**
   * Computes exact distances only for the page's rows, and for rows that chords can't distinguish from its
   * first and last. The rows surely before the page are only counted.
   */
  #page(circle: Circle, candidates: NearestRows, offset: number, limit: number): Nearest {
    const last = Math.min(offset + limit, candidates.size) - 1
    const least = leastTie(candidates.keyAt(offset))
    const greatest = greatestTie(candidates.keyAt(last))
    const skipped = offset - candidates.countBelow(least)
    const page = candidates
      .rowsBetween(least, greatest)
      .map((row) => ({ row, distance_mi: this.distance_mi(circle.center, row) }))
      .sort((a, b) => a.distance_mi - b.distance_mi || this.#located.compareIds(a.row, b.row))
      .slice(skipped, skipped + limit)
    return {
      rows: page.map(({ row }) => row),
      distances_mi: page.map(({ distance_mi }) => distance_mi),
    }
  }

  #holds(circle: Circle, row: number, chord: number): boolean {
    if (chord > circle.outer || this.#located.hidden.has(row)) return false
    return chord <= circle.inner || this.distance_mi(circle.center, row) <= circle.radius_mi
  }

  /** A lower bound of the chords to the node's rows; below 0 inside its ball. */
  #leastChord(circle: Circle, node: number): number {
    const { ball } = this.#tree
    return circle.chordTo(ball, 4 * node) - ball[4 * node + 3]!
  }
}

const anything = () => true
