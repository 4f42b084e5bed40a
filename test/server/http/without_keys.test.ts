import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutKeys } from '../../../server/http/without_keys.ts'

describe('withoutKeys(text)', () => {
  it('masks keys and tokens of every kind, however they are written', () => {
    for (const kind of ['live', 'pub', 'session', 'link', 'asker'])
      assert.equal(withoutKeys(`/a?x=svc_${kind}_1a2B&y=1`), `/a?x=svc_${kind}_…&y=1`)
    for (const written of [
      'SVC_LIVE_1a2b',
      'svc_live%5F1a2b',
      '%73vc_live_%31a2b',
      'svc%5flive_1a2b',
    ])
      assert.doesNotMatch(withoutKeys(`/${written}/svc_live_3c4d`), /1a2b|3c4d/i, written)
  })

  it('leaves every other text as it is', () => {
    for (const text of ['', '/v1/farms?city=St.%20Paul%2C%41', 'svc', 'a svc_other_1a2b'])
      assert.equal(withoutKeys(text), text)
  })
})
