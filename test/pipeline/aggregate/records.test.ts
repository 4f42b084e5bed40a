import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Change } from '../../../data/schema/tables/change.ts'
import { expectedDates } from '../../support/expected_changes.ts'
import { nights, type Feed, type Listing, type Night } from '../../support/nights.ts'
import { told } from '../../support/told_farms.ts'

const eggs = { name: 'Eggs', price: 5.4, unit: 'dozen' }
const dear = { ...eggs, price: 6 }
const sells = (number: number, id: string, ...product_listings: object[]) =>
  told(number, id, { product_listings })
const gooseberry = {
  name: 'Gooseberry Lane Cidery',
  address: '77 Birch Street',
  phone: '(802) 555-0177',
  website: 'https://gooseberry.example.org/',
}
const elsewhere = { city: 'Troy', state: 'NY', zip: '12180', lat: 42.7284, lng: -73.6918 }
const correction = {
  decision: 'correct',
  source: 'farm-feed',
  source_id: 'corrected',
  field: 'farmer_name',
  value: 'Ann Example',
}

/** What the farms of each night say; `correction` holds on the third and fourth. */
function feedsOf(night: number): Feed[] {
  const lines: (Listing | null)[] = [
    sells(0, 'price', { ...eggs, price: night < 2 ? 5.4 : 9.5 }),
    sells(1, 'stock', { ...eggs, in_stock: night < 2 || night > 3 }),
    sells(2, 'unit', { ...eggs, unit: night < 3 ? 'dozen' : 'each' }),
    sells(3, 'offer', eggs, ...(night > 1 && night < 4 ? [{ name: 'Kale', price: 3 }] : [])),
    // Two are alike but for the price; when one goes, the other takes its id.
    sells(
      4,
      'order',
      ...inOrder(night, night < 5 ? [eggs, dear, { name: 'Kale' }] : [dear, { name: 'Kale' }]),
    ),
    night === 2 ? null : told(5, 'back'),
    told(6, 'corrected'),
    told(7, 'same'),
    // Stale on the night that brings the date on which it becomes three years old.
    told(8, 'stale', { updated_at: '2026-06-01T00:00:00Z' }),
    told(9, 'aging', { updated_at: '2027-05-01T00:00:00Z' }),
    told(10, 'joined'),
    { ...told(5, night < 3 ? 'reissued' : 'reissued-2'), ...gooseberry },
    told(11, 'newest', { updated_at: night < 4 ? '2029-05-01T00:00:00Z' : '2029-11-01T00:00:00Z' }),
  ]
  const other = told(10, 'other', night < 3 ? { ...elsewhere, phone: null, website: null } : {})
  return [
    { name: 'farm-feed', lines: lines.filter((line) => line !== null) },
    { name: 'other', lines: [other] },
  ]
}

const inOrder = (night: number, listings: object[]) =>
  night % 2 === 0 ? listings.toReversed() : listings

/** The nights on which each farm becomes other than it was, by what its listing does. */
const changing: Record<string, number[]> = {
  price: [1, 2],
  stock: [1, 2, 4],
  unit: [1, 3],
  offer: [1, 2, 4],
  order: [1, 5],
  back: [1, 3],
  corrected: [1, 3, 5],
  same: [1],
  stale: [1, 4],
  aging: [1, 4],
  joined: [1, 3],
  reissued: [1, 3],
  newest: [1, 4],
}

const built: Night[] = []
const { next } = await nights({ after })
for (const night of [1, 2, 3, 4, 5])
  built.push(
    await next(feedsOf(night), { decisions: night === 3 || night === 4 ? [correction] : [] }),
  )
const dayOf = (night: number) => `2030-01-0${night}T00:00:00Z`

describe('changed_at', () => {
  it('is what a reader who compares all that is published from night to night would say', () => {
    for (const [index, expected] of expectedDates(built).entries()) {
      const { farms } = built[index]!
      assert.deepEqual(new Map(farms.map(({ id, changed_at }) => [id, changed_at])), expected)
    }
  })

  it('is of the last night on which the farm became other, null on that night', () => {
    for (const [sourceId, expected] of Object.entries(changing))
      for (const [index, { farms, farmOf }] of built.entries()) {
        const farmId = farmOf(sourceId) ?? farmOf(`${sourceId}-2`)
        const farm = farms.find(({ id }) => id === farmId)
        if (!farm) continue
        const last = expected.findLast((night) => night <= index + 1)!
        const date = last === index + 1 ? null : dayOf(last)
        assert.equal(farm.changed_at, date, `${sourceId} on night ${index + 1}`)
      }
  })

  it('moves for what is computed too, which is not among the changes', () => {
    const { changes, farmOf } = built[3]!
    assert.deepEqual(changesOf(changes, farmOf('aging')!), [])
    assert.deepEqual(changesOf(changes, farmOf('stale')!), ['verification_status'])
  })
})

const changesOf = (changes: Change[], id: string) =>
  changes.filter(({ farm_id }) => farm_id === id).map(({ field }) => field)

describe('the changes of product listings', () => {
  const rows = (night: number) => {
    const { changes, farms } = built[night - 1]!
    const names = new Map(farms.map(({ id, name }) => [id, name]))
    return changes
      .filter(({ listing_change }) => listing_change !== null)
      .map(({ farm_id, listing, listing_change, before, after, cause }) => [
        names.get(farm_id),
        listing!.id,
        listing_change,
        ...[before, after].map((text) => JSON.parse(text ?? 'null')),
        cause,
      ])
      .toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
  }
  const kale = { product: 'kale', category: 'vegetables', price: 3, unit: null, in_stock: null }
  const offered = { id: 'kale', name: 'Kale', ...kale }

  it('name the listing, what is other of it, and why', () => {
    assert.deepEqual(rows(2), [
      ['Larkspur Dairy', 'egg-dozen', 'in_stock', true, false, 'source'],
      ['Quiet Harbor Greens', 'kale', 'added', null, offered, 'source'],
      ['Stone Creek Orchard', 'egg-dozen', 'price', 5.4, 9.5, 'source'],
    ])
    assert.deepEqual(rows(3), [
      ['Old Anvil Vineyard', 'egg-each', 'unit', 'dozen', 'each', 'source'],
    ])
    assert.deepEqual(rows(4), [
      ['Larkspur Dairy', 'egg-dozen', 'in_stock', false, true, 'source'],
      ['Quiet Harbor Greens', 'kale', 'removed', offered, null, 'source'],
    ])
    const sold = { product: 'eggs', category: 'eggs', price: 5.4, unit: 'dozen', in_stock: null }
    assert.deepEqual(rows(5), [
      [
        'Redtail Bison Ranch',
        'egg-dozen',
        'removed',
        { id: 'egg-dozen', name: 'Eggs', ...sold },
        null,
        'source',
      ],
    ])
    assert.deepEqual(rows(1), [])
  })

  it('are for members alone', () => {
    for (const { publicChanges } of built)
      for (const change of publicChanges) {
        assert.notEqual(change.field, 'product_listings')
        assert.ok(!('listing' in change) && !('listing_change' in change))
      }
  })

  it('are counted in the report', () => {
    const { report } = built[1]!
    const counted = report.changes.filter(({ listing_change }) => listing_change !== null)
    assert.deepEqual(
      counted.map(({ field, listing_change, farms }) => [field, listing_change, farms]),
      [
        ['product_listings', 'added', 1],
        ['product_listings', 'in_stock', 1],
        ['product_listings', 'price', 1],
      ],
    )
  })
})
