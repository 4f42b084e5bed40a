import { states } from '../../data/geography/states.ts'
import { memoize } from '../../data/memoize.ts'
import type { Farm } from '../../data/schema/tables/farm.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { editDistance } from '../../data/vocabulary/edit_distance.ts'

/** What is searched of a farm: `terms` are outside the vocabulary and free, `claims` paid. */
export type Texts = Pick<Farm, 'name' | 'city' | 'county' | 'description' | 'state'> & {
  terms: string[]
  claims: string[]
}

export const textsOf = (farm: Farm): Texts => ({
  name: farm.name,
  city: farm.city,
  county: farm.county,
  state: farm.state,
  description: farm.description,
  terms: [farm.products_other, farm.categories_other].flatMap((each) => each ?? []),
  claims: [
    farm.certifications_other,
    farm.practices_other,
    farm.delivery_options_other,
    farm.payment_methods_other,
  ].flatMap((each) => each ?? []),
})

/**
 * The rank of a farm among those that a text finds, 0 = best; null where it does not: the words as the whole
 * name, as a phrase of it; all in the name, then in name, city and county, as they stand; the same with begun
 * ones; all in these and the terms, for paid keys in description and claims too, as they stand, then begun;
 * last, in each of the three, with typing errors. Words that name the state count in the last of the three.
 */
export function textRank(farm: Texts, text: string, tier: Tier): number | null {
  const place = [farm.name, farm.city]
  const paid = tier === 'paid' ? [farm.description, ...farm.claims] : []
  const scopes = [[farm.name], place, [...place, ...farm.terms, ...paid]]
  const words = wordsIn(text).map(asSaint)
  const ofState = wordsOfState(words, farm.state)
  const ofCounty = wordsOfCounty(words, farm.county)
  const name = wordsIn(farm.name).map(asSaint)
  if (name.join(' ') === words.join(' ')) return 0
  if (name.some((_, at) => words.every((word, place) => name[at + place] === word))) return 1
  const isIn = (at: number, isLike: (word: string, other: string) => boolean) => {
    const has = scopes[at]!.flatMap((each) => wordsIn(each ?? ''))
    const isFound = (word: string) =>
      has.some((other) => (word === 'saint' ? asSaint(other) === word : isLike(word, other))) ||
      (at > 0 && ofCounty.has(word)) ||
      (at === 2 && ofState.has(word))
    return words.every(isFound)
  }
  const ranks: [number, (word: string, other: string) => boolean][] = [
    [0, isSame],
    [1, isSame],
    [0, begins],
    [1, begins],
    [2, isSame],
    [2, begins],
    [0, isMeant],
    [1, isMeant],
    [2, isMeant],
  ]
  const rank = ranks.findIndex(([at, isLike]) => isIn(at, isLike))
  return rank < 0 ? null : rank + 2
}

const asSaint = (word: string) => (word === 'st' ? 'saint' : word)

/** The words of a text by which it names a county, with the word after its name. */
function wordsOfCounty(words: string[], county: string | null): Set<string> {
  const name = wordsIn(county ?? '').map(asSaint)
  const found = new Set<string>()
  for (const [at, word] of words.entries())
    if (
      ['county', 'parish', 'borough'].includes(word) &&
      name.length > 0 &&
      name.length <= at &&
      name.every((part, place) => words[at - name.length + place] === part)
    )
      for (const each of [...name, word]) found.add(each)
  return found
}

/** The words of a text by which it names a state. */
function wordsOfState(words: string[], abbr: string | null): Set<string> {
  const found = new Set<string>()
  const state = states.find((each) => each.abbr === abbr)
  for (const name of state ? [state.abbr, state.name] : []) {
    const parts = wordsIn(name).map(asSaint)
    for (const at of words.keys())
      if (parts.every((part, place) => words[at + place] === part))
        for (const part of parts) found.add(part)
  }
  return found
}

/** Words as the documentation defines them, read by another way than the product's. */
export const wordsIn = memoize((text: string): string[] =>
  text
    .replaceAll('&', ' and ')
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘`´\uFFFD]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== ''),
)

const isSame = (word: string, other: string) => word === other
const begins = (word: string, other: string) => other.startsWith(word)
function isMeant(word: string, other: string): boolean {
  const errors = /^\p{L}+$/u.test(word) && word.length >= 5 ? (word.length >= 9 ? 2 : 1) : 0
  if (begins(word, other)) return true
  return Math.abs(word.length - other.length) <= errors && editDistance(word, other) <= errors
}
