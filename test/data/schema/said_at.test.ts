import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newestSaid } from '../../../data/schema/said_at.ts'

describe('newestSaid(farm)', () => {
  it('is the latest update, else the day of the newest statement', () => {
    const said_at = {
      products: '2021-07-30',
      hours: '2022-04-14',
      contact: '2020-01-31',
      text: null,
    }
    assert.equal(
      newestSaid({ updated_at: '2020-02-01T00:00:00Z', said_at }),
      '2020-02-01T00:00:00Z',
    )
    assert.equal(newestSaid({ updated_at: null, said_at }), '2022-04-14')
    assert.equal(newestSaid({ said_at: { products: null } }), null)
    assert.equal(newestSaid({}), null)
  })
})
