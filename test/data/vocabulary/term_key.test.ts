import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { termKey } from '../../../data/vocabulary/term_key.ts'

const alike = (...terms: string[]) => {
  const keys = terms.map(termKey)
  assert.deepEqual(keys, Array(terms.length).fill(keys[0]), terms.join(', '))
}
const unlike = (...terms: string[]) => assert.equal(new Set(terms.map(termKey)).size, terms.length)

describe('termKey(text)', () => {
  it('folds case, accents, punctuation, hyphens and blanks', () => {
    alike('grass-fed beef', 'Grass Fed Beef', '  GRASSFED\n beef. ', 'grass‐fed beef')
    alike('jalapeños', 'Jalapenos', 'jalapen\u0303os')
    alike('Certified "Naturally Grown"', 'certified naturally grown')
    alike('fruits & nuts', 'fruits and nuts')
  })

  it('folds the apostrophe, however it was written or broken', () => {
    alike("lamb's lettuce", 'lamb’s lettuce', 'lambs lettuce', 'lamb\uFFFDs lettuce')
  })

  it('folds singular and plural of what farms sell', () => {
    alike('tomatoes', 'tomato')
    alike('potatoes', 'potato')
    alike('mangos', 'mango', 'mangoes')
    alike('berries', 'berry')
    alike('cheeses', 'cheese')
    alike('cookies', 'cookie')
    alike('pies', 'pie')
    alike('peaches', 'peach')
    alike('radishes', 'radish')
    alike('boxes', 'box')
    alike('leaves', 'leaf')
    alike('loaves', 'loaf')
    alike('chives', 'chive')
    alike('kiwis', 'kiwi')
    alike('turkeys', 'turkey')
    alike('cactuses', 'cactus')
    alike('glasses', 'glass')
    alike('herb plants', 'Herb Plant')
  })

  it('leaves words that only look like plurals', () => {
    assert.equal(termKey('grass'), 'grass')
    assert.equal(termKey('asparagus'), 'asparagus')
    assert.equal(termKey('hummus'), 'hummus')
    assert.equal(termKey('swiss'), 'swiss')
    unlike('grass', 'gras', 'asparagus', 'asparagu', 'pea', 'peach', 'bean', 'bee', 'beet', 'beef')
  })

  it('is the text itself where it has no letter or digit', () => {
    assert.equal(termKey(' -/– '), '-/–')
    assert.notEqual(termKey('🍎'), termKey('🥕'))
  })

  it('is the same for a regular English noun and its plural', () => {
    // Words in -u are left out: "-us" is never read as a plural, for the sake of asparagus.
    const noun = fc.stringMatching(/^[a-z]{3,10}$/).filter((word) => !/([^us]s|u)$/.test(word))
    fc.assert(fc.property(noun, (word) => alike(word, ...plurals(word))))
  })

  it('does not depend on where blanks and hyphens stand', () => {
    const parts = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(parts, (words) => alike(words.join(' '), words.join('-'), words.join(''))),
    )
  })

  it('is its own key', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.lorem())
    fc.assert(
      fc.property(text, (any) => {
        const key = termKey(any)
        assert.equal(termKey(key), key)
      }),
    )
  })
})

/** The plurals that a school grammar allows. */
function plurals(word: string): string[] {
  if (/[^aeiou]y$/.test(word)) return [word.replace(/y$/, 'ies')]
  if (/(s|x|z|ch|sh)$/.test(word)) return [`${word}es`]
  if (word.endsWith('o')) return [`${word}s`, `${word}es`]
  if (/[^f]f$/.test(word)) return [`${word}s`, word.replace(/f$/, 'ves')]
  if (word.endsWith('fe')) return [word.replace(/fe$/, 'ves')]
  return [`${word}s`]
}
