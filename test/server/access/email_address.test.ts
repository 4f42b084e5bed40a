import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emailAddress } from '../../../server/access/email_address.ts'

describe('emailAddress', () => {
  it('folds case and refuses what is no address', () => {
    assert.equal(emailAddress.parse(' Gus@Example.ORG'), 'gus@example.org')
    for (const bad of [
      '',
      'gus',
      'gus@',
      '@example.org',
      'a b@example.org',
      'a@b.org\nbcc: c@d.org',
    ])
      assert.match(emailAddress.safeParse(bad).error?.issues[0]?.message ?? '', /such as you@/, bad)
    assert.equal(emailAddress.safeParse(`${'a'.repeat(250)}@example.org`).success, false)
  })
})
