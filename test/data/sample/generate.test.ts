import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { syntheticFarms } from '../../../data/sample/generate.ts'
import { placeTypes } from '../../../data/schema/tables/farm.ts'
import { feedFarm, type FeedFarm } from '../../../data/schema/input/farm_feed.ts'
import { products, units } from '../../../data/vocabulary/vocabulary.ts'

const sample = [...syntheticFarms({ count: 5000, seed: 1 })]
const share = (keep: (farm: FeedFarm) => unknown) => sample.filter(keep).length / sample.length
const about = (actual: number, expected: number, tolerance = 0.025) =>
  assert.ok(Math.abs(actual - expected) < tolerance, `${actual} is not about ${expected}`)

const first = (count: number, seed: number) => [...syntheticFarms({ count, seed })]

describe('farms({ count, seed })', () => {
  it('gives the same farms for the same seed, others for another', () => {
    assert.deepEqual(first(200, 5), first(200, 5))
    const names = (seed: number) => first(200, seed).map(({ name }) => name)
    assert.notDeepEqual(names(5), names(6))
  })

  it('begins a longer feed with a shorter one', () => {
    assert.deepEqual(sample.slice(0, 100), first(100, 1))
  })

  it('makes them one at a time', () => {
    const many = syntheticFarms({ count: 1e15, seed: 1 })
    assert.deepEqual(many.next().value, sample[0])
  })

  it('gives none where none are asked for', () => {
    assert.deepEqual(first(0, 1), [])
  })

  it('keeps to the farm feed format, as JSON', () => {
    for (const farm of sample) feedFarm.parse(JSON.parse(JSON.stringify(farm)))
    assert.equal(new Set(sample.map(({ source_id }) => source_id)).size, sample.length)
  })

  it('says on every line that the farm is synthetic', () => {
    assert.ok(
      sample.every(({ synthetic, description }) => {
        return synthetic === true && description?.startsWith('Synthetic farm: ')
      }),
    )
  })

  it('names no telephone, web or e-mail address that could be somebody’s', () => {
    for (const { phone, website, email, social_links, images } of sample) {
      if (phone) assert.match(phone, /^[2-9](?!11)[0-8]\d-555-01\d\d$/)
      if (email) assert.match(email, /^[a-z]+@[a-z0-9-]+\.example\.org$/)
      for (const url of [website, ...(social_links ?? []), ...(images ?? [])]) {
        if (url) assert.match(new URL(url).hostname, /\.example\.org$/)
      }
    }
  })

  it('has every type of place, farms most of all', () => {
    for (const type of placeTypes) assert.ok(share(({ place_type }) => place_type === type) > 0.004)
    about(
      share(({ place_type }) => place_type === 'farm'),
      0.45,
    )
    about(
      share(({ place_type }) => place_type === 'farmers_market'),
      0.17,
    )
  })

  it('has gaps as real farms have', () => {
    about(
      share(({ products }) => products === null),
      0.35,
    )
    about(
      share(({ hours }) => hours === null),
      0.4,
    )
    about(
      share(({ product_listings }) => product_listings),
      0.3,
    )
    about(
      share(({ lat, zip }) => lat === undefined && zip !== undefined),
      0.015,
      0.006,
    )
    about(
      share(({ lat, zip }) => lat === undefined && zip === undefined),
      0.003,
      0.003,
    )
    about(
      share(({ updated_at }) => updated_at === undefined),
      0.04,
    )
  })

  it('has two farms at the very same point', () => {
    const point = ({ lat, lng }: FeedFarm) => [lat, lng]
    assert.notEqual(sample[0]!.lat, undefined)
    assert.deepEqual(point(sample[0]!), point(sample[1]!))
  })

  it('has farms of the same name in different towns', () => {
    const towns = Map.groupBy(sample, ({ name }) => name)
    const repeated = [...towns.values()].filter((group) => group.length > 1)
    assert.ok(repeated.length > 100)
    assert.ok(repeated.some((group) => new Set(group.map(({ zip }) => zip)).size === group.length))
  })

  it('has the same name spelled in other ways', () => {
    const names = new Set(sample.map(({ name }) => name))
    assert.ok([...names].some((name) => names.has(`The ${name}`) || names.has(`${name} LLC`)))
  })

  it('names products in the words of the vocabulary, a few popular and many rare', () => {
    const terms = sample.flatMap((farm) => farm.products ?? [])
    const { unknown } = products.terms(terms)
    assert.ok(unknown.length > 0 && unknown.length < 10, String(unknown))
    const counts = Map.groupBy(terms, (term) => products.find(term)?.name)
    const sizes = [...counts.values()].map(({ length }) => length).sort((a, b) => b - a)
    assert.ok(sizes.length > 200)
    assert.ok(sizes[0]! > 20 * sizes[Math.floor(sizes.length / 2)]!)
  })

  it('prices products as they are sold', () => {
    const listings = sample.flatMap((farm) => farm.product_listings ?? [])
    for (const { name, unit, price } of listings) {
      assert.ok(products.find(name) && units.find(unit!), `${name} by the ${unit}`)
      assert.equal(price, price && Math.round(price * 100) / 100)
    }
    const eggs = listings.filter(({ name, unit }) => {
      return products.find(name)?.name === 'eggs' && unit === 'dozen'
    })
    const prices = eggs.flatMap(({ price }) => price ?? []).sort((a, b) => a - b)
    assert.ok(prices.length > 50 && prices[0]! > 2 && prices.at(-1)! < 15, String(prices))
    about(prices[Math.floor(prices.length / 2)]!, 5.5, 1)
  })

  it('has no listing twice in a farm', () => {
    for (const { product_listings } of sample) {
      const ids = (product_listings ?? []).map(({ id }) => id)
      assert.equal(new Set(ids).size, ids.length)
    }
  })

  it('grows nothing where it does not grow', () => {
    const sellers = sample.filter((farm) => farm.products?.includes('oranges'))
    assert.ok(sellers.length > 0)
    for (const { state } of sellers) assert.match(state!, /^(AZ|CA|FL|TX|PR|HI)$/)
  })

  it('was last updated from 2019 to June 2026', () => {
    const updates = sample.flatMap(({ updated_at }) => updated_at ?? []).sort()
    assert.ok(updates[0]! >= '2019-01-01' && updates[0]! < '2019-07')
    assert.ok(updates.at(-1)! < '2026-07-01' && updates.at(-1)! > '2026-06')
  })

  it('words its hours as the directories do', () => {
    const texts = new Set(sample.flatMap(({ hours }) => Object.values(hours ?? {})))
    for (const wording of [
      /^Sat: 9:00 AM-1:00 PM;$/,
      /^Mon-Fri 9am-5pm$/,
      /^May to October; /,
      /^By appointment$/,
    ]) {
      assert.ok(
        [...texts].some((text) => wording.test(text)),
        String(wording),
      )
    }
  })
})
