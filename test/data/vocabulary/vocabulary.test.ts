import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { measures } from '../../../data/vocabulary/entry.ts'
import {
  categoriesOf,
  comparablePrice,
  products,
  Vocabulary,
} from '../../../data/vocabulary/vocabulary.ts'

const eggs = { name: 'eggs', category: 'eggs', aliases: ['free-range eggs', 'Eggs (hen)'] }
const cheese = { name: 'goat cheese', category: 'cheese', aliases: ['chèvre'] }
const vocabulary = new Vocabulary('test', [eggs, cheese])

describe('Vocabulary.find(text)', () => {
  it('finds an entry by its name or an alias, whatever the spelling', () => {
    for (const text of ['eggs', 'Egg', 'FREE RANGE EGG', 'eggs, hen']) {
      assert.equal(vocabulary.find(text), eggs)
    }
    assert.equal(vocabulary.find('Chevre'), cheese)
  })

  it('finds requests by Spanish names, which sources do not state', () => {
    const coffee = {
      name: 'coffee',
      aliases: ['coffee beans'],
      spanish: ['café', 'granos de café'],
    }
    const vocabulary = new Vocabulary('drinks', [coffee, { name: 'tea', aliases: [] }])
    for (const text of ['Café', 'cafes', 'GRANOS DE CAFÉ', 'coffee beans'])
      assert.equal(vocabulary.find(text), coffee, text)
    assert.equal(vocabulary.stated('café'), null)
    assert.equal(vocabulary.stated('Coffee Beans'), coffee)
    assert.deepEqual(vocabulary.terms(['café', 'tea']), { names: ['tea'], unknown: ['café'] })
    assert.deepEqual(vocabulary.kindsOf('café'), ['coffee'])
    const same = [coffee, { name: 'tea', aliases: [], spanish: ['Cafés'] }]
    assert.throws(() => new Vocabulary('drinks', same), /`Cafés` means both `coffee` and `tea`/)
    const english = [coffee, { name: 'tea', aliases: [], spanish: ['Coffee'] }]
    assert.throws(() => new Vocabulary('drinks', english), /`Coffee` means both `coffee` and `tea`/)
  })

  it('is null for what it does not know, the second time too', () => {
    assert.equal(vocabulary.find('emu eggs'), null)
    assert.equal(vocabulary.find('emu eggs'), null)
    assert.equal(vocabulary.find(''), null)
  })

  it('answers the same after more spellings than it remembers', () => {
    for (let number = 0; number < 50_000; number++) vocabulary.find(`egg ${number}`)
    assert.equal(vocabulary.find('eggs'), eggs)
  })
})

describe('Vocabulary.keyOf(text)', () => {
  it('is the same for a name and its aliases, and that of an unknown text', () => {
    assert.equal(vocabulary.keyOf('Chèvre'), vocabulary.keyOf('goat cheese'))
    assert.equal(vocabulary.keyOf('Emu Eggs'), vocabulary.keyOf('emu egg'))
    assert.notEqual(vocabulary.keyOf('emu eggs'), vocabulary.keyOf('eggs'))
  })
})

describe('new Vocabulary(title, entries)', () => {
  it('refuses two entries of the same key, and names both', () => {
    const other = { name: 'duck eggs', aliases: ['Free Range Egg'] }
    assert.throws(
      () => new Vocabulary('test', [eggs, other]),
      /test: `Free Range Egg` means both `eggs` and `duck eggs`/,
    )
  })

  it('refuses a term without letters', () => {
    assert.throws(
      () => new Vocabulary('test', [{ name: 'eggs', aliases: ['--'] }]),
      /`--` of `eggs`/,
    )
  })
})

describe('Vocabulary.kindsOf(text)', () => {
  const entry = (name: string, ...broader: string[]) => ({ name, broader, aliases: [`${name}er`] })
  const kinds = new Vocabulary('test', [
    { name: 'food', aliases: [] },
    entry('meat', 'food'),
    entry('beef', 'meat'),
    entry('grass-fed beef', 'beef'),
    entry('jerky', 'beef', 'food'),
    entry('milk', 'food'),
  ])

  it('gives the term and all that are a kind of it, each once, however it is spelled', () => {
    assert.deepEqual(kinds.kindsOf('BEEFERS').toSorted(), ['beef', 'grass-fed beef', 'jerky'])
    assert.deepEqual(kinds.kindsOf('food').length, 6)
    assert.deepEqual(kinds.kindsOf('milk'), ['milk'])
  })

  it('gives what it does not know as it stands', () => {
    assert.deepEqual(kinds.kindsOf('Zebra milk'), ['Zebra milk'])
  })

  it('wants broader terms to be names of the list, and no term a kind of itself', () => {
    const make = (...entries: { name: string; aliases: string[] }[]) =>
      new Vocabulary('test', entries)
    assert.throws(() => make(entry('beef', 'meats')), /`beef` names `meats` as broader/)
    assert.throws(() => make(entry('beef', 'beef')), /`beef` is a kind of itself/)
    assert.throws(
      () => make(entry('a', 'b'), entry('b', 'c'), entry('c', 'a')),
      /`a` is a kind of itself/,
    )
  })
})

