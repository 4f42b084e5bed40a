import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cellToParent } from 'h3-js'
import { haversineMiles, type Point } from '../../../../data/geography/distance.ts'
import { buildCellTree } from '../../../../pipeline/publish/serving/cell_tree.ts'
import { farmsAt, measured, points, posed, question, type Farms } from './farms_on_a_globe.ts'

const runs = { numRuns: 400 }

describe('buildCellTree(cells, lat, lng)', () => {
  it('shares out the rows of a node to its children, two at least', () => {
    fc.assert(
      fc.property(points, (points) => {
        const { arrays } = farmsAt(points)
        assert.deepEqual([arrays.first[0], arrays.end[0]], [0, points.length])
        arrays.childCount.forEach((count, node) => {
          if (count === 0) return
          const children = Array.from({ length: count }, (_, i) => arrays.firstChild[node]! + i)
          assert.ok(count >= 2)
          assert.ok(children[0]! > node)
          assert.deepEqual(
            [arrays.first[node]!, ...children.map((child) => arrays.end[child]!)],
            [...children.map((child) => arrays.first[child]!), arrays.end[node]!],
          )
        })
      }),
      { numRuns: 100 },
    )
  })

  it('shares them out by the children of the smallest cell that holds them', () => {
    fc.assert(
      fc.property(points, (points) => {
        const { arrays, farms } = farmsAt(points)
        const cellsOf = (node: number) =>
          farms.slice(arrays.first[node], arrays.end[node]).map((farm) => farm.cell)
        arrays.childCount.forEach((count, node) => {
          if (count === 0) return
          const finer = commonResolution(cellsOf(node)) + 1
          const children = Array.from({ length: count }, (_, i) => arrays.firstChild[node]! + i)
          const ofChildren = children.map((child) => [
            ...new Set(cellsOf(child).map((cell) => cellToParent(cell, finer))),
          ])
          assert.ok(ofChildren.every((cells) => cells.length === 1))
          assert.equal(new Set(ofChildren.flat()).size, count)
        })
      }),
      { numRuns: 50 },
    )
  })

  it('splits a node of many rows, unless they share a published cell', () => {
    const spread = Array.from({ length: 1000 }, (_, i) => ({ lat: 40 + i / 1e3, lng: -90 }))
    const close = Array.from({ length: 1000 }, (_, i) => ({ lat: 40 + i / 1e8, lng: -90 }))
    assert.ok(largestLeaf(farmsAt(spread)) <= 30)
    assert.equal(largestLeaf(farmsAt(close)), 1000)
  })

  it('refuses rows out of order', () => {
    const cells = BigUint64Array.of(0x892b8994b2fffffn, 0x892b8994b2bffffn)
    assert.throws(
      () => buildCellTree(cells, Float64Array.of(1, 1), Float64Array.of(1, 1)),
      /row 1 is not in H3 order: 892b8994b2bffff after 892b8994b2fffff/,
    )
  })

  it('refuses a cell without a location', () => {
    const cells = BigUint64Array.of(0x892b8994b2bffffn)
    assert.throws(
      () => buildCellTree(cells, Float64Array.of(NaN), Float64Array.of(1)),
      /row 0 has a cell, but its location is NaN, 1/,
    )
  })
})

describe('within(center, radius_mi, visit)', () => {
  it('finds the farms that measuring every farm finds, wherever they are', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { farms, center, radius_mi } = posed(asked)
        const expected = measured(farms, center, radius_mi).map(({ row }) => row)
        assert.deepEqual(
          rangesWithin(farms, center, radius_mi).flatMap(([first, end]) => numbersFrom(first, end)),
          expected.sort((a, b) => a - b),
        )
      }),
      runs,
    )
  })

  it('gives ranges that ascend and do not touch', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { farms, center, radius_mi } = posed(asked)
        const ranges = rangesWithin(farms, center, radius_mi)
        assert.ok(ranges.every(([first, end]) => first < end))
        assert.ok(ranges.every(([first], i) => i === 0 || ranges[i - 1]![1] < first))
      }),
      runs,
    )
  })

  it('finds the whole globe in one range', () => {
    const farms = farmsAt(metropolis())
    assert.deepEqual(rangesWithin(farms, { lat: 12, lng: 34 }, 12_500), [[0, farms.farms.length]])
  })

  it('includes the edge of the circle', () => {
    const center = { lat: 41.6, lng: -93.6 }
    const farm = { lat: 41.9, lng: -93.2 }
    const radius_mi = haversineMiles(center, farm)
    assert.deepEqual(rangesWithin(farmsAt([farm]), center, radius_mi), [[0, 1]])
    assert.deepEqual(rangesWithin(farmsAt([farm]), center, radius_mi - 1e-9), [])
  })

  it('refuses a radius that is none', () => {
    const { tree } = farmsAt([])
    for (const radius_mi of [-1, NaN])
      assert.throws(() => tree.within({ lat: 0, lng: 0 }, radius_mi, () => {}), RangeError)
  })
})

describe('cover(center, radius_mi, visitor)', () => {
  it('gives nodes and rows that make up the circle, in row order', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { farms, center, radius_mi } = posed(asked)
        const { first, end } = farms.arrays
        const rows: number[] = []
        farms.tree.cover(center, radius_mi, {
          node: (node) => rows.push(...numbersFrom(first[node]!, end[node]!)),
          rows: (first, end) => rows.push(...numbersFrom(first, end)),
        })
        const expected = measured(farms, center, radius_mi).map(({ row }) => row)
        assert.deepEqual(
          rows,
          expected.sort((a, b) => a - b),
        )
      }),
      runs,
    )
  })

  it('gives the root where the circle holds everything', () => {
    const nodes: number[] = []
    const alone = () => assert.fail('no row stands alone')
    farmsAt(metropolis()).tree.cover({ lat: 0, lng: 0 }, 12_500, {
      node: (node) => nodes.push(node),
      rows: alone,
    })
    assert.deepEqual(nodes, [0])
  })
})

