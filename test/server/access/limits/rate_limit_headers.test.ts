import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rateLimitHeaders } from '../../../../server/access/limits/limits.ts'

const state = {
  allowed: true,
  policy: 'daily',
  limit: 1000,
  window_s: 86400,
  remaining: 999,
  reset_s: 3600,
  reset_at_s: 1_768_521_600,
}

describe('rateLimitHeaders(state)', () => {
  it('says it in the documented fields, in Unix time, and in those of the draft', () => {
    assert.deepEqual(rateLimitHeaders(state), {
      'X-RateLimit-Limit': '1000',
      'X-RateLimit-Remaining': '999',
      'X-RateLimit-Reset': '1768521600',
      'RateLimit-Policy': '"daily";q=1000;w=86400',
      RateLimit: '"daily";r=999;t=3600',
    })
  })

  it('adds Retry-After to a refusal, no sooner than the reset', () => {
    const headers = rateLimitHeaders({ ...state, allowed: false, remaining: 0 })
    assert.equal(headers['Retry-After'], '3600')
    assert.equal(headers.RateLimit, '"daily";r=0;t=3600')
  })

  it('has no Retry-After on the last request allowed', () => {
    assert.ok(!('Retry-After' in rateLimitHeaders({ ...state, remaining: 0 })))
  })
})
