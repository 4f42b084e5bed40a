import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lengths } from '../../../data/schema/input/lengths.ts'
import { normalizeEmail, normalizePhone } from '../../../pipeline/normalize/contact.ts'

describe('normalizePhone(text)', () => {
  for (const text of [
    '802-555-0123',
    '(802) 555-0123',
    '802.555.0123',
    '8025550123',
    '1-802-555-0123',
    '+1 802 555 0123',
    'Tel: 802 555 0123',
    ' 802–555–0123\u00a0',
  ])
    it(`reads ${text}`, () =>
      assert.deepEqual(normalizePhone(text), { phone: '+18025550123', rest: null }))

  it('reads a number of another country with its prefix', () => {
    assert.equal(normalizePhone('+44 20 7946 0123').phone, '+442079460123')
  })

  for (const [text, phone] of [
    ['802-555-0123 (barn)', '+18025550123'],
    ['call Ann at (802) 555-0123 after 5pm', '+18025550123'],
    ['802-555-0123 ext. 4', '+18025550123'],
    ['802-555-0123 or 802-555-0124', '+18025550123'],
    ['(802) 555-0123 / (802) 555-0124', '+18025550123'],
    ['802-555-0123 555-0124', '+18025550123'],
    ['1-800-FARMERS', '+18003276377'],
    ['802-555-O1O1', '+18025550101'],
    ['(802) US4VEGZ', '+18028748349'],
    ['555-0123', null],
    ['102-555-0123', null],
    ['+1 555 0123', null],
    ['802-802-555-0123', null],
    ['SEE WEBSITE', null],
    ['ann@example.org', null],
    ['8025550123'.repeat(100), null],
    [`802-555-0123 ${'x'.repeat(lengths.phone.bytes)}`, null],
  ] as const)
    it(`finds ${phone} in ${text.slice(0, 50)}, and has the text besides`, () =>
      assert.deepEqual(normalizePhone(text), { phone, rest: text }))

  it('reads a number that a program wrote as a decimal', () =>
    assert.deepEqual(normalizePhone('8025550123.0'), { phone: '+18025550123', rest: null }))

  for (const text of [null, '', 'n/a', '#N/A', '000-000-0000'])
    it(`finds nothing in ${JSON.stringify(text)}`, () =>
      assert.deepEqual(normalizePhone(text), { phone: null, rest: null }))
})

describe('normalizeEmail(text)', () => {
  for (const [text, email] of [
    ['Hello@Farm.Example.org', 'Hello@farm.example.org'],
    ['mailto:hello@example.org', 'hello@example.org'],
    ['ann @ example.org', 'ann@example.org'],
    ['http://ann@example.org', 'ann@example.org'],
  ] as const)
    it(`reads ${text}`, () => assert.deepEqual(normalizeEmail(text), { email, rest: null }))

  for (const text of [
    'Ann <ann@example.org>',
    'ann @ example.org.',
    'ann@example.org; bob@example.org',
    'http://ann@example.org:Stone Creek',
  ])
    it(`reads the first of ${text}, and has the text besides`, () =>
      assert.deepEqual(normalizeEmail(text), { email: 'ann@example.org', rest: text }))

  for (const text of ['ann at example.org', '@stonecreek', 'ann@example', 'stone 05 @ example.org'])
    it(`finds none in ${text}`, () =>
      assert.deepEqual(normalizeEmail(text), { email: null, rest: text }))

  it('finds none that is too long to be one', () => {
    assert.equal(normalizeEmail(`${'a'.repeat(320)}@example.org`).email, null)
  })

  for (const text of [null, '', 'none'])
    it(`finds nothing in ${JSON.stringify(text)}`, () =>
      assert.deepEqual(normalizeEmail(text), { email: null, rest: null }))
})
