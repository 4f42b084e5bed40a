import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { badParameters, Problem, unavailable } from '../../../server/http/problem.ts'

describe('problem.document(instance, requestId, site)', () => {
  it('names the page of its type, and the delisted farm', () => {
    const farm = {
      id: '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7',
      name: 'Stone Creek Farm',
      last_listed: null,
    }
    const gone = new Problem('gone', 'no source lists it', { farm })
    assert.deepEqual(gone.document('/v1/farms/0', 'R', 'https://farms.example.org'), {
      type: 'https://farms.example.org/docs/errors/gone',
      title: 'Gone',
      status: 410,
      detail: 'no source lists it',
      instance: '/v1/farms/0',
      request_id: 'R',
      errors: [],
      error: { code: 'GONE', message: 'no source lists it', status: 410 },
      farm,
    })
  })

  it('says every complaint in its detail', () => {
    const errors = [
      { parameter: 'page', message: 'must be from 1 to 5' },
      { parameter: 'q', message: 'is required' },
    ]
    const { detail, ...document } = badParameters(errors).document('/v1/farms', 'R', '')
    assert.equal(detail, 'page: must be from 1 to 5; q: is required')
    assert.deepEqual([document.type, document.errors], ['/docs/errors/bad-request', errors])
    assert.ok(!('farm' in document))
  })

  it('asks to try again in some seconds', () => {
    assert.deepEqual(unavailable('busy').headers, { 'Retry-After': '5' })
    assert.deepEqual(unavailable('busy', 60).headers, { 'Retry-After': '60' })
  })
})
