import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Source } from '../../../data/schema/tables/source.ts'
import {
  isUnknown,
  licenceOf,
  spdxOf,
  termsOf,
  titleOf,
} from '../../../pipeline/publish/describe/terms.ts'

const stated = { publisher: 'The publisher', attribution: 'Credit to the publisher' }
const sourceOf = (source: string, licence: string) =>
  ({ source, licence, ...stated, file: 'a.csv', read: 1 }) as Source

describe('spdxOf(licence)', () => {
  it('reads the spellings of a license that it knows, and no other', () => {
    for (const text of ['CC-BY-4.0', 'cc by 4.0', ' CC BY-4.0 '])
      assert.equal(spdxOf(text), 'CC-BY-4.0')
    assert.equal(spdxOf('ODbL 1.0'), 'ODbL-1.0')
    for (const text of ['CC-BY-3.0', 'CC BY', 'CC-BY-NC-4.0', 'see CC-BY-4.0', ''])
      assert.equal(spdxOf(text), null, text)
  })
})

describe('licenceOf({ terms })', () => {
  const of = (...licences: string[]) =>
    licenceOf({ terms: licences.map((licence) => sourceOf('a', licence)) })

  it('is that of the directory unless a source binds more', () => {
    for (const licences of [
      [],
      ['Public domain'],
      ['public domain (USDA)', 'CC0 1.0', 'CC BY 4.0'],
    ])
      assert.equal(of(...licences), 'CC-BY-4.0', licences.join())
    for (const licence of ['ODbL-1.0', 'CC-BY-SA-4.0', 'open data', 'not public domain'])
      assert.equal(of('Public domain', licence), null, licence)
  })

  it('is none where the terms of a source are unknown', () => {
    const terms = termsOf([sourceOf('a', 'Public domain')], ['a', 'former'])
    assert.equal(licenceOf({ terms }), null)
  })
})

describe('termsOf(sources, names)', () => {
  it('has each source once per terms, and sources of earlier builds as unknown', () => {
    const terms = termsOf(
      [sourceOf('a', 'CC0-1.0'), sourceOf('a', 'CC0-1.0'), sourceOf('a', 'ODbL-1.0')],
      ['a', 'former'],
    )
    assert.deepEqual(
      terms.map(({ source, licence }) => [source, isUnknown(licence) ? null : licence]),
      [
        ['a', 'CC0-1.0'],
        ['a', 'ODbL-1.0'],
        ['former', null],
      ],
    )
    assert.deepEqual(terms.map(titleOf), [stated.attribution, stated.attribution, 'former'])
  })
})
