import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { epochDay } from '../../../../data/calendar.ts'
import { layout } from '../../../../data/schema/layout.ts'
import type { Tier } from '../../../../data/schema/meta.ts'
import { readConfig } from '../../../../server/config.ts'
import { inStockOf } from '../../../../server/query/filters/filter.ts'
import { openSnapshot, type Snapshot } from '../../../../server/snapshot/open.ts'
import { snapshotSince } from '../../../../server/snapshot/said/snapshot_since.ts'
import { syntheticFarms as sampleFarms } from '../../../../data/sample/generate.ts'
import { coverage, directory, distanceMi } from '../../../support/brute_force.ts'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { publishedSince, recentCoverage } from '../../../support/said_since.ts'
import type { ListBody } from '../../../support/list_body.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

const eggsAt = (price: number, number: number) => ({
  products: ['eggs'],
  product_listings: [
    { id: `listing ${number}`, name: 'eggs', price, unit: 'dozen', in_stock: true },
  ],
})

/** In clusters of one to nine farms far from each other, so that circles have so many. */
const feed = [...sampleFarms({ count: 45, seed: 3 })].map((farm, number) => {
  const cluster = Math.floor(Math.sqrt(2 * number))
  const [lat, lng] = [44 + (number % 9) / 200, -72 - 3 * (cluster % 9)]
  return {
    ...farm,
    state: null,
    zip: null,
    city: null,
    county: null,
    lat,
    lng,
    ...eggsAt(2 + number / 10, number),
  }
})

/** The same farms, all of whose paid values are other ones. */
const changed = feed.map((farm, number) => ({
  ...farm,
  certifications: number % 2 ? ['certified organic'] : null,
  practices: number % 3 ? ['no-till'] : null,
  delivery_options: number % 2 ? ['home delivery', 'farm pickup'] : null,
  description: 'Another text.',
  phone: null,
  website: `https://farm${number}.example.org/`,
  hours: null,
  updated_at: '2016-01-01T00:00:00Z',
  ...eggsAt(40.5 + number, number),
}))

async function served(farms: object[]) {
  const built = await buildSnapshot({ after }, { feed: farms })
  const server = await startServer({ after }, built.root)
  return { ...built, server, farms: await publishedFarms(built.folder) }
}
const [one, other] = [await served(feed), await served(changed)]

const paths = ({ id, lat, lng }: { id: string; lat: number | null; lng: number | null }) =>
  [1, 4].flatMap((radius) => [
    `landscape?lat=${lat}&lng=${lng}&radius=${radius}`,
    `landscape?lat=${lat}&lng=${lng}&radius=${radius}&product=eggs`,
    `landscape?lat=${lat}&lng=${lng}&radius_miles=${radius}&product=eggs`,
    `prices?lat=${lat}&lng=${lng}&radius=${radius}&product=eggs`,
    `delivery?lat=${lat}&lng=${lng}&radius=${radius}`,
    `differentiators?farm_id=${id}&radius=${radius}`,
    `competitors?farm_id=${id}&radius=${radius}`,
  ])

const around = (radius: number, center: (typeof one.farms)[number]) =>
  one.farms.filter((farm) => distanceMi(center as never, farm as never) <= radius).length

async function differing(key: 'free' | 'paid', isWanted: (farms: number) => boolean) {
  let differing = 0
  let asked = 0
  for (const farm of one.farms)
    for (const path of paths(farm)) {
      if (!isWanted(around(Number(/radius(?:_miles)?=(\d+)/.exec(path)![1]), farm))) continue
      const [before, now] = await Promise.all(
        [one, other].map(({ server }) => server.ask(`/v1/market/${path}`, { key })),
      )
      assert.deepEqual([before!.status, now!.status], [200, 200], path)
      asked++
      if (withoutSnapshot(before!.text) !== withoutSnapshot(now!.text)) differing++
    }
  return { asked, differing }
}

