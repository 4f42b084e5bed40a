import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readText } from '../../../../server/query/reader/read.ts'
import { textWithout } from '../../../../server/explore/search/text.ts'
import { namelessSnapshot } from '../../../support/nameless_snapshot.ts'

const without = (text: string, ...parameters: string[]) =>
  textWithout(readText(namelessSnapshot, text, new Date('2026-11-25T15:00:00Z')), parameters)

describe('textWithout(reading, parameters)', () => {
  for (const [text, parameters, left] of [
    ['eggs near Albany, NY', ['near'], 'eggs'],
    ['eggs near Albany, NY', ['products'], 'near Albany, NY'],
    ['honey within 50 miles of Boise, ID', ['near', 'radius'], 'honey'],
    ['eggs near Troy, NY on Saturday', ['near', 'open_on'], 'eggs'],
    ['cheese in Vermont', ['state'], 'cheese'],
    ['eggs zzyzx near Albany, NY', ['q'], 'eggs near Albany, NY'],
    ['eggs near Portland or Salem open saturday', ['near'], 'eggs open saturday'],
    ['zzyzx, Albany, NY', ['q'], 'Albany, NY'],
    ['Zzyzx Qwxv, Albany', ['near'], 'Zzyzx Qwxv'],
    ['eggs, zzyzx, Albany, NY', ['q'], 'eggs, Albany, NY'],
    ['eggs', [], 'eggs'],
  ] as const)
    it(`reads “${text}” without ${parameters.join(' and ') || 'anything'} as “${left}”`, () => {
      assert.equal(without(text, ...parameters), left)
    })
})
