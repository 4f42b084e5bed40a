import { counted } from '../../../data/digit_grouping.ts'
import everydayWords from '../../../data/vocabulary/everyday.json' with { type: 'json' }
import { namesOf, products } from '../../../data/vocabulary/vocabulary.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import { WordList } from '../../snapshot/columns/word_list.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { errorsIn } from '../reader/lexicon.ts'
import { fits, type Fitting } from './fitting.ts'

const fold = (text: string) => wordsOf(text).join(' ')

/** Notes how a name fits, unless it fits better already. */
const note = (names: Map<string, number>, name: string, fit: number) =>
  names.set(name, Math.min(fit, names.get(name) ?? Infinity))

const everyday: Readonly<Record<string, string[]>> = everydayWords.products

/** The names and aliases of all products, from each word on, with their products. */
const owners = new Map<string, Map<string, number>>()
for (const entry of products.entries) {
  const own = [entry.name, ...entry.aliases]
  for (const term of [...namesOf(entry), ...(everyday[entry.name] ?? [])]) {
    const words = wordsOf(term)
    for (const first of words.keys()) {
      const text = words.slice(first).join(' ')
      const ofText = owners.get(text) ?? new Map<string, number>()
      // `alb` is rather Albany than albahaca, and `bost` rather Boston than Boston lettuce.
      const begun = own.includes(term) ? fits.beginning : fits.everyday
      owners.set(text, note(ofText, entry.name, first === 0 ? begun : fits.word))
    }
  }
}
const list = new WordList([...owners.keys()].sort())

/** Completes a product's name: best fit first, then most farms. */
export function completeProducts({ termFarms }: Snapshot, text: string, limit: number): Fitting[] {
  const key = fold(text)
  if (key === '') return []
  const names = beginningWith(key)
  if (names.size === 0) addMisspelt(key, names)
  const farms = (name: string) => termFarms.products?.[name] ?? 0
  return [...names]
    .sort(([a, fitA], [b, fitB]) => fitA - fitB || farms(b) - farms(a) || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([name, fit]) => ({
      fit,
      suggestion: { type: 'product', name, detail: counted(farms(name), 'farm'), product: name },
    }))
}

function beginningWith(key: string): Map<string, number> {
  const names = new Map<string, number>()
  const [first, end] = list.beginningWith(key)
  for (let place = first; place < end; place++) {
    const term = list.at(place)
    for (const [name, fit] of owners.get(term)!)
      note(names, name, fit !== fits.word && term === key ? fits.whole : fit)
  }
  return names
}

/** Product names are few, so three letters are enough to distinguish them. */
const errorsInProduct = (key: string) => (key.length === 3 ? 1 : errorsIn(key.length))

/** Adds the products that a text begins with one or two typing errors; matches in a later word come after. */
function addMisspelt(key: string, names: Map<string, number>): void {
  for (let edits = 1; edits <= errorsInProduct(key) && names.size === 0; edits++)
    for (const [first, end] of list.beginningNear(key, edits))
      for (let place = first; place < end; place++)
        for (const [name, fit] of owners.get(list.at(place))!)
          note(names, name, fit === fits.word ? fits.misspeltWord : fits.misspelt)
}
