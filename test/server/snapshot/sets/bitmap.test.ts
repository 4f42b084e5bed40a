import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Bitmap } from '../../../../server/snapshot/sets/bitmap.ts'

/** A set of rows in blocks of some hundred, each of which has none, few, many or all of its rows. */
const blocks = (length: number) =>
  fc
    .array(fc.constantFrom(0, 0, 0.01, 0.3, 1), { minLength: 1, maxLength: 60 })
    .chain((densities) => fc.nat(1000).map((seed) => ({ densities, seed })))
    .map(({ densities, seed }) => {
      const isIn = (row: number) =>
        ((Math.imul(row + seed, 0x9e3779b1) >>> 8) & 0xffff) / 0x10000 <
        densities[Math.floor((row * densities.length) / length)]!
      return new Set(Array.from({ length }, (_, row) => row).filter(isIn))
    })

/** Two sets over one length, a range of it, and the bitmaps of the sets: in one chunk, or several. */
const twoSets = fc
  .oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 200 }) },
    { weight: 1, arbitrary: fc.integer({ min: 16_000, max: 50_000 }) },
  )
  .chain((length) => {
    const rows =
      length > 200
        ? blocks(length)
        : fc.subarray([...Array(length).keys()]).map((rows) => new Set(rows))
    const edge = fc.nat(length)
    return fc.record({ length: fc.constant(length), a: rows, b: rows, edges: fc.tuple(edge, edge) })
  })
  .map(({ length, a, b, edges }) => ({
    length,
    a,
    b,
    first: Math.min(...edges),
    end: Math.max(...edges),
    // In the form in which sets are kept, one of them or both.
    bitmapA: Bitmap.fromRows(a, length).compact(),
    bitmapB: b.size % 2 === 0 ? Bitmap.fromRows(b, length) : Bitmap.fromRows(b, length).compact(),
  }))

const ascending = (rows: Iterable<number>) => [...rows].sort((a, b) => a - b)

const holdsFor = (
  check: (sets: typeof twoSets extends fc.Arbitrary<infer Sets> ? Sets : never) => void,
) => fc.assert(fc.property(twoSets, check), { numRuns: 200 })

describe('Bitmap', () => {
  it('has the rows it was made from, and gives them in order', () => {
    holdsFor(({ length, a, bitmapA }) => {
      assert.deepEqual([...bitmapA], ascending(a))
      for (let row = 0; row < length + 40; row++) assert.equal(bitmapA.has(row), a.has(row))
    })
  })

  it('is the same set when compact, and takes no more memory', () => {
    holdsFor(({ a, b, bitmapA, bitmapB }) => {
      for (const [set, rows] of [
        [bitmapB, b],
        [bitmapA.or(bitmapB), a.union(b)],
        [bitmapA.andNot(bitmapB), a.difference(b)],
      ] as const) {
        const compact = set.compact()
        assert.deepEqual([...compact], ascending(rows))
        assert.ok(compact.bytes <= set.bytes)
      }
    })
  })

  it('visits the rows of a range, and counts those of each chunk', () => {
    holdsFor(({ a, b, first, end, bitmapA, bitmapB }) => {
      const visited: number[] = []
      bitmapA.forEach((row) => visited.push(row), first, end)
      assert.deepEqual(
        visited,
        ascending(a).filter((row) => row >= first && row < end),
      )
      const filled = bitmapA.filledChunks()
      assert.equal(
        filled.reduce((sum, { rows }) => sum + rows, 0),
        a.size,
      )
      assert.equal(
        filled.reduce((sum, { place }) => sum + bitmapA.countChunkAnd(bitmapB, place), 0),
        a.intersection(b).size,
      )
    })
  })

  it('combines as sets do, and leaves both as they were', () => {
    holdsFor(({ a, b, bitmapA, bitmapB }) => {
      assert.deepEqual([...bitmapA.and(bitmapB)], ascending(a.intersection(b)))
      assert.deepEqual([...bitmapA.andNot(bitmapB)], ascending(a.difference(b)))
      assert.deepEqual([...bitmapA.or(bitmapB)], ascending(a.union(b)))
      assert.deepEqual([...bitmapA], ascending(a))
      assert.deepEqual([...bitmapB], ascending(b))
    })
  })

  it('is made from ranges, lists and numbers of rows alike', () => {
    holdsFor(({ length, a, b, bitmapA, first, end }) => {
      const range = Array.from({ length: end - first }, (_, n) => first + n)
      const ranges = [[first, end] as const, ...[...b].map((row) => [row, row + 1] as const)]
      assert.deepEqual([...Bitmap.fromRanges(ranges, length)], ascending(new Set([...range, ...b])))
      const lists = [Uint32Array.from(a), Uint32Array.from(b), Uint32Array.from(a)]
      assert.deepEqual([...Bitmap.fromLists(lists, length)], ascending(a.union(b)))
      const numbers = Uint32Array.from({ length }, (_, row) => (a.has(row) ? 3 : row % 3))
      assert.deepEqual([...Bitmap.fromNumbers(numbers, Uint8Array.of(0, 0, 0, 1))], [...bitmapA])
      const values = Uint32Array.from({ length }, (_, row) => (b.has(row) ? 5 : 4))
      const least = Float64Array.of(Infinity, Infinity, Infinity, 5)
      assert.deepEqual([...Bitmap.fromLeast(numbers, values, least)], ascending(a.intersection(b)))
    })
  })

  it('counts all rows, those of a range, and those of both sets in a range', () => {
    holdsFor(({ a, b, bitmapA, bitmapB, first, end }) => {
      const inRange = [...a].filter((row) => row >= first && row < end)
      assert.equal(bitmapA.count(), a.size)
      assert.equal(bitmapA.countRange(first, end), inRange.length)
      assert.equal(
        bitmapA.countRangeAnd(bitmapB, first, end),
        inRange.filter((row) => b.has(row)).length,
      )
    })
  })

  it('finds the next row of a range', () => {
    holdsFor(({ a, bitmapA, first, end }) => {
      const next = ascending(a).find((row) => row >= first && row < end)
      assert.equal(bitmapA.next(first, end), next ?? end)
      assert.equal(bitmapA.hasAny(first, end), next !== undefined)
    })
  })

  it('counts full words', () => {
    const full = Bitmap.fromRows(Array(96).keys(), 96)
    assert.equal(full.count(), 96)
    assert.equal(full.countRange(31, 65), 34)
  })

  it('can be empty, and over no rows', () => {
    assert.equal(new Bitmap(100).count(), 0)
    assert.deepEqual([...new Bitmap(0)], [])
    assert.equal(new Bitmap(0).count(), 0)
  })

  it('refuses rows outside its length', () => {
    for (const row of [-1, 32, 1.5, NaN])
      assert.throws(() => Bitmap.fromRows([row], 32), {
        message: `row ${row} is not one of 32 rows`,
      })
  })

  it('refuses to combine with a set of another length', () => {
    const message = "sets of 32 and of 33 rows don't combine"
    assert.throws(() => new Bitmap(32).and(new Bitmap(33)), { message })
    assert.throws(() => new Bitmap(32).countRangeAnd(new Bitmap(33), 0, 1), { message })
  })
})

describe('Bitmap.where(length, test)', () => {
  it('has the rows of which the test holds, of every length', () => {
    for (const length of [0, 1, 31, 32, 33, 130, 100_001]) {
      const isIn = (row: number) => (row * row) % 7 < 3
      const rows = Array.from({ length }, (_, row) => row).filter(isIn)
      assert.deepEqual([...Bitmap.where(length, isIn)], rows, `${length} rows`)
    }
  })
})
