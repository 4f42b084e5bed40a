import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problem } from '../../../../server/http/problem.ts'
import { credentials } from '../../../../server/access/keys/credentials.ts'

const one = `svc_live_${'1'.repeat(32)}`
const two = `svc_live_${'2'.repeat(32)}`

describe('credentials(given)', () => {
  it('is the key, wherever it was given, once or twice', () => {
    assert.equal(credentials([one]), one)
    assert.equal(credentials([undefined, one]), one)
    assert.equal(credentials([one, undefined, one]), one)
  })

  it('takes none and empty ones for no key', () => {
    assert.equal(credentials([]), undefined)
    assert.equal(credentials([undefined, '']), undefined)
    assert.equal(credentials(['', two]), two)
  })

  it('hands on whatever is given, for the look-up to refuse', () => {
    assert.equal(credentials(['nonsense']), 'nonsense')
  })

  it('refuses two different keys without repeating them', () => {
    for (const given of [
      [one, two],
      ['', one, undefined, two],
      [one, one, two],
    ]) {
      assert.throws(
        () => credentials(given),
        (error: Error) =>
          error instanceof Problem &&
          error.kind === 'bad-request' &&
          error.message === 'the request gives different keys; send one of them',
      )
    }
  })
})
