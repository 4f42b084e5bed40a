import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { syntheticFarms as sampleFarms } from '../../../../data/sample/generate.ts'
import type { Tier } from '../../../../data/schema/meta.ts'
import {
  competitors as competitorsRoute,
  differentiators as differentiatorsRoute,
} from '../../../../server/routes/market/neighbors.ts'
import { listings as listingsRoute } from '../../../../server/routes/farms/listings.ts'
import { delivery as deliveryRoute } from '../../../../server/routes/market/delivery.ts'
import { landscape as landscapeRoute } from '../../../../server/routes/market/landscape.ts'
import { prices as pricesRoute } from '../../../../server/routes/market/prices.ts'
import { distanceMi } from '../../../support/brute_force.ts'
import {
  listings as bruteListings,
  listingsWithout,
  type ListingQuestion,
} from '../../../support/brute_listings.ts'
import * as brute from '../../../support/brute_market.ts'
import * as rivals from '../../../support/brute_rivals.ts'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { publishedSince } from '../../../support/said_since.ts'
import { realEdition, realEditionIsMissing } from '../../../support/real_edition.ts'
import { startServer, type TestServer } from '../../../support/running_server.ts'
import { responseOf } from '../../../support/response_of.ts'

const life = { after }

type Competitors = { meta: { total: number; has_more: boolean }; links: object }

type Listed = { data: object[]; meta: { total: number; without?: object[] } }

type Subject = {
  server: TestServer
  all: brute.MarketFarm[]
  /** The same with all that they ever said. */
  whole: brute.MarketFarm[]
  /** A parameter of every request. */
  said_since?: string
}

const now = new Date('2026-05-09T14:30:20Z')

async function served({ root, folder }: { root: string; folder: string }) {
  const server = await startServer(life, root, { now })
  const { farms, listings, said_since, since } = await publishedSince(folder)
  const whole = brute.marketFarms(farms, listings)
  const newer = brute.marketFarms(since.farms, since.listings, farms)
  return {
    whole: { server, all: whole, whole },
    since: { server, all: newer, whole, said_since },
  }
}

/** Clustered as people are, in few places, so that nodes of the tree lie wholly in circles. */
const clustered = [...sampleFarms({ count: 1500, seed: 5 })].map((farm, index) =>
  index % 3 === 0 ? farm : { ...farm, ...somewhereInVermont(index) },
)

function somewhereInVermont(index: number) {
  const reach = 0.3 * ((index % 97) / 97) ** 2
  const [lat, lng] = [44.2 + reach * Math.sin(index), -72.6 + reach * Math.cos(index)]
  return { state: 'VT', zip: null, county: null, lat, lng }
}

/** An answer without its snapshot, and without the reason why nothing is found. */
const figures = (answer: unknown) => {
  const reasons = ['snapshot', 'without', 'broader', 'hints']
  return Object.fromEntries(Object.entries(answer!).filter(([name]) => !reasons.includes(name)))
}

/** What layout B has of prices. */
const ofPrices = (answer: unknown) => {
  const { top_products, pricing } = answer as ReturnType<typeof brute.landscapeB>
  return { top_products, pricing }
}

