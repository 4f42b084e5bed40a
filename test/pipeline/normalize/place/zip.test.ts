import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { normalizeZip } from '../../../../pipeline/normalize/place/address.ts'

describe('normalizeZip(text, state)', () => {
  for (const [text, state, zip] of [
    ['05828', 'VT', '05828'],
    [' 05828\u00a0', null, '05828'],
    ['05828-1234', 'VT', '05828'],
    ['05828 1234', 'VT', '05828'],
    ['058281234', 'VT', '05828'],
    ['05828-', 'VT', '05828'],
    ['VT 05828', 'VT', '05828'],
    ['90210', 'VT', '90210'],
    ['72601.0', 'AR', '72601'],
  ] as const)
    it(`reads ${text}`, () =>
      assert.deepEqual(normalizeZip(text, state), { zip, correction: null }))

  for (const [text, state, zip] of [
    ['5828', 'VT', '05828'],
    ['5828.0', 'VT', '05828'],
    ['601', 'PR', '00601'],
  ] as const)
    it(`restores the zeros of ${text}`, () =>
      assert.deepEqual(normalizeZip(text, state), { zip, correction: 'ZIP code zeros restored' }))

  it('reads a letter O as the zero that makes a ZIP code of the state', () => {
    const correction = 'ZIP code letter O read as 0'
    assert.deepEqual(normalizeZip('726o1', 'AR'), { zip: '72601', correction })
  })

  for (const [text, state] of [
    ['5828', null],
    ['5828', 'CA'],
    ['2804', 'NC'],
    ['726o1', 'CA'],
    ['550424', 'IA'],
    ['00000', 'MO'],
    ['NY', 'NY'],
  ] as const)
    it(`does not guess what ${text} in ${state} is`, () =>
      assert.deepEqual(normalizeZip(text, state), { zip: null, correction: 'ZIP code unreadable' }))

  for (const text of [null, '', ' ', 'n/a', 'nan'])
    it(`finds nothing in ${JSON.stringify(text)}`, () =>
      assert.deepEqual(normalizeZip(text, 'VT'), { zip: null, correction: null }))
})
