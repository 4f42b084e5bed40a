import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { adapterFor, adapters } from '../../../pipeline/read/adapters.ts'

describe('adapterFor(kind)', () => {
  it('finds every adapter by its kind', () => {
    for (const adapter of adapters) assert.equal(adapterFor(adapter.kind), adapter)
  })

  it('finds no kind that pipeline/SOURCES.md does not list', () => {
    const text = readFileSync('pipeline/SOURCES.md', 'utf8')
    for (const { kind } of adapters) assert.ok(text.includes(`\`${kind}\``), kind)
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
