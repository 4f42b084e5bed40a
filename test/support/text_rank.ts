import type { Farm } from '../../data/schema/tables/farm.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { editDistance } from '../../data/vocabulary/edit_distance.ts'

/** What is searched of a farm: `terms` are outside the vocabulary and free, `claims` paid. */
export type Texts = Pick<Farm, 'name' | 'city' | 'description'> & {
  terms: string[]
  claims: string[]
}

export const textsOf = (farm: Farm): Texts => ({
  name: farm.name,
  city: farm.city,
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
 * with typing errors.
 */
export function textRank(farm: Texts, text: string, tier: Tier): number | null {
  const place = [farm.name, farm.city]
  const paid = tier === 'paid' ? [farm.description, ...farm.claims] : []
  const scopes = [[farm.name], place, [...place, ...farm.terms, ...paid]]
  let rank = 0
  for (const scope of scopes) {
    const has = scope.flatMap((each) => wordsIn(each ?? ''))
    for (const isLike of [isSame, begins, isMeant]) {
      if (wordsIn(text).every((word) => has.some((other) => isLike(word, other)))) return rank
      rank++
    }
  }
  return null
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