describe('nearest(center, radius_mi, options)', () => {
  it('ranks the farms as measuring every farm does, by any page and filter', () => {
    const options = fc.record({
      offset: fc.oneof(fc.nat(5), fc.nat(400)),
      limit: fc.oneof(fc.nat(20), fc.nat(400)),
      every: fc.constantFrom(1, 2, 50, 10_000),
    })
    fc.assert(
      fc.property(question, options, (asked, { offset, limit, every }) => {
        const { farms, center, radius_mi } = posed(asked)
        const accepts = (row: number) => row % every === every - 1
        const acceptsAny = (first: number, end: number) => numbersFrom(first, end).some(accepts)
        const expected = measured(farms, center, radius_mi)
          .filter(({ row }) => accepts(row))
          .slice(offset, offset + limit)
        for (const filter of [{ accepts }, { accepts, acceptsAny }]) {
          const found = farms.tree.nearest(center, radius_mi, { offset, limit, ...filter })
          assert.deepEqual(
            found.rows,
            expected.map(({ row }) => row),
          )
          assert.deepEqual(
            found.distances_mi,
            expected.map(({ distance_mi }) => distance_mi),
          )
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('gives each of many farms once when paging to the end', () => {
    const farms = farmsAt(metropolis())
    const center = { lat: 40.7, lng: -74 }
    const expected = measured(farms, center, 100).map(({ row }) => row)
    const paged = Array.from({ length: Math.ceil(expected.length / 100) + 1 }, (_, page) =>
      farms.tree.nearest(center, 100, { offset: 100 * page, limit: 100 }),
    )
    assert.ok(expected.length > 2000)
    assert.deepEqual(
      paged.flatMap(({ rows }) => rows),
      expected,
    )
  })

  it('breaks ties by id, in one cell and between cells', () => {
    const cross = [-1, 1].flatMap((step) => [
      { lat: step, lng: 0 },
      { lat: 0, lng: step },
    ])
    const farms = farmsAt([...cross, ...cross, ...cross])
    const ids = farms.tree
      .nearest({ lat: 0, lng: 0 }, 100, { limit: 20 })
      .rows.map((row) => farms.farms[row]!.id)
    assert.equal(ids.length, 12)
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    )
  })

  it('keeps ties in order where a page ends between them', () => {
    const center = { lat: 37.3, lng: -91.7 }
    const farms = farmsAt(
      Array.from({ length: 200 }, (_, i) => {
        const east = 0.013 * (i + 1)
        return [-east, east].map((lngStep) => ({ lat: 37 + 0.01 * i, lng: center.lng + lngStep }))
      }).flat(),
    )
    const paged = farms.farms.map((_, offset) =>
      farms.tree.nearest(center, 500, { offset, limit: 1 }),
    )
    assert.deepEqual(
      paged.flatMap(({ rows }) => rows),
      measured(farms, center, 500).map(({ row }) => row),
    )
  })

  it('pages by id through farms at the very same point', () => {
    const farms = farmsAt(Array.from({ length: 500 }, () => ({ lat: 40, lng: -90 })))
    const { rows } = farms.tree.nearest({ lat: 41, lng: -90 }, 100, { offset: 300, limit: 10 })
    assert.deepEqual(rows, numbersFrom(300, 310))
  })

  it('finds nothing where there is nothing', () => {
    const center = { lat: 41, lng: -90 }
    const nothing = { rows: [], distances_mi: [] }
    const one = farmsAt([{ lat: 40, lng: -90 }]).tree
    assert.deepEqual(farmsAt([]).tree.nearest(center, 100, { limit: 20 }), nothing)
    assert.deepEqual(one.nearest(center, 50, { limit: 20 }), nothing)
    assert.deepEqual(one.nearest(center, 100, { limit: 0 }), nothing)
    assert.deepEqual(one.nearest(center, 100, { offset: 1, limit: 20 }), nothing)
    assert.deepEqual(one.nearest(center, 100, { limit: 20 }).rows, [0])
  })
})

const numbersFrom = (first: number, end: number) =>
  Array.from({ length: end - first }, (_, i) => first + i)

function rangesWithin({ tree }: Farms, center: Point, radius_mi: number): [number, number][] {
  const ranges: [number, number][] = []
  tree.within(center, radius_mi, (first, end) => ranges.push([first, end]))
  return ranges
}

function largestLeaf({ arrays: { first, end, childCount } }: Farms): number {
  const rows = Array.from(first, (row, node) => (childCount[node] === 0 ? end[node]! - row : 0))
  return Math.max(...rows)
}

/** The resolution of the smallest cell that holds all of some; -1 where none does. */
function commonResolution(cells: string[]): number {
  const isCommon = (resolution: number) =>
    new Set(cells.map((cell) => cellToParent(cell, resolution))).size === 1
  return Array.from({ length: 10 }, (_, resolution) => resolution).findLastIndex(isCommon)
}

/** 5,000 farms, the denser the nearer to 40.7, -74: a spiral, with every tenth farm doubled. */
function metropolis(): Point[] {
  return Array.from({ length: 5000 }, (_, i) => {
    const turn = 2.399963 * (i % 10 === 0 ? i + 1 : i)
    const reach = 2.5 * ((i % 10 === 0 ? i + 1 : i) / 5000) ** 1.5
    return { lat: 40.7 + reach * Math.sin(turn), lng: -74 + reach * Math.cos(turn) }
  })
}
