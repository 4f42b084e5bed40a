import { states } from '../../data/geography/states.ts'
import type { Farm } from '../../data/schema/tables/farm.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { editDistance } from '../../data/vocabulary/edit_distance.ts'

/** What is searched of a farm: `terms` are outside the vocabulary and free, `claims` paid. */
export type Texts = Pick<Farm, 'name' | 'city' | 'description' | 'state'> & {
  terms: string[]
  claims: string[]
}

export const textsOf = (farm: Farm): Texts => ({
  name: farm.name,
  city: farm.city,
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
 * The rank of a farm among those that a text finds, 0 = best; null where it does not. Ranks: all words
 * in the name, in name and city, and in these and the terms, for paid keys in description and claims
 * too; in each all of them as they stand, then begun ones too, then those
 * with typing errors. Words that name the state, in full or abbreviated, count in the last three.
 */
export function textRank(farm: Texts, text: string, tier: Tier): number | null {
  const place = [farm.name, farm.city]
  const paid = tier === 'paid' ? [farm.description, ...farm.claims] : []
  const scopes = [[farm.name], place, [...place, ...farm.terms, ...paid]]
  const words = wordsIn(text)
  const ofState = wordsOfState(words, farm.state)
  let rank = 0
  for (const [at, scope] of scopes.entries()) {
    const has = scope.flatMap((each) => wordsIn(each ?? ''))
    for (const isLike of [isSame, begins, isMeant]) {
      const isFound = (word: string) =>
        has.some((other) => isLike(word, other)) || (at === 2 && ofState.has(word))
      if (words.every(isFound)) return rank
      rank++
    }
  }
  return null
}

/** The words of a text by which it names a state. */
function wordsOfState(words: string[], abbr: string | null): Set<string> {
  const found = new Set<string>()
  const state = states.find((each) => each.abbr === abbr)
  for (const name of state ? [state.abbr, state.name] : []) {
    const parts = wordsIn(name)
    for (const at of words.keys())
      if (parts.every((part, place) => words[at + place] === part))
        for (const part of parts) found.add(part)
  }
  return found
}

/** Words as the documentation defines them, read anew. */
export const wordsIn = (text: string): string[] =>
  text
    .replaceAll('&', ' and ')
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘`´\uFFFD]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const isSame = (word: string, other: string) => word === other
const begins = (word: string, other: string) => other.startsWith(word)
function isMeant(word: string, other: string): boolean {
  const errors = /^\p{L}+$/u.test(word) && word.length >= 5 ? (word.length >= 9 ? 2 : 1) : 0
  return begins(word, other) || editDistance(word, other) <= errors
}
