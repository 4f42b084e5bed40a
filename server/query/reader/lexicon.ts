import everydayWords from '../../../data/vocabulary/everyday.json' with { type: 'json' }
import placeTypeWords from '../../../data/vocabulary/place_types.json' with { type: 'json' }
import {
  certifications,
  deliveryOptions,
  namesOf,
  paymentMethods,
  practices,
  products,
  type Vocabulary,
} from '../../../data/vocabulary/vocabulary.ts'
import { isEnglish } from '../../../data/vocabulary/english.ts'
import { termKey } from '../../../data/vocabulary/term_key.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import { WordList } from '../../snapshot/columns/word_list.ts'

/** The meaning of a term: a parameter of lists and its value. */
export type Sense = { parameter: TermParameter; value: string }
type TermParameter =
  | 'place_type'
  | 'products'
  | 'practices'
  | 'certifications'
  | 'payment_methods'
  | 'delivery_options'

/** Of a text with several senses, the first is read. */
const vocabularies: [TermParameter, Vocabulary][] = [
  ['products', products],
  ['practices', practices],
  ['certifications', certifications],
  ['payment_methods', paymentMethods],
  ['delivery_options', deliveryOptions],
]

/** Aliases that are everyday words in a sentence: `WIC farmers markets` are markets. */
const everyday = new Set(
  'app cards coins credit debt discover hospital imp local natural notes restaurant square storefront tap trade wicfarmersmarket work'.split(
    ' ',
  ),
)

/** Phrases with a product or a payment that are none. */
export const noTerms = new Set(
  [
    'almond milk',
    'check hours',
    'check website',
    'chicken coop',
    'co op',
    'corn maze',
    'donde hay',
    'egg hunt',
    'goat yoga',
    'hay ride',
    'la carte',
    'nut milk',
    'oat milk',
    'que hay',
    'royal jelly',
    'soy milk',
  ].map(termKey),
)

/** The senses of each name and alias, by its key. */
const senses = new Map<string, Sense[]>()

function add(text: string, sense: Sense): void {
  const key = termKey(text)
  if (everyday.has(key)) return
  const known = senses.get(key) ?? []
  // A CSA is a place before it is a way of delivery.
  const isKnown = ({ parameter }: Sense) =>
    parameter === sense.parameter ||
    (parameter === 'place_type' && sense.parameter === 'delivery_options')
  if (known.some(isKnown)) return
  senses.set(key, [...known, sense])
}

for (const [type, words] of Object.entries(placeTypeWords))
  for (const word of words) add(word, { parameter: 'place_type', value: type })
add('market', { parameter: 'place_type', value: 'farmers_market,on_farm_market,market' })
add('mercado', { parameter: 'place_type', value: 'farmers_market,on_farm_market,market' })
// A CSA's box is asked for more often than the product `vegetable boxes`, which few sources name.
const boxes = everydayWords.products['vegetable boxes']
for (const word of ['csa box', 'csa share', 'farm box', 'farm share', 'veggie share', ...boxes])
  add(word, { parameter: 'place_type', value: 'csa' })
/** Names of products with a way to get them: both are read. */
const pickedBySelf = /^(?:(?:pick|cut)[ -]your[ -]own|u[ -]?pick) .|. u[ -]?pick$/i
/** Keys that are not read with typing errors: `pickling` is no picking, and `agave` no AGA. */
const exactOnly = new Set<string>()
const acronym = /^[A-Z]{2,3}$/
/** Keys that are Spanish. */
const spanishKeys = new Set<string>()
for (const [parameter, words] of Object.entries(everydayWords))
  for (const [value, texts] of Object.entries(words))
    for (const text of texts) {
      add(text, { parameter: parameter as TermParameter, value })
      exactOnly.add(termKey(text))
    }
for (const [parameter, vocabulary] of vocabularies)
  for (const entry of vocabulary.entries) {
    for (const term of namesOf(entry)) {
      if (!pickedBySelf.test(term)) add(term, { parameter, value: entry.name })
      if (acronym.test(term)) exactOnly.add(termKey(term))
    }
    for (const term of entry.spanish ?? []) spanishKeys.add(termKey(term))
  }

const keys = new WordList([...senses.keys()].sort())

/** The same keys, and plurals whose endings they lack: `peahces` is one letter from `peaches`, not from `peach`. */
const spellings = new WordList(
  [
    ...new Set([
      ...senses.keys(),
      ...products.entries
        .map(({ name }) => wordsOf(name).join(''))
        .filter((word) => word.endsWith('es') && !exactOnly.has(termKey(word))),
    ]),
  ].sort(),
)

