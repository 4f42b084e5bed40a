import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Tier } from '../../../data/schema/meta.ts'
import { readText, type Meaning } from '../../../server/explore/search/read_text.ts'
import { textOf } from '../../../server/explore/search/text_of.ts'
import { placeTypes } from '../../../data/schema/tables/farm.ts'
import { pathOf, readAddress, viewOf } from '../../../server/explore/search/view.ts'
import { Gazetteer } from '../../../server/snapshot/columns/gazetteer.ts'

const gazetteer = Gazetteer.get()
const meaningOf = (text: string) => {
  const { namesakes: _, ...meaning } = readText(gazetteer, text)
  return Object.fromEntries(
    Object.entries(meaning).filter(
      ([, value]) => value !== null && value !== false && (value as unknown[]).length !== 0,
    ),
  )
}
type Meant = Partial<Record<keyof Meaning, unknown>>

describe('readText(gazetteer, text)', () => {
  const texts: [text: string, meaning: Meant][] = [
    ['', {}],
    ['05828', { near: 'Danville, VT 05828' }],
    ['eggs near Albany', { products: ['eggs'], near: 'Albany, NY' }],
    ['Eggs  NEAR albany,ga', { products: ['eggs'], near: 'Albany, GA' }],
    ['eggs albany ny', { products: ['eggs'], near: 'Albany, NY' }],
    ['sweet corn boise id', { products: ['sweet corn'], near: 'Boise, ID' }],
    ['peaches and honey in GA', { products: ['peaches', 'honey'], state: 'GA' }],
    ['CSAs in Vermont', { place_types: ['csa'], state: 'VT' }],
    ['farmers markets portland', { place_types: ['farmers_market'], near: 'Portland, OR' }],
    [
      'honey within 10 miles of Danville, VT',
      { products: ['honey'], near: 'Danville, VT', radius_mi: 10 },
    ],
    ['farms 999 miles from 05828', { near: 'Danville, VT 05828', radius_mi: 100 }],
    ['vermont', { state: 'VT' }],
    ['Danville, VT', { near: 'Danville, VT' }],
    ['organic eggs', { products: ['eggs'], leftOut: ['organic'] }],
    ['eggs near me', { products: ['eggs'], nearMe: true }],
    [
      'eggs near Albny',
      { products: ['eggs'], unknownPlace: { text: 'Albny', suggestion: 'Albany, NY' } },
    ],
    ['near Xqzwv', { unknownPlace: { text: 'Xqzwv', suggestion: null } }],
    ['Open Book Farm', { words: 'Open Book Farm' }],
    ['House in the Wood', { words: 'House in the Wood' }],
    ['Stone Creek Farm near Danville VT', { words: 'Stone Creek Farm', near: 'Danville, VT' }],
  ]
  for (const [text, meaning] of texts)
    it(`reads “${text}”`, () => assert.deepEqual(meaningOf(text), meaning))

  it('takes the largest place of a name, and tells the others', () => {
    const { near, namesakes } = readText(gazetteer, 'near albany')
    assert.equal(near, 'Albany, NY')
    assert.ok(namesakes.includes('Albany, GA') && !namesakes.includes('Albany, NY'))
  })

  it('reads what textOf writes as the same', () => {
    for (const [text, meaning] of texts) {
      if ('unknownPlace' in meaning || 'nearMe' in meaning) continue
      const read = readText(gazetteer, text)
      const again = readText(gazetteer, textOf(read))
      assert.deepEqual({ ...again, namesakes: [] }, { ...read, namesakes: [] }, textOf(read))
    }
    for (const type of placeTypes.filter((each) => each !== 'farm' && each !== 'market')) {
      const read = readText(
        gazetteer,
        textOf({ ...readText(gazetteer, 'eggs in VT'), place_types: [type] }),
      )
      assert.deepEqual(
        [read.place_types, read.products, read.state],
        [[type], ['eggs'], 'VT'],
        type,
      )
    }
  })

  it('reads a text as it is told to', () => {
    assert.equal(readText(gazetteer, 'vermont', 'name').words, 'vermont')
    assert.equal(readText(gazetteer, 'orange', 'place').near?.startsWith('Orange, '), true)
    assert.deepEqual(readText(gazetteer, 'orange', 'product').products, ['oranges'])
  })
})

describe('viewOf(address, gazetteer, tier)', () => {
  it('asks for what is grown in a way only where the tier has it', () => {
    const of = (tier: Tier) =>
      viewOf(readAddress('q=organic+eggs+in+Vermont', tier), gazetteer, tier)
    const asked = { products: 'eggs', state: 'VT', sort: '-quality_score' }
    assert.deepEqual(of('free').query, asked)
    assert.deepEqual(of('free').meaning.leftOut, ['organic'])
    assert.deepEqual(of('paid').query, { ...asked, practices: 'organic' })
    assert.deepEqual(of('paid').meaning.leftOut, [])
  })

  it('has an address for each view, which is read as the same view', () => {
    for (const path of [
      '/',
      '/?q=eggs+near+Danville,+VT&place_type=csa,farm&radius=50&page=3',
      '/?q=orange&as=name&state=VT',
      '/?bbox=-72.2,44.3,-72.1,44.5',
    ])
      assert.equal(pathOf(readAddress(path.split('?')[1] ?? '', 'free')), path)
  })
})
