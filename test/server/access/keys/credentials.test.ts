import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { credentials } from '../../../../server/access/keys/credentials.ts'

const one = `svc_live_${'1'.repeat(32)}`
const two = `svc_live_${'2'.repeat(32)}`

describe('credentials(headers, query)', () => {
  it('reads the key from the header or the parameter', () => {
    assert.equal(credentials({ 'x-api-key': one }, {}), one)
    assert.equal(credentials({}, { key: one }), one)
    assert.equal(credentials({ 'x-api-key': one }, { key: one }), one)
  })

  it('takes none and empty ones for no key', () => {
    assert.equal(credentials({}, {}), undefined)
    assert.equal(credentials({ 'x-api-key': '' }, { key: '' }), undefined)
    assert.equal(credentials({ 'x-api-key': '' }, { key: two }), two)
  })

  it('hands on whatever is given, for the look-up to refuse', () => {
    assert.equal(credentials({ 'x-api-key': 'nonsense' }, {}), 'nonsense')
  })

  it('refuses two different keys without repeating them', () => {
    const given = [
      [{ 'x-api-key': one }, { key: two }],
      [{}, { key: [one, two] }],
    ] as const
    for (const [headers, query] of given) {
      assert.throws(
        () => credentials(headers, query as never),
        (error: Error) => error.name === 'ConflictingKeys' && !error.message.includes('svc_live_'),
      )
    }
  })
})
