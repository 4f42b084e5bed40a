import type { Farm } from '../../data/schema/tables/farm.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { editDistance } from '../../data/vocabulary/edit_distance.ts'

type Texts = Pick<Farm, 'name' | 'city' | 'description'>

/**
 * The rank of a farm among those that a text finds, 0 = best; null where it does not. Ranks: all words
 * in the name, in name and city, and for paid keys in name, city and description; in each all of
 * them as they stand, then begun ones too, then those with typing errors.
 */
export function textRank(farm: Texts, text: string, tier: Tier): number | null {
  const scopes = [[farm.name], [farm.name, farm.city]]
  if (tier === 'paid') scopes.push([farm.name, farm.city, farm.description])
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
