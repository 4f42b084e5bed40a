import type { Tier } from '../../data/schema/meta.ts'
import type { TextField } from '../../data/schema/serving/columns.ts'
import { wordsOf } from '../../data/vocabulary/words.ts'
import { Bitmap } from '../snapshot/sets/bitmap.ts'
import type { Snapshot } from '../snapshot/open.ts'
import type { Condition } from '../snapshot/sets/row_sets.ts'
import type { TextIndex } from '../snapshot/columns/text_index.ts'

type Searched = Pick<Snapshot, 'farms' | 'text'>

/** The fields that are searched, the fewest first. */
const scopes: Record<Tier, TextField[][]> = {
  free: [['name'], ['name', 'city'], ['name', 'city', 'terms']],
  paid: [['name'], ['name', 'city'], ['name', 'city', 'terms', 'description', 'claims']],
}

/** How far a word of a farm may be from the one that is asked for; each includes the one before. */
const likenesses = ['exact', 'prefix', 'similar'] as const
type Likeness = (typeof likenesses)[number]

/**
 * What a farm must meet to be found by a text: each of its words must be in a field that the tier
 * shows, in any order. A word is found in a farm's word that it equals or begins, or, if it has five
 * letters or more, that one typing error turns it into (two from nine letters on); an error is a
 * letter too many, too few, wrong, or swapped with the next.
 */
export function textConditions(searched: Searched, text: string, tier: Tier): Condition[] {
  return allWords(searched, text, scopes[tier].at(-1)!, 'similar')
}

/**
 * The conditions of the ranks of what is found, best first: a farm has the first rank all of whose
 * conditions it meets. Words found in the name alone come before those that need the city, and these
 * before those that need any other field; in each, whole words come before beginnings, and these
 * before typing errors. The last rank is that of `textConditions`.
 */
export function textRanks(searched: Searched, text: string, tier: Tier): Condition[][] {
  return scopes[tier].flatMap((fields) =>
    likenesses.map((likeness) => allWords(searched, text, fields, likeness)),
  )
}

const allWords = (searched: Searched, text: string, fields: TextField[], likeness: Likeness) =>
  [...new Set(wordsOf(text))].map((word) => hasWord(searched, word, fields, likeness))

function hasWord(
  { text, farms }: Searched,
  word: string,
  fields: TextField[],
  likeness: Likeness,
): Condition {
  return {
    key: `${word}: ${likeness} in ${fields.join()}`,
    rows() {
      const places = placesOf(text, word, likeness)
      const lists = places.flatMap(([first, end]) =>
        fields.map((field) => text.rows(field, first, end)),
      )
      return Bitmap.fromLists(lists, farms)
    },
  }
}

/** The places, [first, end), in the list of words, of those that a word is found in. */
function placesOf({ words }: TextIndex, word: string, likeness: Likeness): [number, number][] {
  const only = (place: number): [number, number] => [place, place + 1]
  if (likeness === 'exact') {
    const place = words.placeOf(word)
    return place === undefined ? [] : [only(place)]
  }
  const longer = words.beginningWith(word)
  const edits = likeness === 'similar' ? errorsIn(word) : 0
  return edits === 0 ? [longer] : [longer, ...words.near(word, edits).map(only)]
}

/** How many typing errors a word may have. A number may have none: another digit is another number. */
function errorsIn(word: string): number {
  if (!/^\p{L}{5,}$/u.test(word)) return 0
  return word.length < 9 ? 1 : 2
}