function checks({ server, all, whole, said_since }: Subject, numRuns: number): void {
  const ask = (path: string, values: Values, key: Tier = 'paid') =>
    asked(server, path, { ...values, said_since }, key)
  const around = fc.tuple(circle(all), fc.option(product(all), { nil: undefined, freq: 2 }))
  const farm = fc.constantFrom(...all.filter(rivals.isLocated))
  const radius = fc.oneof(fc.constantFrom(1, 25, 100), miles)

  it('landscape, both layouts', async () => {
    await fc.assert(
      fc.asyncProperty(around, async ([near, wanted]) => {
        const { lat, lng, radius } = near
        const question = { ...near, product: wanted }
        const values = { lat, lng, product: wanted }
        const a = await ask('/v1/market/landscape', { ...values, radius })
        assert.deepEqual(figures(a), brute.landscapeA(all, question, now))
        const b = await ask('/v1/market/landscape', { ...values, radius_miles: radius })
        assert.deepEqual(figures(b), brute.landscapeB(all, question, now))
        const free = await ask('/v1/market/landscape', { ...values, radius_miles: radius }, 'free')
        const { top_products, pricing } = brute.landscapeB(all, question, now, 'free')
        assert.deepEqual(ofPrices(free), { top_products, pricing })
        responseOf(landscapeRoute).parse(free)
        responseOf(landscapeRoute).parse(a)
        responseOf(landscapeRoute).parse(b)
      }),
      { numRuns },
    )
  })

  it('prices, in all units and in one', async () => {
    const unit = fc.constantFrom(undefined, undefined, 'dozen', 'lb', 'bunch', 'quart', 'each')
    await fc.assert(
      fc.asyncProperty(
        circle(all),
        product(all),
        unit,
        exact,
        async (near, product, unit, exact) => {
          const found = await ask('/v1/market/prices', { ...near, product, unit, exact })
          assert.deepEqual(
            figures(found),
            brute.prices(all, { ...near, product, exact }, now, unit),
          )
          responseOf(pricesRoute).parse(found)
          const free = await ask('/v1/market/prices', { ...near, product, unit, exact }, 'free')
          assert.deepEqual(figures({ ...(free as object), said: null }), {
            ...brute.prices(all, { ...near, product, exact }, now, unit, 'free'),
            said: null,
          })
          responseOf(pricesRoute).parse(free)
        },
      ),
      { numRuns },
    )
  })

  it('product listings, page by page', async () => {
    const states = [...new Set(all.flatMap(({ state }) => state ?? []))]
    // Few filters at once, so that listings are found.
    const some = <Value>(value: fc.Arbitrary<Value>) =>
      fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, value)
    const filters = fc.record({
      product: some(product(all)),
      exact,
      state: some(fc.constantFrom(...states)),
      in_stock: some(fc.constantFrom('true', 'false', 'unknown')),
      unit: some(fc.constantFrom('dozen', 'lb', 'pound', 'each')),
      comparable_unit: some(fc.constantFrom('lb', 'dozen', 'quart')),
      min_price: some(amount),
      max_price: some(amount.map((price) => price + 20)),
    })
    const sort = fc.constantFrom(
      undefined,
      'farm',
      'price',
      '-price',
      'comparable_price',
      '-comparable_price',
    )
    const page = fc.record({
      page: fc.constantFrom(1, 1, 2, 5),
      per_page: fc.constantFrom(1, 7, 100),
    })
    const laterPages: unknown[] = []
    let explained = 0
    const where = fc.option(circle(all), { nil: {} })
    await fc.assert(
      fc.asyncProperty(where, filters, sort, page, async (near, filters, sort, paged) => {
        const question = { ...near, ...filters, sort } as ListingQuestion
        const found = await ask('/v1/listings', { ...question, ...paged })
        const { data, meta } = responseOf(listingsRoute).parse(found) as Listed
        const expected = bruteListings(all, question)
        const start = (paged.page - 1) * paged.per_page
        assert.deepEqual(data, expected.slice(start, start + paged.per_page))
        assert.equal(meta.total, expected.length)
        if (paged.page > 1) laterPages.push(...data)
        if (expected.length > 0) return
        const without = listingsWithout([all, whole], question, said_since !== undefined)
        assert.deepEqual(meta.without ?? [], without)
        explained += without.length
      }),
      { numRuns },
    )
    const listed = all.filter(({ listings }) => listings.length > 0)
    const isRare = listed.length === 0 || said_since !== undefined
    assert.ok(isRare || (laterPages.length > 5 && explained > 5))
  })

  it('delivery', async () => {
    await fc.assert(
      fc.asyncProperty(around, async ([near, product]) => {
        const found = await ask('/v1/market/delivery', { ...near, product })
        assert.deepEqual(figures(found), brute.delivery(all, { ...near, product }, now))
        responseOf(deliveryRoute).parse(found)
      }),
      { numRuns },
    )
  })

  it('competitors, page by page', async () => {
    const page = fc.record({
      page: fc.constantFrom(1, 1, 2, 5),
      per_page: fc.constantFrom(1, 7, 100),
    })
    await fc.assert(
      fc.asyncProperty(farm, radius, page, async (farm, radius, { page, per_page }) => {
        const values = { farm_id: farm.id, radius, page, per_page }
        const {
          meta,
          links: _links,
          ...found
        } = (await ask('/v1/market/competitors', values)) as Competitors
        const { competitors, ...expected } = rivals.competitors(all, farm, radius, now)
        const start = (page - 1) * per_page
        assert.deepEqual(found, {
          ...expected,
          competitors: competitors.slice(start, start + per_page),
        })
        const { total, has_more } = meta
        assert.deepEqual(
          { total, has_more },
          { total: competitors.length, has_more: start + per_page < competitors.length },
        )
        responseOf(competitorsRoute).parse({ ...found, meta, links: _links })
      }),
      { numRuns },
    )
  })

  it('differentiators', async () => {
    await fc.assert(
      fc.asyncProperty(farm, radius, async (farm, radius) => {
        const found = await ask('/v1/market/differentiators', { farm_id: farm.id, radius })
        assert.deepEqual(figures(found), rivals.differentiators(all, farm, radius, now))
        responseOf(differentiatorsRoute).parse(found)
      }),
      { numRuns },
    )
  })
}

