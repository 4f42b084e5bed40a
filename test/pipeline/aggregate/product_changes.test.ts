import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { ProductListing } from '../../../data/schema/tables/product_listing.ts'
import { comparedText, expectedDates, undone } from '../../support/expected_changes.ts'
import { nights, type Night } from '../../support/nights.ts'
import { told } from '../../support/told_farms.ts'

/** From pools so small that listings are often alike, listed twice, or of one name. */
const listing = fc.record(
  {
    id: fc.constantFrom('1', '2', '3', '🍎'),
    name: fc.constantFrom('Eggs', 'Duck eggs', 'Moon "fruit"'),
    price: fc.constantFrom(4, 5.4, 9.5),
    unit: fc.constantFrom('dozen', 'each', 'crate'),
    in_stock: fc.boolean(),
    category: fc.constantFrom('Eggs', 'Other'),
  },
  { requiredKeys: ['name'] },
)
const listings = fc.array(listing, { maxLength: 5 })
const seed = 20300101
const [first, second, third] = Array.from({ length: 3 }, (_, night) =>
  fc.sample(listings, { numRuns: 12, seed: seed + night }),
)

describe('changes of product listings, undone', () => {
  it('give what was listed before, and no more of them than is other', async (t) => {
    const { next } = await nights(t)
    const built: Night[] = []
    let rows = 0
    // Each farm has its listings as they were, in another order, on the second night.
    for (const night of [first!, first!.map((each) => each.toReversed()), second!, third!]) {
      const now = await next(
        night.map((product_listings, number) => told(number, `s${number}`, { product_listings })),
      )
      const before = built.at(-1)
      for (const { id } of now.farms) rows += before ? compare(id, before, now) : 0
      built.push(now)
    }
    assert.ok(rows > 100, `${rows} changes`)
    for (const [index, dates] of expectedDates(built).entries())
      assert.deepEqual(
        new Map(built[index]!.farms.map(({ id, changed_at }) => [id, changed_at])),
        dates,
      )
  })
})

/** Compares the listings of a farm, and returns how many changes they have. */
function compare(id: string, before: Night, now: Night): number {
  const changes = now.changes.filter(
    ({ farm_id, field }) => farm_id === id && field === 'product_listings',
  )
  const [were, are] = [before, now].map(({ listings }) =>
    listings.filter(({ farm_id }) => farm_id === id),
  ) as [ProductListing[], ProductListing[]]
  const texts = were.map(comparedText).sort()
  assert.deepEqual(undone(are, changes).map(comparedText).sort(), texts)
  const idsOf = (isWanted: (what: string) => boolean) =>
    new Set(
      changes
        .filter(({ listing_change }) => isWanted(listing_change!))
        .map(({ listing }) => listing!.id),
    )
  const alike = are.filter((each) => taken(texts, comparedText(each))).length
  assert.equal(idsOf((what) => what !== 'removed').size, are.length - alike)
  const namesOf = (what: string) =>
    changes
      .filter(({ listing_change }) => listing_change === what)
      .map(({ listing }) => listing!.name)
  assert.deepEqual(
    namesOf('added').filter((name) => namesOf('removed').includes(name)),
    [],
    'came and went under one name',
  )
  return changes.length
}

/** Takes a text out of some; whether it was there. */
function taken(texts: string[], text: string): boolean {
  const at = texts.indexOf(text)
  if (at !== -1) texts.splice(at, 1)
  return at !== -1
}
