import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { products, units } from '../../../../data/vocabulary/vocabulary.ts'
import { Findings } from '../../../../pipeline/normalize/findings.ts'
import { listings } from '../../../../pipeline/normalize/terms/facets.ts'

const listed = (name: string, price: number, unit: string) => {
  const stated = { id: null, name, price, unit, category: null, in_stock: null }
  const [listing] = listings([stated], new Findings())
  const { comparable_price, comparable_unit } = listing!
  return comparable_price === null ? null : `${comparable_price} a ${comparable_unit}`
}

/** How many of each unit make a pound, a dozen or a quart, from a table of measures. */
const perPound = { lb: 1, oz: 16, kg: 0.45359237, g: 453.59237 }
const perDozen = { dozen: 1, each: 12, 'half dozen': 2 }
const perQuart = {
  quart: 1,
  pint: 2,
  'half pint': 4,
  cup: 4,
  'half gallon': 0.5,
  gallon: 0.25,
  'fl oz': 32,
  liter: 0.946352946,
}
const parts: Record<string, Record<string, number>> = {
  lb: perPound,
  dozen: perDozen,
  quart: perQuart,
}

describe('listings(stated, findings)', () => {
  it('compares each product by its measure, in every unit', () => {
    for (const { name, measure } of products.entries)
      for (const unit of units.entries) {
        const perMeasure = measure === null ? undefined : parts[measure]![unit.name]
        const found = listed(name, 3, unit.name)
        const about = `${name} by the ${unit.name}: ${found}`
        if (perMeasure === undefined) assert.equal(found, null, about)
        else {
          const [price, stated] = found?.split(' a ') ?? assert.fail(about)
          assert.equal(stated, measure, about)
          assert.ok(Math.abs(Number(price) / (3 * perMeasure) - 1) < 1e-5, about)
        }
      }
  })

  it('has no price by the dozen of what is sold by the piece', () => {
    assert.equal(listed('Eggs', 0.5, 'each'), '6 a dozen')
    assert.equal(listed('Sweet corn', 0.75, 'each'), '9 a dozen')
    for (const name of ['goat cheese', 'wreaths', 'chicken', 'watermelons', 'cakes'])
      assert.equal(listed(name, 9, 'each'), null, name)
    assert.equal(listed('goat cheese', 1.5, 'oz'), '24 a lb')
    assert.equal(listed('Milk', 5, 'half gallon'), '2.5 a quart')
    assert.equal(listed('Moon dust', 5, 'lb'), null, 'of unknown measure')
  })

  it('leaves out prices that market figures could not add up exactly', () => {
    const priceOf = (price: number, unit: string) => {
      const findings = new Findings()
      const stated = { id: null, name: 'cheese', price, unit, category: null, in_stock: null }
      const [listing] = listings([stated], findings)
      return [listing!.price, listing!.comparable_price, findings.unreadable.entries.length]
    }
    for (const price of [1e308, 1e10, 100_001, 1e-7, Number.MIN_VALUE])
      assert.deepEqual(priceOf(price, 'lb'), [null, null, 1], String(price))
    assert.deepEqual(priceOf(1000, 'g'), [null, null, 1], '$453,592 a pound')
    assert.deepEqual(priceOf(100_000, 'lb'), [100_000, 100_000, 0])
    assert.deepEqual(priceOf(1e-6, 'lb'), [1e-6, 1e-6, 0])
  })

  it('gives each an id of its own, the same in whatever order they are stated', () => {
    const stated = [eggs(6), eggs(5), eggs(7, 'egg-dozen-2'), eggs(8, 'spring'), eggs(9, 'spring')]
    const ids = idsOf(stated)
    assert.equal(new Set(ids.map(([, id]) => id)).size, stated.length)
    assert.deepEqual(idsOf(stated.toReversed()), ids.toReversed())
    assert.deepEqual(idsOf([eggs(6), eggs(5)]), [
      [6, 'egg-dozen-2'],
      [5, 'egg-dozen'],
    ])
  })
})

const eggs = (price: number, id: string | null = null) => ({
  id,
  name: 'Eggs',
  price,
  unit: 'dozen',
  category: null,
  in_stock: null,
})

/** The ids with their prices, in the order of the listings. */
const idsOf = (stated: ReturnType<typeof eggs>[]) =>
  listings(stated, new Findings()).map(({ price, id }) => [price, id])
