import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { answerText, names, oneLine, quoted } from '../../../server/mcp/text.ts'
import { mostCharacters } from '../../support/agent.ts'

const lines = (most: number) =>
  fc.array(
    fc.string({ maxLength: 400 }).map((text) => `x${text.replaceAll('\n', ' ')}`),
    {
      maxLength: most,
    },
  )

describe('answerText({head, items, tail})', () => {
  it('is never too long, keeps the tail, and counts what it leaves out', () => {
    fc.assert(
      fc.property(lines(30), lines(60), lines(5), (head, items, tail) => {
        const { text } = answerText({ head, items, tail })
        assert.ok(text.length <= mostCharacters, String(text.length))
        assert.ok(text.endsWith(tail.join('\n')))
        const whole = [...head, ...items, ...tail].join('\n')
        if (whole.length <= mostCharacters) return assert.equal(text, whole)
        const left = Number(/\((\d+) more omitted/.exec(text)?.[1] ?? items.length)
        assert.ok(left > 0 || items.length === 0)
      }),
    )
  })

  it('leaves out no more items than it must', () => {
    const items = Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(99, '.'))
    const { text, kept } = answerText({ head: ['head'], items, tail: ['tail'] })
    assert.equal(kept, 59)
    assert.equal(answerText({ head: ['head'], items, tail: ['tail'] }, 7).kept, 7)
    assert.ok(text.includes('\n58.'), text.slice(-300))
    assert.match(text, /\n\((41|40) more omitted[^\n]*\)\ntail$/)
  })
})

describe('names(list, most)', () => {
  it('says unknown, none, and how many more there are', () => {
    assert.equal(names(null, 2), 'unknown')
    assert.equal(names([], 2), 'none')
    assert.equal(names(['a', 'b'], 2), 'a, b')
    assert.equal(names(['a', 'b', 'c', 'd'], 2), 'a, b (+2 more)')
  })
})

describe('oneLine(text, most) and quoted(text, most)', () => {
  it('are one line, cut at the length, without what nobody sees', () => {
    assert.equal(oneLine(' a\n\n# b\t c ', 20), 'a # b c')
    assert.equal(oneLine('abcdefgh', 4), 'abc…')
    assert.equal(oneLine('a\u202Eb\u200B\u{E0041}c', 20), 'abc')
  })

  it('quote so that no character of the text ends the quotation', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const written = quoted(text, 1000)
        assert.match(written, /^"(?:[^"\\]|\\.)*"$/su)
        assert.equal(JSON.parse(written), oneLine(text, 1000))
      }),
    )
  })
})
