import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ageOf } from '../../../server/explore/parts/age.ts'
import { placeCard } from '../../../server/explore/parts/card.ts'
import { dayName, paymentWords } from '../../../server/explore/parts/words.ts'

describe('paymentWords(name)', () => {
  it('says what a program is, and leaves all else as it is', () => {
    const names = ['SNAP', 'WIC cash', 'cash', 'constructor', '__proto__', '']
    assert.deepEqual(names.map(paymentWords), [
      'SNAP (food stamps)',
      'WIC cash (fruit and vegetables)',
      ...names.slice(2),
    ])
  })
})

describe('ageOf(farm, now)', () => {
  it('counts from the last update, or else the newest statement, or else the list', () => {
    const said_at = { products: '2012-06-01', hours: '2017-06-01', text: null }
    const words = (farm: Parameters<typeof ageOf>[0]) =>
      ageOf(farm, new Date('2026-11-26')).text.replace(/<[^>]*>/g, '')
    const last_listed = '2020-01-31'
    const updated_at = '2020-08-03T15:23:12Z'
    const none = { products: null }
    assert.match(words({ updated_at, said_at, last_listed }), /Confirmed Aug 2020/)
    assert.match(words({ updated_at: null, said_at, last_listed }), /Confirmed Jun 2017/)
    assert.match(words({ updated_at: null, said_at: none, last_listed }), /Listed Jan 2020/)
    assert.match(words({ updated_at: null, said_at: none, last_listed: null }), /Never dated/)
  })
})

describe('placeCard(farm, parts)', () => {
  it('dates the products that it names, not a later update of the listing', () => {
    const farm = {
      id: '5e0c2b3e-0c42-4a5c-9a68-6e3f9d3b1f10',
      name: 'Stone Creek Farm',
      place_type: 'farm',
      city: 'Danville',
      state: 'VT',
      products: ['eggs'],
      updated_at: '2022-05-03T15:23:12Z',
      last_listed: '2022-09-18',
      said_at: { products: '2015-01-20' },
    } as const
    const words = (products: readonly string[] | null) =>
      placeCard({ ...farm, products: products && [...products] }, { now: new Date('2026-11-26') })
        .text.replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ')
    assert.match(words(farm.products), /eggs Confirmed Jan 2015/)
    assert.match(words(null), /Products not known Confirmed May 2022/)
  })
})

describe('dayName(day)', () => {
  it('names a day of the week or a date, and leaves what is neither as it is', () => {
    const days = ['sat', '2026-12-05', '2026-13-40', 'someday']
    assert.deepEqual(days.map(dayName), ['Saturday', '5\u00a0Dec', '2026-13-40', 'someday'])
  })
})
