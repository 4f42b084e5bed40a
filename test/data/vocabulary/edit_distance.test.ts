import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { editDistance, nearestOf } from '../../../data/vocabulary/edit_distance.ts'

/** The definition, by recursion over all choices. */
function byDefinition(a: string, b: string): number {
  if (!a || !b) return a.length + b.length
  const choices = [
    byDefinition(a.slice(1), b) + 1,
    byDefinition(a, b.slice(1)) + 1,
    byDefinition(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
  ]
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0]) {
    choices.push(byDefinition(a.slice(2), b.slice(2)) + 1)
  }
  return Math.min(...choices)
}

const word = fc.stringMatching(/^[abc]{0,5}$/)

describe('editDistance(a, b)', () => {
  it('counts inserted, deleted, replaced and swapped letters', () => {
    assert.equal(editDistance('tomato', 'tomato'), 0)
    assert.equal(editDistance('tomato', 'tomatos'), 1)
    assert.equal(editDistance('tomato', 'tmoato'), 1)
    assert.equal(editDistance('', 'egg'), 3)
  })

  it('agrees with its definition', () => {
    fc.assert(
      fc.property(word, word, (a, b) => assert.equal(editDistance(a, b), byDefinition(a, b))),
    )
  })
})

describe('nearestOf(text, candidates)', () => {
  it('finds what was probably meant', () => {
    assert.equal(nearestOf('produts', ['place_type', 'products', 'practices']), 'products')
    assert.equal(nearestOf('honye', ['money', 'honey']), 'honey')
  })

  it('is null where nothing is close', () => {
    assert.equal(nearestOf('zebra', ['eggs', 'honey']), null)
    assert.equal(nearestOf('ab', ['xy']), null)
    assert.equal(nearestOf('eggs', []), null)
    assert.equal(nearestOf('', ['q']), null)
    assert.equal(nearestOf('%', ['q']), null, 'not one of its letters')
    assert.equal(nearestOf('cheese', ['cherry']), null, 'two of six letters')
    assert.equal(nearestOf('cucumber', ['kukumber']), 'kukumber', 'two of eight letters')
  })

  it('gives the first of the closest', () => {
    fc.assert(
      fc.property(word, fc.array(word), (text, candidates) => {
        const distances = candidates.map((candidate) => byDefinition(text, candidate))
        const least = Math.min(...distances)
        const expected =
          least <= (text.length < 2 ? 0 : 1) ? candidates[distances.indexOf(least)] : null
        assert.equal(nearestOf(text, candidates), expected)
      }),
    )
  })
})
