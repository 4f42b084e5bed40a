import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Random } from '../../../../data/sample/random.ts'
import { topCodes } from '../../../../server/query/facets/facets.ts'
import { Bitmap } from '../../../../server/snapshot/sets/bitmap.ts'
import { codeChunks, CodeSets } from '../../../../server/snapshot/sets/code_sets.ts'

const [rows, codes] = [40_000, 60]
const random = new Random(3)

/** The codes of each row: low ones are frequent, and some are of one part of the rows alone. */
const ofRow = Array.from({ length: rows }, (_, row) =>
  Array.from({ length: codes }, (_, code) => code).filter((code) =>
    code % 3 === 0 ? random.chance(0.6 / (code + 1)) : Math.floor(row / 700) === code,
  ),
)
const sets = new CodeSets(
  codeChunks(
    {
      rowStarts: Uint32Array.from([0, ...ofRow].map(startOf())),
      rowCodes: Uint32Array.from(ofRow.flat()),
    },
    codes,
  ),
  rows,
)

/** Where the list of each row begins, the first given as 0. */
function startOf() {
  let start = 0
  return (list: number | number[]) => (start += typeof list === 'number' ? list : list.length)
}

describe('CodeSets', () => {
  it('has the rows of each code', () => {
    for (let code = 0; code < codes; code++) {
      const expected = ofRow.flatMap((list, row) => (list.includes(code) ? [row] : []))
      assert.deepEqual([...sets.of(code)], expected)
      assert.equal(sets.total(code), expected.length)
    }
  })

  it('has no row of which a code is hidden, and orders codes by the others', () => {
    const ofRow = [
      [0, 1],
      [0, 1, 2],
      [0, 2],
      [1, 2],
    ]
    const chunks = codeChunks(
      {
        rowStarts: Uint32Array.from([0, ...ofRow].map(startOf())),
        rowCodes: Uint32Array.from(ofRow.flat()),
      },
      3,
    )
    const range = { first: 0, names: ['a', 'b', 'c'] }
    const every = new CodeSets(chunks, ofRow.length)
    assert.deepEqual([...every.byTotal(range)], [0, 1, 2], 'of equals the first')
    const some = new CodeSets(chunks, ofRow.length, (row, code) => code === 0 && row < 2)
    assert.deepEqual([...some.of(0)], [2])
    assert.deepEqual(
      [0, 1, 2].map((code) => some.total(code)),
      [1, 3, 3],
    )
    assert.deepEqual([...some.byTotal(range)], [1, 2, 0])
  })

  it('works for no rows, and for no codes', () => {
    const none = { rowStarts: Uint32Array.of(0), rowCodes: new Uint32Array() }
    assert.deepEqual([...new CodeSets(codeChunks(none, 2), 0).of(1)], [])
    assert.deepEqual(codeChunks(none, 0).counts.length, 0)
  })
})

describe('topCodes(sets, range, set, most)', () => {
  const range = { first: 3, names: Array.from({ length: 50 }, (_, place) => `name ${place}`) }

  function expected(has: (row: number) => boolean, most: number) {
    const counts = new Map<number, number>()
    for (const [row, list] of ofRow.entries())
      if (has(row)) for (const code of list) counts.set(code, (counts.get(code) ?? 0) + 1)
    return [...counts]
      .map(([code, count]) => ({ code, count }))
      .filter(({ code }) => code >= 3 && code < 53)
      .sort((a, b) => b.count - a.count || a.code - b.code)
      .slice(0, most)
  }

  for (const [name, has] of Object.entries({
    'of a third of the rows': (row: number) => row % 3 === 1,
    'of some that are neighbours': (row: number) => row > 16_300 && row < 20_100,
    'of few rows, which tie': (row: number) => row % 5000 < 3,
    'of none': () => false,
  }))
    it(`finds the codes ${name}`, () => {
      const chosen = Bitmap.fromRows(
        ofRow.flatMap((_, row) => (has(row) ? [row] : [])),
        rows,
      )
      for (const most of [1, 5, 20, 60])
        assert.deepEqual(topCodes(sets, range, chosen, most), expected(has, most))
    })

  it('finds those of every row', () => {
    for (const most of [1, 20, 60])
      assert.deepEqual(
        topCodes(sets, range, null, most),
        expected(() => true, most),
      )
  })
})
