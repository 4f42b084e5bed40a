import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { credits } from '../../../../data/geography/credits.ts'
import type { Farm } from '../../../../data/schema/tables/farm.ts'
import type { Manifest } from '../../../../data/schema/manifest.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { offeredBy } from '../../../support/kinds_of_products.ts'
import { assertBadParameters } from '../../../support/problem_document.ts'
import {
  lastConfirmed,
  publishedFarms,
  publishedListings,
} from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

const { root, folder, id } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const farms = await publishedFarms(folder)
const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest

type Counted = { count: number; pct: number }
type Freshness = { as_of: string; median: string } & Record<string, number | string>
type ValueCount = { value: string; count: number }
type Stats = {
  snapshot: string
  built_at: string
  totals: Record<string, number>
  by_place_type: ValueCount[]
  by_state: ValueCount[]
  coverage: Record<string, Counted>
  top_products: { value: string; name: string; count: number; pct: number }[]
  quality: ValueCount[]
  verification: ValueCount[]
  freshness: Freshness
  sources: Record<string, unknown>[]
  geography: Record<string, unknown>[]
}
const { data: stats } = (await server.ask<{ data: Stats }>('/v1/stats')).body

const tally = (keys: (string | null)[]) => {
  const counts: Record<string, number> = {}
  for (const key of keys) if (key !== null) counts[key] = (counts[key] ?? 0) + 1
  return counts
}
const asObject = (counts: ValueCount[]) =>
  Object.fromEntries(counts.map(({ value, count }) => [value, count]))
const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((one, other) => one + other, 0)
const pct = (count: number) => Math.round((1000 * count) / farms.length) / 10

describe('GET /v1/stats', () => {
  it('answers the fields of the contract, to both tiers alike', async () => {
    const fields = [
      'snapshot',
      'built_at',
      'totals',
      'by_place_type',
      'by_state',
      'coverage',
      'top_products',
      'quality',
      'verification',
      'freshness',
      'sources',
      'geography',
    ]
    for (const field of fields) assert.ok(field in stats, field)
    const free = await server.ask<{ data: Stats }>('/v1/stats', { key: 'free' })
    assert.deepEqual(free.body.data, stats)
    assert.deepEqual([stats.snapshot, stats.built_at], [id, manifest.built_at])
  })

  it('counts as a pass over the published farms does', async () => {
    const listings = await publishedListings(folder)
    assert.deepEqual(stats.totals, {
      farms: farms.length,
      product_listings: listings.length,
      states: new Set(farms.flatMap(({ state }) => state ?? [])).size,
      sources: 1,
    })
    assert.deepEqual(
      asObject(stats.by_place_type),
      tally(farms.map(({ place_type }) => place_type)),
    )
    const { unknown = 0, ...states } = asObject(stats.by_state)
    assert.deepEqual(states, tally(farms.map(({ state }) => state)))
    assert.equal(unknown, farms.filter(({ state }) => state === null).length)
    assert.deepEqual(
      asObject(stats.verification),
      tally(farms.map(({ verification_status }) => verification_status)),
    )
    const quality = tally(farms.map(({ quality_tier }) => quality_tier ?? 'incomplete'))
    for (const [tier, count] of Object.entries(asObject(stats.quality)))
      if (count !== 0) assert.equal(count, quality[tier], tier)
    assert.equal(sum(asObject(stats.quality)), farms.length)
  })

  it('counts ages from the day of the request, and changes its tag with it', async (t) => {
    const before = (day: string, years: number) =>
      `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
    const counted = (today: string) =>
      tally(
        farms.map((farm) => {
          const at = lastConfirmed(farm)
          if (at === null) return 'never_dated'
          if (at >= before(today, 1)) return 'within_1_year'
          return at >= before(today, 3) ? '1_to_3_years' : 'over_3_years'
        }),
      )
    const dates = farms.map((farm) => lastConfirmed(farm) ?? '').toSorted()
    const undated = farms.filter(({ updated_at }) => updated_at === null).map(lastConfirmed)
    assert.ok(undated.length > 0 && undated.every((day) => day !== null))
    const own = await startServer(t, root)
    const tags: string[] = []
    for (const day of ['2026-06-01', '2026-12-31', '2027-06-01', '2030-01-01']) {
      own.clock.now = new Date(`${day}T09:30:00Z`)
      const { body, headers } = await own.ask<{ data: Stats }>('/v1/stats')
      const { as_of, median, ...ages } = body.data.freshness
      const none = { within_1_year: 0, '1_to_3_years': 0, over_3_years: 0, never_dated: 0 }
      assert.deepEqual(Object.keys(ages), Object.keys(none))
      assert.deepEqual(ages, { ...none, ...counted(day) }, day)
      assert.deepEqual([as_of, median], [manifest.as_of, dates[Math.ceil(dates.length / 2) - 1]])
      const tag = headers.get('ETag')!
      tags.push(tag)
      own.clock.now = new Date(`${day}T23:59:59Z`)
      const again = await own.ask('/v1/stats', { headers: { 'If-None-Match': tag } })
      assert.equal(again.status, 304, day)
    }
    assert.equal(new Set(tags).size, tags.length)
  })

  it('covers each field with how many farms have it, and their share', async () => {
    for (const [field, { count, pct: share }] of Object.entries(stats.coverage)) {
      const known = field === 'prices' ? null : farms.filter((farm) => isKnown(farm, field)).length
      if (known === null) continue
      assert.equal(count, known, field)
      assert.ok(Math.abs(share - pct(known)) < 0.1001, field)
    }
    for (const field of ['products', 'hours', 'phone', 'lat']) assert.ok(field in stats.coverage)
  })

  it('has the 30 products of most farms, most first', async () => {
    const counts = tally(farms.flatMap(({ products }) => offeredBy(products ?? [])))
    assert.ok(stats.top_products.length <= 30)
    assert.equal(stats.top_products.length, Math.min(30, Object.keys(counts).length))
    for (const { value, name, count, pct: share } of stats.top_products) {
      assert.equal(value, name)
      assert.equal(count, counts[name], name)
      assert.ok(Math.abs(share - pct(count)) < 0.1001, name)
    }
    const order = stats.top_products.map(({ count }) => count)
    assert.deepEqual(
      order,
      order.toSorted((a, b) => b - a),
    )
  })

  it('names its sources, their licences and what became of their rows', async () => {
    assert.deepEqual(stats.geography, credits)
    for (const source of stats.sources) {
      for (const field of ['name', 'licence', 'attribution', 'retrieved_at'])
        assert.ok(field in source, field)
      const { read, used, merged, rejected } = source as Record<string, number>
      assert.equal(read, used! + merged! + rejected!)
      assert.equal(used, farms.length)
    }
  })

  it('takes only a snapshot', async () => {
    assert.equal((await server.ask(`/v1/stats?snapshot=${id}`)).status, 200)
    assertBadParameters(await server.ask('/v1/stats?state=VT'), ['state'])
  })
})

const isKnown = (farm: Farm, field: string) => (farm as Record<string, unknown>)[field] != null
