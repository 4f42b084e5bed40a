import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { adapterFor, adapters } from '../../../pipeline/read/adapters.ts'

describe('adapterFor(kind)', () => {
  it('finds every adapter by its kind', () => {
    for (const adapter of adapters) assert.equal(adapterFor(adapter.kind), adapter)
  })

  it('suggests the kind that was meant', () => {
    assert.throws(() => adapterFor('farm-fed'), {
      name: 'SourceError',
      message: /unknown source type `farm-fed` \(did you mean farm-feed\?\); the types are usda-/,
    })
  })

  it('names the kinds where none is near', () => {
    assert.throws(() => adapterFor('parquet'), /`parquet`; the types are .*farm-feed/)
  })
})
