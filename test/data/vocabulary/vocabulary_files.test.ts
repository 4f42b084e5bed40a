import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import everydayWords from '../../../data/vocabulary/everyday.json' with { type: 'json' }
import { termKey } from '../../../data/vocabulary/term_key.ts'
import {
  namesOf,
  certifications,
  deliveryOptions,
  paymentMethods,
  practices,
  products,
  units,
  type Vocabulary,
  vocabularyOf,
} from '../../../data/vocabulary/vocabulary.ts'

const vocabularies = { products, certifications, practices, deliveryOptions, paymentMethods, units }

for (const [title, vocabulary] of Object.entries(vocabularies) as [string, Vocabulary][]) {
  describe(`the vocabulary of ${title}`, () => {
    it('has no term twice, within an entry or across entries', () => {
      const repeatedAmong = (keys: string[]) =>
        keys.filter((key, index) => keys.indexOf(key) < index)
      const { entries } = vocabulary
      const english = entries.flatMap(({ name, aliases }) => [name, ...aliases].map(termKey))
      assert.deepEqual(repeatedAmong(english), [])
      // A Spanish name may be the English one: kiwi.
      const all = entries.flatMap((entry) => [...new Set(namesOf(entry).map(termKey))])
      assert.deepEqual(repeatedAmong(all), [])
      for (const { name, spanish = [] } of entries)
        assert.deepEqual(repeatedAmong(spanish.map(termKey)), [], name)
    })

    it('has names that a comma-separated list can hold, and that find themselves', () => {
      for (const entry of vocabulary.entries) {
        assert.match(entry.name, /^[^,;|]+$/)
        assert.equal(vocabulary.find(entry.name), entry)
      }
    })
  })
}

describe('everyday.json', () => {
  it('has words of terms that the vocabularies do not know by them', () => {
    for (const [column, terms] of Object.entries(everydayWords))
      for (const [name, words] of Object.entries(terms)) {
        const vocabulary = vocabularyOf(column)!
        assert.equal(vocabulary.find(name)?.name, name)
        for (const word of words) assert.equal(vocabulary.find(word), null, word)
      }
  })
})

describe('products.json', () => {
  it('finds the kinds of a product, and no other', () => {
    assert.deepEqual(products.kindsOf('Beef').toSorted(), [
      'beef',
      'beef jerky',
      'grass-fed beef',
      'grass-finished beef',
      'ground beef',
      'natural beef',
      'organic beef',
      'pasture-raised beef',
      'wagyu beef',
    ])
    assert.deepEqual(products.kindsOf('grass fed beef'), ['grass-fed beef', 'grass-finished beef'])
    for (const kind of ['vegetables', 'tomatoes', 'cherry tomatoes', 'strawberries'])
      assert.ok(products.kindsOf('produce').includes(kind), kind)
    for (const kind of ['chicken', 'fruits', 'eggs'])
      assert.ok(!products.kindsOf('meat').includes(kind), kind)
  })

  it('keeps each claim apart from its product, which it finds only as a variety', () => {
    for (const [label, name, product] of [
      ['cage free eggs', 'cage-free eggs', 'eggs'],
      ['Pastured Eggs', 'pasture-raised eggs', 'eggs'],
      ['raw honey', 'raw honey', 'honey'],
      ['free range chicken', 'free-range chicken', 'chicken'],
      ['Organic Grapes', 'organic grapes', 'grapes'],
      ['heirloom tomatoes', 'heirloom tomatoes', 'tomatoes'],
    ] as const) {
      assert.equal(products.find(label)?.name, name)
      assert.ok(products.kindsOf(product).includes(name))
      assert.ok(!products.kindsOf(name).includes(product))
    }
    for (const { name, claim, broader } of products.entries) if (claim) assert.ok(broader, name)
    // No alias of a product without a claim states one.
    const states = /\b(cage|free range|pastured?|organic|raw|grass.?fed|heirloom|wild.caught)\b/i
    const plain = products.entries.filter(({ claim }) => !claim)
    const claims = plain.flatMap(({ aliases }) => aliases.filter((alias) => states.test(alias)))
    assert.deepEqual(claims, ['raw wool'], 'raw is the form of the wool')
  })

  it('has a Spanish name for each product that has a common one', () => {
    for (const [spanish, name] of [
      ['huevos', 'eggs'],
      ['Huevo', 'eggs'],
      ['fresas', 'strawberries'],
      ['maíz', 'sweet corn'],
      ['limón', 'limes'],
      ['limones', 'limes'],
      ['carne de res', 'beef'],
      ['leche cruda', 'raw milk'],
    ])
      assert.equal(products.find(spanish!)?.name, name, spanish)
    const without = products.entries.filter(({ spanish = [] }) => spanish.length === 0)
    assert.deepEqual(
      without.map(({ name }) => name),
      [
        'boysenberries',
        'marionberries',
        'apriums',
        'pluots',
        'fudge',
        'jostaberries',
        'crappie',
        'shipovas',
        'wonderberries',
        'beefalo',
        'hickory syrup',
      ],
    )
  })

  it('has a category for each product, and names in lower case', () => {
    for (const { name, category } of products.entries) {
      assert.ok(category, name)
      assert.equal(name, name.toLowerCase())
    }
  })
})

describe('units.json', () => {
  it('converts with a factor or not at all', () => {
    for (const { name, converts_to, factor } of units.entries) {
      assert.equal(converts_to === undefined, factor === undefined, name)
      if (name === converts_to) assert.equal(factor, 1)
    }
  })
})

