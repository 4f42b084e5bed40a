import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listedTerms } from '../../../../pipeline/normalize/terms/terms.ts'

const known = new Set([
  'venmo',
  'paypal',
  'basil',
  'mint',
  'no gmos',
  'no herbicides',
  'beans, other',
])
const terms = (text: string) => listedTerms(text, (term) => known.has(term.toLowerCase()))

describe('listedTerms(text, isKnown)', () => {
  it('parts a text of which every part is known', () => {
    assert.deepEqual(terms('Venmo or PayPal'), ['Venmo', 'PayPal'])
    assert.deepEqual(terms('basil, mint, etc.'), ['basil', 'mint'])
    assert.deepEqual(terms('No herbicides, No GMOs'), ['No herbicides', 'No GMOs'])
  })

  it('leaves a known term whole, commas and all', () => {
    assert.deepEqual(terms('Beans, other'), ['Beans, other'])
  })

  it('parts short words beside a known one, which stay as they are', () => {
    assert.deepEqual(terms('basil, papalo & pepicha, mint'), ['basil', 'papalo & pepicha', 'mint'])
  })

  it('leaves a text of separators alone, since no terms would mean that there are none', () => {
    for (const text of ['&', 'and', '; ;']) assert.deepEqual(terms(text), [text])
  })

  it('leaves whole what would say something else in parts', () => {
    for (const text of [
      'no synthetic fertilizers, herbicides, pesticides',
      'mint (fresh, dried)',
      'basil, and whatever else is in the garden that day',
      'papalo, pepicha',
      'papalo / basil',
    ])
      assert.deepEqual(terms(text), [text])
  })
})
