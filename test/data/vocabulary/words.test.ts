import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { wordsOf } from '../../../data/vocabulary/words.ts'

describe('wordsOf(text)', () => {
  const readings: [text: string, words: string[]][] = [
    ['Stone Creek Farm', ['stone', 'creek', 'farm']],
    ["O'Neill’s   FARMER‘S-market", ['oneills', 'farmers', 'market']],
    ['Finca Ñandú, San Germán', ['finca', 'nandu', 'san', 'german']],
    ['Smith & Sons', ['smith', 'and', 'sons']],
    ['Route 66 (№ 5, ½ acre, ﬁg)', ['route', '66', 'no', '5', '1', '2', 'acre', 'fig']],
    ['ÉSTE\u0301 Ångström', ['este', 'angstrom']],
    ['日本 農園', ['日本', '農園']],
    ['🍎 – !!', []],
    ['', []],
    ['Kaua\uFFFDi', ['kauai']],
  ]
  for (const [text, words] of readings)
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(wordsOf(text), words))

  it('gives words that are their own only word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        for (const word of wordsOf(text)) assert.deepEqual(wordsOf(word), [word])
      }),
      { numRuns: 500 },
    )
  })

  it('finds the same words in text of ASCII letters and beside one that is not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 40 }), (text) => {
        assert.deepEqual(wordsOf(`${text} ñ`), [...wordsOf(text), 'n'])
      }),
    )
  })
})