const labelled = (vocabulary: Vocabulary, names: Record<string, string>) => {
  for (const [label, name] of Object.entries(names)) {
    assert.equal(vocabulary.find(label)?.name, name, label)
  }
}

describe('the labels of the USDA directories', () => {
  it('are known: the flag columns of the National Farmers Market Directory', () => {
    labelled(products, {
      Bakedgoods: 'baked goods',
      Cheese: 'cheese',
      Crafts: 'crafts',
      Flowers: 'flowers',
      Eggs: 'eggs',
      Seafood: 'seafood',
      Herbs: 'herbs',
      Vegetables: 'vegetables',
      Honey: 'honey',
      Jams: 'jams and preserves',
      Maple: 'maple syrup',
      Meat: 'meat',
      Nursery: 'nursery stock',
      Nuts: 'nuts',
      Plants: 'plants',
      Poultry: 'poultry',
      Prepared: 'prepared foods',
      Soap: 'soap',
      Trees: 'trees',
      Wine: 'wine',
      Coffee: 'coffee',
      Beans: 'dry beans',
      Fruits: 'fruits',
      Grains: 'grains',
      Juices: 'juices',
      Mushrooms: 'mushrooms',
      PetFood: 'pet food',
      Tofu: 'tofu',
      WildHarvested: 'wild-harvested products',
    })
    labelled(paymentMethods, {
      Credit: 'credit card',
      WIC: 'WIC',
      WICcash: 'WIC cash',
      SFMNP: 'SFMNP',
      SNAP: 'SNAP',
    })
    // What the market's farms do, vouched for by nobody: a practice, not a certification.
    labelled(practices, { Organic: 'organic' })
    assert.equal(products.find('Organic'), null)
  })

  it('are known: the products of the local food portal and its forerunners', () => {
    labelled(products, {
      'Canned or preserved fruits/vegetables: jams, jellies, preserves, salsas, pickles, dried fruit, etc.':
        'jams and preserves',
      'Wild harvested forest products: mushrooms, medicinal herbs, edible fruits and nuts, etc.':
        'wild-harvested products',
      'Red/other non-poultry meat and products': 'meat',
      'Wine/spirits/beer/hard cider': 'wine',
      'Tomatoes (plum, round, etc.)': 'tomatoes',
      'Tomatoes (cherry, grape, etc.)': 'cherry tomatoes',
      'Mache/lamb\uFFFDs lettuce': 'mache',
      'Beans, other (lima, etc.)': 'shelling beans',
      'Peppers, hot': 'hot peppers',
      'Squash, winter: butternut, etc.': 'winter squash',
      Kiwi: 'kiwis',
      'Beef/veal (cold cuts)': 'beef',
      'Pork (bacon)': 'pork',
      'Squab (Pigeon)': 'squab',
      'Shrimp/prawns': 'shrimp',
    })
  })

  it('claim no more than they say where they join several products', () => {
    labelled(products, {
      'Blackberries, raspberries': 'berries',
      'Lemons, limes': 'citrus fruits',
      'Oranges, mandarins, etc.': 'citrus fruits',
      'Mangos, papayas, pineapples and other tropical fruit': 'tropical fruits',
    })
  })

  it('are known: production methods, each as a certification or as a practice', () => {
    const certified = {
      'Organic (USDA Certified)': 'USDA organic',
      'Certified "Naturally Grown"': 'Certified Naturally Grown',
      'Good Agricultural Practices (GAP)-Certified': 'GAP certified',
      'Good Handling Practices (GHP)-Certified': 'GHP certified',
    }
    const practiced = {
      'Non-Certified, but Practicing Organic': 'organic',
      'Pasture-raised/free-range animals': 'pasture raised',
      'Grass Fed': 'grass fed',
      'Humane treatment of animals': 'humane treatment',
      'No pesticides': 'no pesticides',
      'No antibiotics': 'no antibiotics',
      'No hormones': 'no hormones',
      'Non-GMO': 'non-GMO',
      'Integrated pest management': 'integrated pest management',
      'Fair labor practices, living wage, fair trade, etc.': 'fair labor practices',
    }
    labelled(certifications, certified)
    labelled(practices, practiced)
    for (const label of Object.keys(certified)) assert.equal(practices.find(label), null)
    for (const label of Object.keys(practiced)) assert.equal(certifications.find(label), null)
  })

  it('are known: payment, misspelled as the portal has it', () => {
    labelled(paymentMethods, {
      'Debit card/Credit card': 'credit card',
      'Commerical Checks/Accounts': 'business checks',
      'Volunteer Work': 'work trade',
      'SNAP benefits (Bridge cards/EBT)': 'SNAP',
      'Accept EBT at a central location': 'SNAP',
      'WIC Farmers Market': 'WIC',
      'Senior Farmers Market Nutrition Program': 'SFMNP',
      'Payments in installments over the course of each delivery season': 'installments',
    })
  })

  it('are known: delivery', () => {
    labelled(deliveryOptions, {
      'Customers pick up from CSA farm': 'farm pickup',
      'Subscribers pick up merchandise from CSA farm(s)': 'farm pickup',
      'Deliver to one or more neighborhood sites': 'drop site',
      "Deliver directly to customer's homes": 'home delivery',
      'Delivery to customers\uFFFD home': 'home delivery',
      'Deliver to subscribers’ workplaces': 'workplace delivery',
      'Curbside pickup/on-site pickup': 'curbside pickup',
      'Corner stores, bodegas': 'wholesale',
    })
  })
})
