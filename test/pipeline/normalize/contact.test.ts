import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
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
    '802-555-0123 (barn)',
    'call Ann at (802) 555-0123 after 5pm',
    ' 802–555–0123\u00a0',
  ])
    it(`reads ${text}`, () => assert.equal(normalizePhone(text), '+18025550123'))

  it('reads a number of another country with its prefix', () => {
    assert.equal(normalizePhone('+44 20 7946 0123'), '+442079460123')
  })

  for (const text of [
    '802-555-0123 ext. 4',
    '802-555-0123 or 802-555-0124',
    '1-800-FARMERS',
    '555-0123',
    '102-555-0123',
    '+1 555 0123',
  ])
    it(`keeps ${text} as text`, () => assert.equal(normalizePhone(text), text))

  for (const text of [null, '', 'n/a', '000-000-0000'])
    it(`finds nothing in ${JSON.stringify(text)}`, () => assert.equal(normalizePhone(text), null))
})

describe('normalizeEmail(text)', () => {
  for (const [text, email] of [
    ['Hello@Farm.Example.org', 'Hello@farm.example.org'],
    ['mailto:hello@example.org', 'hello@example.org'],
    ['Ann <ann@example.org>', 'ann@example.org'],
    ['ann @ example.org.', 'ann@example.org'],
    ['ann@example.org; bob@example.org', 'ann@example.org'],
    ['http://ann@example.org', 'ann@example.org'],
  ] as const)
    it(`reads ${text}`, () => assert.equal(normalizeEmail(text), email))

  for (const text of [null, '', 'none', 'ann at example.org', '@stonecreek', 'ann@example'])
    it(`finds none in ${JSON.stringify(text)}`, () => assert.equal(normalizeEmail(text), null))
})
