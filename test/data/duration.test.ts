import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { duration } from '../../data/digit_grouping.ts'

describe('duration(span_s)', () => {
  for (const [span_s, words] of [
    [0, '0 seconds'],
    [1, '1 second'],
    [90, '90 seconds'],
    [91, '2 minutes'],
    [2864, '48 minutes'],
    [5400, '90 minutes'],
    [5401, '2 hours'],
    [86_400, '24 hours'],
  ] as const)
    it(`says ${span_s} s as ${words}`, () => assert.equal(duration(span_s), words))
})
