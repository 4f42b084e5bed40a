import { products } from '../../../data/vocabulary/vocabulary.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import { WordList } from '../../snapshot/columns/word_list.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { errorsIn, fits, type Fitting } from './fitting.ts'

const fold = (text: string) => wordsOf(text).join(' ')

/** The names and aliases of all products from each of their words on, and whose they are. */
const owners = new Map<string, Map<string, number>>()
for (const { name, aliases } of products.entries)
  for (const term of [name, ...aliases]) {
    const words = wordsOf(term)
    for (const first of words.keys()) {
      const ofText = owners.get(words.slice(first).join(' ')) ?? new Map<string, number>()
      const fit = Math.min(first === 0 ? fits.beginning : fits.word, ofText.get(name) ?? Infinity)
      owners.set(words.slice(first).join(' '), ofText.set(name, fit))
    }
  }
const list = new WordList([...owners.keys()].sort())

/** Completes the name of a product: the better fit first, then what more farms have. */
export function completeProducts({ termFarms }: Snapshot, text: string, limit: number): Fitting[] {
  const key = fold(text)
  if (key === '') return []
  const names = beginningWith(key)
  if (names.size === 0) for (const name of misspelt(key)) names.set(name, fits.misspelt)
  const farms = (name: string) => termFarms.products?.[name] ?? 0
  return [...names]
    .sort(([a, fitA], [b, fitB]) => fitA - fitB || farms(b) - farms(a) || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([name, fit]) => ({
      fit,
      suggestion: { type: 'product', name, detail: counted(farms(name)), product: name },
    }))
}

/** What product may be meant by a text that none is called: the nearest name, or one that it nearly begins. */
export const productMeantBy = (snapshot: Snapshot, text: string): string | null =>
  products.nearest(text) ?? completeProducts(snapshot, text, 1)[0]?.suggestion.name ?? null

const counted = (farms: number) => (farms === 1 ? '1 farm' : `${farms} farms`)

function beginningWith(key: string): Map<string, number> {
  const names = new Map<string, number>()
  const [first, end] = list.beginningWith(key)
  for (let place = first; place < end; place++) {
    const term = list.at(place)
    for (const [name, fit] of owners.get(term)!) {
      const exact = fit === fits.beginning && term === key ? fits.whole : fit
      names.set(name, Math.min(exact, names.get(name) ?? Infinity))
    }
  }
  return names
}

function misspelt(key: string): string[] {
  for (let edits = 1; edits <= errorsIn(key) || edits === 1; edits++) {
    const ranges = key.length < 3 ? [] : list.beginningNear(key, edits)
    const terms = ranges.flatMap(([first, end]) =>
      Array.from({ length: end - first }, (_, at) => list.at(first + at)),
    )
    if (terms.length > 0) return terms.flatMap((term) => [...owners.get(term)!.keys()])
  }
  return []
}
