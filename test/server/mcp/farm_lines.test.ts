import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hintLines, lastConfirmed } from '../../../server/mcp/farm_lines.ts'

describe('lastConfirmed(farm)', () => {
  it('is the day of the latest update, or else of the newest statement', () => {
    const said_at = { products: '2019-05-01', hours: '2020-06-02' }
    assert.equal(lastConfirmed({ updated_at: '2018-05-01T10:00:00Z', said_at }), '2018-05-01')
    assert.equal(lastConfirmed({ updated_at: null, said_at }), '2020-06-02')
    assert.equal(lastConfirmed({ updated_at: null, said_at: { products: null } }), null)
    assert.equal(lastConfirmed({}), null)
  })
})

describe('hintLines(meta)', () => {
  it('counts one farm of a broader product as one', () => {
    const broader = [
      { value: 'berries', count: 1, query: '' },
      { value: 'fruits', count: 1200, query: '' },
    ]
    assert.deepEqual(hintLines({ broader }), ['Broader: berries (1 farm), fruits (1,200 farms)'])
  })
})