/** The dates of products follow `updated_at`, which is free. */
const withoutSnapshot = (text: string) =>
  text
    .replaceAll(/\d{8}T\d{6}Z-[0-9a-f]{8}/g, '')
    .replaceAll(/"products":\{"known":\d+,"recent":\d+,"median":"[^"]*"\}/g, '')

describe('market figures of fewer than five farms', () => {
  it('are the same for a free key, whatever the paid values are', async () => {
    const small = await differing('free', (farms) => farms < 5)
    assert.ok(small.asked > 100, `${small.asked} asked`)
    assert.equal(small.differing, 0)
  })

  it('are others for a paid key; and those of more farms for a free one', async () => {
    assert.ok((await differing('paid', (farms) => farms < 5)).differing > 100)
    assert.ok((await differing('free', (farms) => farms >= 5)).differing > 10)
  })

  it('say that they are suppressed, and count farms all the same', async () => {
    const farm = one.farms.find((each) => around(4, each) < 5)!
    for (const path of paths(farm).filter((each) => !/competitors/.test(each))) {
      const { text } = await one.server.ask(`/v1/market/${path}`, { key: 'free' })
      assert.match(text, /"suppressed":true/, path)
      assert.match(text, /"(total_farms|farms_with_product|neighbors)":\d/, path)
    }
  })
})

describe('the coverage of a list of fewer than five farms', () => {
  const { server, folder } = one
  const nothing = { hours: null, prices: null }

  it('tells a free key nothing of paid fields, whatever the date that it asks for', async () => {
    const { farms, listings, since, said_since } = await publishedSince(folder)
    const seen = { few: 0, many: 0 }
    for (const [all, day] of [
      [directory(farms, listings), ''],
      [directory(since.farms, since.listings), `&said_since=${said_since}`],
    ] as const)
      for (const [row, { lat, lng }] of farms.entries())
        for (const radius of [0.01, 4]) {
          const circle = all.farms.filter((farm) => distanceMi(farms[row] as never, farm) <= radius)
          const expected = [
            coverage(circle, all),
            recentCoverage(circle, all.priced, server.clock.now),
          ]
          const path = `/v1/search?lat=${lat}&lng=${lng}&radius=${radius}${day}`
          for (const key of ['free', 'paid'] as const) {
            const isHidden = key === 'free' && circle.length < 5
            const { meta } = (await server.ask<ListBody>(path, { key })).body
            assert.deepEqual(
              [meta.coverage, meta.coverage_recent],
              expected.map((each) => ({ ...each, ...(isHidden && nothing) })),
              `${key} ${path}`,
            )
          }
          seen[circle.length < 5 ? 'few' : 'many']++
        }
    assert.ok(seen.few > 50 && seen.many > 20, JSON.stringify(seen))
  })

  it('is hidden alike in lists by product and from a text', async () => {
    const { lat, lng } = one.farms.find((farm) => around(1, farm) < 5)!
    for (const path of [
      `/v1/food?product=eggs&lat=${lat}&lng=${lng}&radius=1`,
      `/v1/find?text=eggs+within+1+mile+of+${lat},${lng}`,
    ]) {
      const { meta } = (await server.ask<ListBody>(path, { key: 'free' })).body
      assert.ok(meta.total > 0 && meta.total < 5, path)
      assert.deepEqual(meta.coverage, { products: meta.total, ...nothing }, path)
    }
  })
})

describe('in_stock_only', () => {
  it('does not tell a free key when a farm said that it has a product', async () => {
    const { root, id, farms } = one
    const whole = await openSnapshot(layout(root), id, readConfig({}).snapshot)
    after(() => whole.close())
    const found = async (snapshot: Snapshot, tier: Tier) => {
      const request = { snapshot, tier, now: new Date() }
      const [inStock] = inStockOf(['eggs'], request, {})
      const [rows] = await snapshot.sets.findAll([inStock!])
      return rows.count()
    }
    const tomorrow = snapshotSince(whole, epochDay(new Date()) + 1)
    for (const tier of ['paid', 'free'] as const)
      assert.equal(await found(whole, tier), farms.length)
    assert.equal(await found(tomorrow, 'paid'), 0)
    assert.equal(await found(tomorrow, 'free'), farms.length)
  })
})