type Values = Record<string, string | number | undefined>

async function asked(
  server: TestServer,
  path: string,
  values: Values,
  key: Tier,
): Promise<unknown> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) query.set(name, String(value))
  const { status, text, body } = await server.ask(`${path}?${query.toString()}`, { key })
  assert.equal(status, 200, `${path}?${query.toString()}: ${text}`)
  return body
}

const exact = fc.constantFrom(undefined, 'true' as const, 'false' as const)
/** US dollars, in cents. */
const amount = fc.integer({ min: 0, max: 1500 }).map((cents) => cents / 100)

const asAsked = (number: number) => Number(number.toFixed(12))
const miles = fc.double({ min: 1, max: 100, noNaN: true }).map(asAsked)

/** Around a farm, near one, at the ends of the earth, or ending exactly at a farm. */
function circle(all: brute.MarketFarm[]) {
  const located = all.filter(rivals.isLocated)
  const farm = fc.constantFrom(...located).map(({ lat, lng }) => ({ lat, lng }))
  const shift = fc.integer({ min: -9999, max: 9999 }).map((each) => each / 20_000)
  const beside = fc.tuple(farm, shift, shift).map(([{ lat, lng }, north, east]) => ({
    lat: Math.max(-90, Math.min(90, asAsked(lat + north))),
    lng: Math.max(-180, Math.min(180, asAsked(lng + east))),
  }))
  const extreme = fc.constantFrom(
    { lat: 90, lng: 0 },
    { lat: -90, lng: 12 },
    { lat: 89.9, lng: 180 },
    { lat: 51.93, lng: 180 },
    { lat: 51.93, lng: -180 },
    { lat: 51.9303, lng: -179.9 },
    { lat: 0, lng: 0 },
    { lat: 10, lng: 40 },
  )
  const center = fc.oneof({ weight: 3, arbitrary: farm }, { weight: 4, arbitrary: beside }, extreme)
  const radius = fc.oneof(
    fc.constantFrom(1, 5, 10, 25, 100),
    miles,
    fc.constant('to a farm' as const),
  )
  return fc.tuple(center, radius, fc.nat()).map(([center, radius, nth]) => {
    if (radius !== 'to a farm') return { ...center, radius }
    const distances = located
      .map((each) => asAsked(distanceMi(center, each)))
      .filter((distance) => distance >= 1 && distance <= 100)
    return { ...center, radius: distances[nth % distances.length] ?? 100 }
  })
}

/** Products of the farms, in other spellings too; some that nobody has, and some that are none. */
function product(all: brute.MarketFarm[]): fc.Arbitrary<string> {
  const names = [...new Set(all.flatMap((farm) => farm.products ?? []))]
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...names) },
    fc.constantFrom(...names).map((name) => name.toUpperCase()),
    fc.constantFrom('Egg', 'raw honey', 'tomato', 'quinces', 'tomatoez', 'unobtainium'),
  )
}

const fixture = await served(await fixtureSnapshot(life))
const synthetic = await served(await buildSnapshot(life, { feed: clustered }))
const real = realEditionIsMissing ? null : await served(await realEdition(life))

describe('market figures of the fixture, against passes over all its farms', () => {
  checks(fixture.whole, 60)
  describe('without what was said before a day', () => checks(fixture.since, 30))
})

describe('market figures of clustered synthetic farms, against passes over all of them', () => {
  checks(synthetic.whole, 40)
  describe('without what was said before a day', () => checks(synthetic.since, 10))
})

describe('market figures of the real directory of 2020-01-31, against passes over all its farms', () => {
  if (real) checks(real.whole, 15)
  else it('is compared', { skip: realEditionIsMissing })
})