describe('Vocabulary.nearest(text)', () => {
  it('gives the name of what was probably meant', () => {
    assert.equal(vocabulary.nearest('egs'), 'eggs')
    assert.equal(vocabulary.nearest('chevree'), 'goat cheese')
    assert.equal(products.nearest('tomatos'), 'tomatoes')
    assert.equal(products.nearest('strawberrys'), 'strawberries')
  })

  it('is null where nothing is close', () => {
    assert.equal(vocabulary.nearest('bulldozer'), null)
  })
})

describe('Vocabulary.terms(rawTerms)', () => {
  it('gives each name once, sorted, and what it does not know as it stands', () => {
    assert.deepEqual(
      vocabulary.terms(['Zebra  milk ', 'egg', 'Eggs', 'chevre', ' ', 'zebra-milk']),
      {
        names: ['eggs', 'goat cheese'],
        unknown: ['Zebra milk'],
      },
    )
  })

  it('does not depend on repetition, and changes nothing when applied again', () => {
    const term = fc.oneof(fc.constantFrom('eggs', 'Egg', 'chèvre', 'emu', 'Emu '), fc.string())
    fc.assert(
      fc.property(fc.array(term), (raw) => {
        const { names, unknown } = vocabulary.terms(raw)
        assert.deepEqual(vocabulary.terms([...raw, ...raw]), { names, unknown })
        assert.deepEqual(vocabulary.terms([...unknown, ...names]), { names, unknown })
        assert.deepEqual(names, [...new Set(names)].sort())
      }),
    )
  })
})

describe('categoriesOf(productNames)', () => {
  it('gives the categories once, sorted, and none for an unknown product', () => {
    assert.deepEqual(categoriesOf(['tomatoes', 'kale', 'eggs', 'moon dust', 'cheddar']), [
      'cheese',
      'eggs',
      'vegetables',
    ])
  })
})

describe('comparablePrice(price, unit, measure)', () => {
  it('brings weights to the pound, counts to the dozen, volumes to the quart', () => {
    assert.deepEqual(comparablePrice(1, 'oz', 'lb'), { price: 16, unit: 'lb' })
    assert.deepEqual(comparablePrice(7, 'Pound', 'lb'), { price: 7, unit: 'lb' })
    assert.deepEqual(comparablePrice(10, 'kg', 'lb'), { price: 4.53592, unit: 'lb' })
    assert.deepEqual(comparablePrice(0.01, 'g', 'lb'), { price: 4.53592, unit: 'lb' })
    assert.deepEqual(comparablePrice(0.5, 'each', 'dozen'), { price: 6, unit: 'dozen' })
    assert.deepEqual(comparablePrice(3, 'half-dozen', 'dozen'), { price: 6, unit: 'dozen' })
    assert.deepEqual(comparablePrice(4, 'pint', 'quart'), { price: 8, unit: 'quart' })
    assert.deepEqual(comparablePrice(8, 'gallons', 'quart'), { price: 2, unit: 'quart' })
  })

  it('keeps the cents of large prices', () => {
    const dozen = (price: number, unit: string) => comparablePrice(price, unit, 'dozen')?.price
    assert.equal(dozen(1249.99, 'each'), 14_999.88)
    assert.equal(dozen(12_345.67, 'dozen'), 12_345.67)
    assert.equal(comparablePrice(123_456.7, 'lb', 'lb')?.price, 123_456.7)
  })

  it('is null for a unit that does not convert to the measure, and for what is no price', () => {
    for (const unit of ['bunch', 'share', 'bag', 'jar', 'furlong', ''])
      for (const measure of measures) assert.equal(comparablePrice(5, unit, measure), null)
    assert.equal(comparablePrice(5, 'each', 'lb'), null)
    assert.equal(comparablePrice(5, 'pint', 'lb'), null)
    assert.equal(comparablePrice(5, 'lb', 'dozen'), null)
    for (const price of [0, -1, NaN, Infinity])
      assert.equal(comparablePrice(price, 'lb', 'lb'), null)
  })

  it('is never a price of nothing', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e6, noNaN: true }), (price) => {
        assert.ok(comparablePrice(price, 'gallon', 'quart')!.price > 0)
      }),
    )
  })
})
