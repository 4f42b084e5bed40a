import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { outcomeOf } from '../../../pipeline/gates/gates.ts'
import { sharedNight, type Listing } from '../../support/nights.ts'

const words = 'amber birch cedar delta ember fjord grove heath inlet jetty'.split(' ')
const states = 'VT NH ME NY MA CT RI PA NJ OH'.split(' ')

/** A listing with what a source says of it; `number` to 99. */
const listing = (number: number, said: object) => ({
  source_id: String(number),
  name: `${words[number % 10]} ${words[Math.floor(number / 10)]} farm`,
  state: states[number % 10],
  ...said,
})
const known = (number: number) => ({
  phone: `(802) 555-01${number}`,
  hours: { stand: 'Sat 9am-1pm' },
  products: ['eggs'],
  updated_at: '2025-06-01T00:00:00Z',
})

/** Eighty farms of one source, and six of another, each with all that is known of it. */
const farms = (count: number, first: number) =>
  Array.from({ length: count }, (_, n) => listing(first + n, known(first + n)))
const [large, small] = [farms(80, 10), farms(6, 90)]
const feeds = (large: Listing[], small: Listing[]) => [
  { name: 'large', lines: large },
  { name: 'small', lines: small },
]
const later = await sharedNight({ after }, feeds(large, small))

/** The findings of the gates that refuse the next night, by gate. */
async function refusals(t: TestContext, ...[of, and]: Parameters<typeof feeds>) {
  const { attempt } = await later(t)
  const { gates } = await attempt(feeds(of, and), { strict: true })
  const refused = gates.filter((verdict) => outcomeOf(verdict) === 'refused')
  return refused.map(({ name, detail }) => `${name}: ${detail}`)
}

/** Changes the first listings. */
const first = (count: number, listings: Listing[], changed: Record<string, unknown>) =>
  listings.map((each, index) => (index < count ? { ...each, ...changed } : each))
const nothing = { phone: null, hours: {} }

describe('the gate values-gone', () => {
  it('refuses a small source that gives no telephone number and no hours, though older ones stand', async (t) => {
    const found = await refusals(t, large, first(5, first(6, small, { phone: null }), nothing))
    assert.deepEqual(found, [
      'values-gone: small: phone of 6 of 6 (100.0 %) is missing now; allowed 33.3 %; ' +
        'small: hours of 5 of 6 (83.3 %) is missing now; allowed 33.3 %',
    ])
  })

  it('refuses a small source that gives no dates of update', async (t) => {
    assert.deepEqual(await refusals(t, large, first(6, small, { updated_at: null })), [
      'values-gone: small: updated_at of 6 of 6 (100.0 %) is missing now; allowed 33.3 %',
    ])
  })

  it('lets two farms go whatever their share, and a tenth of many', async (t) => {
    assert.deepEqual(await refusals(t, first(8, large, nothing), first(2, small, nothing)), [])
  })

  it('does not ask for a value that another source gives', async (t) => {
    const given = small.map(({ source_id, ...each }) => ({
      ...each,
      source_id: `other ${source_id}`,
    }))
    const found = await refusals(t, [...large, ...given], first(6, small, { phone: null }))
    assert.deepEqual(found, [])
  })
})

describe('the gate values-added', () => {
  it('refuses a field that is filled in for over a quarter of a source’s farms', async (t) => {
    const website = (count: number) =>
      large.map((each, n) =>
        n < count ? { ...each, website: `https://farm${n}.example.org` } : each,
      )
    assert.deepEqual(await refusals(t, website(20), small), [])
    assert.deepEqual(await refusals(t, website(21), small), [
      'values-added: large: website of 21 of 80 (26.3 %) is new; allowed 25.0 %',
    ])
  })
})

describe('the gate values-changed', () => {
  it('holds nothing against a source whose values a new one replaces', async (t) => {
    const { attempt } = await later(t)
    const lines = farms(40, 10).map((each, n) => ({ ...each, phone: `(603) 555-01${n + 10}` }))
    const added = { name: 'new', authority: 'agency' as const, lines }
    const { gates, totals } = await attempt([...feeds(large, small), added], { strict: true })
    assert.ok(totals!.changed > 30)
    assert.deepEqual(
      gates.filter((verdict) => outcomeOf(verdict) === 'refused'),
      [],
    )
  })
})

describe('the gate vocabulary-misses', () => {
  const odd = (count: number, first: number) =>
    farms(count, first).map((each, n) => ({
      ...each,
      products: [`dragon bowls ${n}`, 'sea glass'],
    }))

  it('counts a new source apart: nothing is known of it yet', async (t) => {
    const { attempt } = await later(t)
    const added = {
      name: 'new',
      lines: odd(60, 10).map((each, n) => ({ ...each, name: `new stand ${n}` })),
    }
    const { gates, unknown_counts } = await attempt([...feeds(large, small), added], {
      strict: true,
    })
    assert.equal(unknown_counts['products']?.times, 120)
    assert.ok(gates.find(({ name }) => name === 'vocabulary-misses')?.passed)
  })

  it('refuses the same in a known source', async (t) => {
    const found = await refusals(t, odd(80, 10), small)
    assert.match(found.join('\n'), /^vocabulary-misses: products: 160 times, was 0$/m)
  })
})
