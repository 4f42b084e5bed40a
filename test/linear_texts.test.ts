import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { analyse } from 'scslre'
import { makeHeader, Row } from '../pipeline/read/row.ts'
import { shiftedBack } from '../pipeline/read/sources/usda/shift.ts'
import { regularExpressions } from './support/regular_expressions.ts'
import { textParsers } from './support/text_parsers.ts'

describe('the regular expressions of the program', () => {
  it('take time in proportion to a text, wherever they begin to match and however they fail', async () => {
    const found = await regularExpressions('data', 'pipeline', 'server')
    assert.ok(found.size > 200, `${found.size} found`)
    const superlinear = [...found].filter(([expression]) => reportsOf(expression).length > 0)
    assert.deepEqual(superlinear, [])
  })

  it('would not if they had one of these', () => {
    for (const expression of [/\s+$/, /^\s*x?\s*$/, /([^@]+)@/, /(?:a+)+$/, /(\w+\s?)*!/])
      assert.notEqual(reportsOf(String(expression)).length, 0, String(expression))
  })
})

function reportsOf(expression: string) {
  const end = expression.lastIndexOf('/')
  const literal = { source: expression.slice(1, end), flags: expression.slice(end + 1) }
  return analyse(literal, { reportTypes: { Move: true } }).reports
}

/** Pieces of text that repeated, with a fault at the end, make a parser look far or start often. */
const pieces = String.raw`
a . , ; @ 0 - / : ( [ " \' & % < é é 👩 a@ a. ;@ a@b. http:// <b <script <!-- </script &amp; &#38; _x005F Ãƒ Ã‚Â
Sat:9 9am-1pm; may/ may-june, 5/1/2017 VT, 24/7 etc. x=1& %20 gzip;q=0.5, 0-1, 1.1.1.1, :: svc_live_`
  .trim()
  .split(/\s+/)
  .concat([' ', '\n', '\t', '\u200d', '\ufffd', 'a ', ' ,', '. ', '; ', ' @ ', 'www. '])
  .concat(['<b ', '<script ', 'Sat 9am-1pm;', 'Mo off;', 'may 1 ', 'year-round ', '9am-5pm, '])
  .concat(['VT ', ', VT 05828 ', '1 st a ', 'North Carolina ', 'USA, ', 'no ', 'and ', 'eggs, '])
const hostile = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length))
const allHostile = (length: number) =>
  pieces.map((piece) => hostile(piece, length / pieces.length)).join('')

/** Processor time of this thread in milliseconds. */
function costOf(run: () => unknown): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Too little time to compare: a collection of garbage may take as much. */
const leastMs = 50
/** Four times the text is 4 times the work, or 16 times where it grows with the square. */
const mostGrowth = 10
/** Chance slows down one of them, the less the longer the texts: each has twice the text of the one before. */
const attempts = 4

function assertLinear(
  parse: (text: string) => unknown,
  textOf: (length: number) => string,
  length: number,
) {
  const growths = []
  for (let attempt = 0; attempt < attempts; attempt++) {
    const [short, long] = [textOf(length * 2 ** attempt), textOf(4 * length * 2 ** attempt)]
    const [less, more] = [costOf(() => parse(short)), costOf(() => parse(long))]
    if (more < leastMs || more < mostGrowth * less) return
    growths.push(`${less} ms → ${more} ms`)
  }
  assert.fail(
    `of ${JSON.stringify(textOf(20))}…, 4 × ${length} characters and more: ${growths.join()}`,
  )
}

describe('the parsers of texts', () => {
  for (const [name, parse] of Object.entries(textParsers)) {
    it(`${name} reads any text in time that grows as its length`, () => {
      for (const piece of pieces)
        assertLinear(parse, (length) => `${hostile(piece, length)}!`, 10_000)
    })

    it(`${name} reads a megabyte of them all`, () => {
      assertLinear(parse, allHostile, 250_000)
    })
  }

  it('a row of many more fields than its table has is not put back in every way', () => {
    const fields = Array<string>(50_000).fill('x')
    assert.equal(shiftedBack(Row.ofFields(1, fields, makeHeader(['FMID', 'x'], true))), null)
  })
})