/** Maximum number of words in one term. Longer aliases are labels of sources. */
export const mostWords = 6

/** The senses of some words, as they are spelled. */
export const sensesOf = (text: string): readonly Sense[] =>
  senses.get(termKey(text)) ?? madeOf(text)

/** Returns true if some words mean a term, as they are spelled. */
export const isTerm = (text: string): boolean => sensesOf(text).length > 0

/**
 * Plants and goods of a product: `tomato plants` are no tomatoes, `apple trees` no apples, and `peach jam` no
 * peaches. Goods have the product's singular: `peaches jam` are two products.
 */
function madeOf(text: string): readonly Sense[] {
  const end = text.lastIndexOf(' ')
  const noun = end < 0 ? undefined : madeNouns.get(text.slice(end + 1))
  if (noun === undefined) return []
  const product = text.slice(0, end)
  const { name, category } = products.find(product) ?? {}
  if (name === undefined || category === undefined) return []
  const isOne = name !== product && name.endsWith('s') && category in starts
  const value = grown[noun]?.[category] ?? (isOne ? goods[noun] : undefined)
  return value === undefined ? [] : [{ parameter: 'products', value }]
}

type ByCategory = Readonly<Record<string, string>>
const starts: ByCategory = {
  vegetables: 'vegetable starts',
  herbs: 'herb plants',
  fruits: 'plants',
  flowers: 'plants',
}
const bulbs: ByCategory = { flowers: 'plants' }
const seeds = Object.fromEntries(Object.keys(starts).map((category) => [category, 'seeds']))
const grown: Readonly<Record<string, ByCategory>> = {
  plant: starts,
  start: starts,
  seedling: starts,
  bush: starts,
  crown: starts,
  slip: starts,
  vine: starts,
  bulb: bulbs,
  tuber: bulbs,
  seed: seeds,
  tree: { fruits: 'fruit trees', nuts: 'trees' },
}
const goods: ByCategory = {
  bread: 'bread',
  butter: 'jams and preserves',
  cake: 'cakes',
  cobbler: 'pies',
  cookie: 'cookies',
  donut: 'donuts',
  jam: 'jams and preserves',
  jelly: 'jams and preserves',
  juice: 'juices',
  muffin: 'muffins',
  pie: 'pies',
  preserve: 'jams and preserves',
  salsa: 'salsa',
  sauce: 'sauces',
  smoothie: 'smoothies',
  soup: 'soups',
  syrup: 'fruit syrups',
  vinegar: 'vinegar',
  wine: 'wine',
}
/** The nouns, each by its singular and its plural. */
const madeNouns = new Map(
  [...Object.keys(grown), ...Object.keys(goods)].flatMap((noun) =>
    [noun, `${noun}s`, `${noun}es`].map((form) => [form, noun] as const),
  ),
)

/** The keys of terms that begin with a text, each with its senses. */
export function* beginningWith(text: string): Iterable<[key: string, senses: readonly Sense[]]> {
  const [first, end] = keys.beginningWith(wordsOf(text).join(''))
  for (let place = first; place < end; place++) yield [keys.at(place), senses.get(keys.at(place))!]
}

/**
 * Maximum number of typing errors in a text of this many letters. A word of three letters has none: EBT, CBD
 * and NYC are one letter from others.
 */
export const errorsIn = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : 2)

/** The senses of the terms that a text is nearest to, with typing errors; empty if none is near or it has none. */
export function correctedSensesOf(text: string): readonly Sense[] {
  if (isEnglish(text)) return []
  const key = termKey(text)
  // The key of `chesse` is `chess`, which is nearer to cress.
  const typed = [...new Set([wordsOf(text).join(''), key])]
  for (let edits = 1; edits <= errorsIn(key.length); edits++) {
    const places = new Set(typed.flatMap((each) => spellings.near(each, edits)))
    const near = [...new Set([...places].map((place) => termKey(spellings.at(place))))]
    // Of four letters none is another one: wood is no wool, and hony is honey.
    const isFit = (each: string) =>
      !exactOnly.has(each) &&
      (each.length > 3 || text.length > 4) &&
      each[0] === key[0] &&
      (key.length > 4 || each.length !== key.length)
    // `pototoes` are potatoes rather than porotos, and `flowrs` miss a letter.
    const found = near
      .filter(isFit)
      .sort(
        (a, b) => Number(spanishKeys.has(a)) - Number(spanishKeys.has(b)) || b.length - a.length,
      )
    if (found.length > 0) return found.flatMap((each) => senses.get(each)!)
  }
  return []
}
