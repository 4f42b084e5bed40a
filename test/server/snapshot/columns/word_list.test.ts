import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { editDistance } from '../../../../data/vocabulary/edit_distance.ts'
import { WordList } from '../../../../server/snapshot/columns/word_list.ts'

/** Short words of few letters are near each other; some have letters of two UTF-16 units. */
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 7 }),
  fc.string({ unit: fc.constantFrom('a', 'é', '🍎', '\uffee'), minLength: 1, maxLength: 4 }),
)
const words = fc
  .uniqueArray(word, { maxLength: 60 })
  .map((all) => all.toSorted((a, b) => (a < b ? -1 : 1)))

const placesWhere = (all: string[], test: (word: string) => boolean) =>
  all.flatMap((each, place) => (test(each) ? [place] : []))

describe('WordList', () => {
  it('finds a word, and nothing for one that it has not', () => {
    fc.assert(
      fc.property(words, word, (all, wanted) => {
        const place = all.indexOf(wanted)
        assert.equal(new WordList(all).placeOf(wanted), place === -1 ? undefined : place)
        for (const [index, each] of all.entries())
          assert.equal(new WordList(all).placeOf(each), index)
      }),
    )
  })

  it('finds the range of the words that begin with a text', () => {
    fc.assert(
      fc.property(words, word, (all, text) => {
        const [first, end] = new WordList(all).beginningWith(text)
        const range = Array.from({ length: end - first }, (_, n) => first + n)
        assert.deepEqual(
          range,
          placesWhere(all, (each) => each.startsWith(text)),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('finds all words within some edits, and no others', () => {
    fc.assert(
      fc.property(words, word, fc.nat(3), (all, wanted, edits) => {
        assert.deepEqual(
          new WordList(all).near(wanted, edits),
          placesWhere(all, (each) => editDistance(wanted, each) <= edits),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('finds all words that begin within some edits of a word, and no others', () => {
    const beginnings = (text: string) => Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end)) // prettier-ignore
    fc.assert(
      fc.property(words, word, fc.nat(2), (all, wanted, edits) => {
        const ranges = new WordList(all).beginningNear(wanted, edits)
        assert.deepEqual(
          ranges.flatMap(([first, end]) => Array.from({ length: end - first }, (_, n) => first + n)), // prettier-ignore
          placesWhere(all, (each) =>
            beginnings(each).some((beginning) => editDistance(wanted, beginning) <= edits),
          ),
        )
      }),
      { numRuns: 500 },
    )
  })
})
