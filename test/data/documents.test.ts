import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { makeGazetteer } from '../../data/geography/gazetteer/make.ts'
import { makeStateCells } from '../../data/geography/state_cells/make.ts'
import {
  dictionaryDocument,
  feedJsonSchema,
  withWrittenParts,
  writtenParts,
} from '../../data/documents.ts'

const read = (name: string) => readFileSync(new URL(`../../data/${name}`, import.meta.url), 'utf8')

describe('the documents written from the schemas', () => {
  for (const [name, parts] of Object.entries(writtenParts))
    it(`data/${name} has the written parts of today (npm run documents)`, () => {
      const text = read(name)
      assert.equal(text, withWrittenParts(text, parts))
    })

  it('data/DICTIONARY.md is the dictionary of today (npm run documents)', () => {
    assert.equal(read('DICTIONARY.md'), dictionaryDocument())
  })

  it('the gazetteer is what its packages make (npm run documents)', () => {
    const { places, zips } = makeGazetteer()
    assert.ok(read('geography/gazetteer/places.tsv') === places)
    assert.ok(read('geography/gazetteer/zips.tsv') === zips)
  })

  it('the cells of the states are what their outlines make (npm run documents)', () => {
    assert.ok(read('geography/state_cells/cells.tsv') === makeStateCells())
  })

  it('data/farm_feed.schema.json is the feed of today (npm run documents)', () => {
    assert.equal(read('farm_feed.schema.json'), feedJsonSchema())
  })
})
